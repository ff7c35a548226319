/** The keyboard goes with the eye. */

/** Puts the keyboard on a part of the page, where it is there. */
export function focusOn(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}
