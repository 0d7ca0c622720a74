// Runs before the page is painted, so that no theme flashes up before the right one: the one that was chosen, else the system's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("lineage-theme");
  } catch {
    // The browser keeps nothing for this page.
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
})();
