/** The page's own words by message key, in the language of the page. Words of the game come from the table. */

const LANGUAGE = document.documentElement.lang;
const { default: words, languages: all, joints } = await import(`../words/${LANGUAGE}.js`);
const plural = new Intl.PluralRules(LANGUAGE);

/** Every language there is, by the name its speakers look for. */
export const languages = all;
export const language = LANGUAGE;
// As dates are written where this phone is from, if that is in the language of the page.
export const place = navigator.language?.startsWith(language) ? navigator.language : language;

const SEAM = "\0"; // before each name that is filled in: words there take another form ("d’Ana")
const joined = joints.map(([found, put]) => [new RegExp(found, "g"), put]);

/** The sentence of a key, with {names} filled in; the one for a single thing where {count} is one. */
export function w(key, args = {}) {
  const one = plural.select(args.count) === "one" && words[`${key}.one`];
  const filled = (one || (words[key] ?? key)).replace(/\{(\w+)\}/g, (_, name) => SEAM + (args[name] ?? ""));
  return joined.reduce((said, [found, put]) => said.replace(found, put), filled).replaceAll(SEAM, "");
}

/** The form of a name for so many of it, of [one, several]: "Hero", "Heroes". */
export const counted = ([one, several], count) => (plural.select(count) === "one" ? one : several);

/** Something after its name: "Ann: 5 tokens"; French puts a space before the colon. */
export const named = (name, said = "") => w("named", { name, said });

/** A sentence after a name and its colon: it begins small, save in German. */
export const small = (said) =>
  language === "de" ? said : said.slice(0, 1).toLocaleLowerCase(language) + said.slice(1);

const collator = new Intl.Collator(LANGUAGE);

/** Things by their `text` in the order of a dictionary: "Händler" before "Helden". */
export const alphabetical = (things) => [...things].sort((one, other) => collator.compare(one.text, other.text));

// Bare "en" is American, with a comma: "Ann, Ben, and Cid".
const LISTS = LANGUAGE === "en" ? "en-GB" : LANGUAGE;
const list = new Intl.ListFormat(LISTS, { type: "conjunction" });

/** Several names as they are said in one breath: "Ann, Ben and Cid". */
export const listed = (names) => list.format(names);

const choice = new Intl.ListFormat(LISTS, { type: "disjunction" });

/** Names of which one is enough: "Ann or Ben"; Spanish says "Ana o Ben", but "Ana u Olga". */
export const anyOf = (names) => choice.format(names);

/**
 * Speaks another language on this phone from now on; the table is asked for everything again. It sets the cookie
 * itself: one that the page sets may come later than what is asked for right after it.
 */
export const speak = (chosen) =>
  fetch(`?lang=${chosen}`, { cache: "no-store" }).then(
    () => location.reload(),
    () => null,
  );
