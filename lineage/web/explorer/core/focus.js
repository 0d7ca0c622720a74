/**
 * Keeps the keyboard's place. When what has the focus goes away or is moved, because data came or a button has done its work, browsers leave
 * it nowhere: then it gets the focus back, or the nearest thing around it that is still there does.
 */

/** @param {HTMLElement} page what is watched, as long as it is there */
export function keepFocus(page) {
  /** @type {HTMLElement[]} from what had the focus last outwards to the page */
  let around = [];
  const nowhere = () => document.activeElement === document.body;
  page.addEventListener("focusin", ({ target }) => {
    around = [];
    for (let each = target; each && each !== page; each = each.parentElement) around.push(each);
  });
  // The user left it for nothing else. What goes away is gone before the timer is over.
  page.addEventListener("focusout", () => setTimeout(() => nowhere() && around[0]?.isConnected && !around[0].matches(":disabled") && (around = [])));
  new MutationObserver(() => {
    if (nowhere()) take(around.find((each) => each.isConnected));
  }).observe(page, { childList: true, subtree: true });
}

/** Others than links and fields take the focus only so, and only for now. @param {HTMLElement | undefined} element */
function take(element) {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
