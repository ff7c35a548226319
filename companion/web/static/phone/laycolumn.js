/** Putting the column right: six combos by two taps each, and the coins on them. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get } from "../lib/ask.js";
import { comboSign } from "../lib/combo.js";
import { icon } from "../lib/emblems.js";
import { badges, banners, pieceGrid } from "./pieces.js";
import { change, game } from "../lib/page.js";
import { enter } from "../lib/post.js";
import { w } from "../lib/words.js";

const PLACES = 6;
const EMPTY = { race: null, power: null, coins: 0, tokens: 0 };

/** The column as it is being laid out, null while it is as the table knows it; the place in hand. */
let draft = null;
let place = null;

const known = () => game().column.map(({ race, power, coins, laid }) => ({ race, power, coins, tokens: laid }));
const places = () => Array.from({ length: PLACES }, (_, at) => (draft ?? known())[at] ?? EMPTY);

function put(at, patch) {
  draft = places().map((combo, each) => (each === at ? { ...combo, ...patch } : combo));
  change();
}

/** After a piece the next gap is in hand: the badge of this combo, then the combo below. */
function tapped(patch) {
  put(place, patch);
  if (draft[place].race && draft[place].power) {
    const gap = draft.findIndex(({ race, power }, at) => at > place && !(race && power));
    place = gap < 0 ? null : gap;
  }
  change();
}

function inHand() {
  const combo = places()[place];
  const others = places().filter((_, at) => at !== place);
  const bands = game().bands;
  if (!combo.race) {
    return html`<p class="lead">${w("lay.race", { number: place + 1 })}</p>
      ${pieceGrid(banners(), (race) => tapped({ race }), { gone: [...bands, ...others].map((each) => each.race) })}`;
  }
  return html`<p class="lead">${w("lay.power", { number: place + 1 })}</p>
    ${pieceGrid(badges(), (power) => tapped({ power }), { gone: [...bands, ...others].map((each) => each.power) })}`;
}

/** What combos are called that only lie here so far, by their address; null until the table has told it. */
const names = new Map();

/** How the language joins a race and a power is the table's to say. */
function joined(race, power) {
  const path = `api/combo/${race}/${power}`;
  if (!names.has(path)) {
    names.set(path, null);
    get(path).then(
      ({ name }) => {
        names.set(path, name);
        change();
      },
      () => names.delete(path),
    );
  }
  return names.get(path);
}

function nameOf({ race, power }) {
  const entered = game().column.find((combo) => combo.race === race && combo.power === power);
  if (entered) return entered.name;
  if (!race) return w("lay.empty");
  return (power && joined(race, power)) || `${banners().find(({ key }) => key === race)?.text ?? ""} …`;
}

function row(combo, at) {
  const step = (what, words, by) =>
    html`<button
      class="round"
      aria-label=${w(words, { number: at + 1 })}
      data-test=${`lay-${what}-${at}-${by}`}
      ?disabled=${!combo.race || combo[what] + by < 0}
      @click=${() => put(at, { [what]: combo[what] + by })}
    >
      ${icon(by > 0 ? "plus" : "minus")}
    </button>`;
  return html`<li class=${at === place ? "chosen" : ""}>
      <button
        class="slot"
        data-test=${`lay-${at}`}
        aria-expanded=${at === place}
        @click=${() => {
          if (draft === null || combo.race) put(at, EMPTY);
          place = at;
          change();
        }}
      >
        ${at + 1} ${comboSign({ race: combo.race, power: combo.power, declined: false })}<span>${nameOf(combo)}</span>
      </button>
      ${step("coins", "lay.coins.fewer", -1)}<output aria-label=${w("lay.coins", { count: combo.coins })}
        >${combo.coins}</output
      >${step("coins", "lay.coins.more", 1)}
    </li>
    ${
      game().laying.includes(combo.race)
        ? html`<li>
            <span class="what">${w("lay.tokens.lie")}</span> ${step("tokens", "lay.tokens.fewer", -1)}<output
              aria-label=${w("lay.tokens", { count: combo.tokens })}
              >${combo.tokens}</output
            >${step("tokens", "lay.tokens.more", 1)}
          </li>`
        : nothing
    }`;
}

const whole = () => places().every(({ race, power }) => Boolean(race) === Boolean(power));

/** Sends the column if it was changed; whether the table has it now. */
export async function settleColumn() {
  if (!draft) return true;
  const combos = places().filter(({ race, power }) => race && power);
  if (!whole() || !(await enter({ type: "set_column", combos }))) return false;
  draft = place = null;
  change();
  return true;
}

export function columnPart() {
  return html`<p class="hint">${w("lay.lead")}</p>
    <ol class="slots lay">
      ${places().map(row)}
    </ol>
    ${place === null ? nothing : inHand()}
    <div class="two">
      <button
        class="quiet"
        data-test="lay-anew"
        @click=${() => {
          draft = Array(PLACES).fill(EMPTY);
          place = 0;
          change();
        }}
      >
        ${w("lay.anew")}
      </button>
      ${
        draft
          ? html`<button
              class="quiet"
              data-test="lay-cancel"
              @click=${() => {
                draft = place = null;
                change();
              }}
            >
              ${w("cancel")}
            </button>`
          : nothing
      }
    </div>
    ${
      draft
        ? html`<button class="main" data-test="lay-set" ?disabled=${!whole()} @click=${settleColumn}>
            ${w("lay.set")}
          </button>`
        : nothing
    }`;
}
