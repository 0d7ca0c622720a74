/** The system's own fonts, as the style sheets name them. */

export const FONT = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
