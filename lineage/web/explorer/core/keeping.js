/** What the browser keeps for the page. Where the user forbids that, nothing is kept, and all else works. */

/** @param {() => Storage} storage asked at each use, since naming it may already fail */
function keeping(storage) {
  return {
    /** @param {string} key @returns {string | null} */
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    /** @param {string} key @param {string | null} value null forgets it */
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        // It is not kept.
      }
    },
  };
}

export const forTab = keeping(() => sessionStorage);
export const forBrowser = keeping(() => localStorage);
