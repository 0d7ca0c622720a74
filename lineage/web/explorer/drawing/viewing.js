/** Where one looks at a scene from: pure arithmetic on { x, y, zoom }, where a point p of the scene is at p * zoom + (x, y). */

const LEAST_ZOOM = 0.05;
const MOST_ZOOM = 4;
const LEAST_FITTED_ZOOM = 0.14;

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** Keeps a part of the scene in view. */
export function kept(view, scene, size) {
  const zoom = within(view.zoom, LEAST_ZOOM, MOST_ZOOM);
  const axis = (offset, extent, window) => {
    const long = extent * zoom;
    return long <= window ? within(offset, 0, window - long) : within(offset, window - long - 24, 0);
  };
  // A scene that fits starts at the left and the top; it may be pushed around, but not out.
  return { zoom, x: axis(view.x, scene.width, size.width), y: axis(view.y, scene.height, size.height) };
}

/** Nearer or farther, with the point (x, y) of the window staying where it is. */
export function zoomed(view, factor, x, y) {
  const zoom = within(view.zoom * factor, LEAST_ZOOM, MOST_ZOOM);
  const ratio = zoom / view.zoom;
  return { zoom, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
}

/** All of the scene, but not larger than it is, and of a scene that is very long as much as can be told apart. */
export function fitted(scene, size) {
  const zoom = within(Math.min(size.width / scene.width, size.height / scene.height), LEAST_FITTED_ZOOM, 1);
  return { zoom, x: 0, y: 0 };
}

/** The least move after which a box is in view. @param {import("./scene.js").Box} box */
export function showing(view, box, size, margin = 28) {
  const axis = (offset, from, to, window) => {
    const [start, end] = [from * view.zoom + offset, to * view.zoom + offset];
    if (end - start > window - 2 * margin || start < margin) return offset + margin - start;
    return end > window - margin ? offset + window - margin - end : offset;
  };
  return { zoom: view.zoom, x: axis(view.x, box.left, box.right, size.width), y: axis(view.y, box.top, box.bottom, size.height) };
}
