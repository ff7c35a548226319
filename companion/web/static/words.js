/** The page's own words by message key. Words of the game come from the table. */
import en from "./words/en.js";

const LANGUAGES = { en };
const words = LANGUAGES[document.documentElement.lang] ?? en;

/** The sentence of a key, with {names} filled in. */
export function w(key, args = {}) {
  return (words[key] ?? en[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => args[name] ?? "");
}
