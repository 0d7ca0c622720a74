// Runs before the page is painted, so that no theme flashes up before the right one: the one that was chosen, else the system's.
(() => {
  const chosen = localStorage.getItem("lineage-theme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
})();
