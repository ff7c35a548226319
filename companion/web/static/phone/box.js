/** What of the box lies where: laid out before the game, left in the trays, cleared away at the end. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/mapcut.js";
import { change, page } from "../lib/page.js";
import { get } from "../lib/ask.js";
import { w } from "../lib/words.js";

/** What the table said; asked once for each change, and again when the table is back. */
let found = null;

async function look() {
  const { phase, changed, version } = page.state;
  const of = `${phase} ${changed ?? version} ${page.link}`;
  if (found?.of === of) return;
  found = { ...found, of };
  try {
    found = { of, ...(await get("api/box")) };
  } catch {
    return; // What was known stays.
  }
  change();
}

function part(name) {
  const lines = found?.[name] ?? [];
  return lines.length
    ? html`<h3>${w(`box.${name}`)}</h3>
        <ul class="plain box" data-test=${`box-${name}`}>
          ${lines.map(
            ({ sign, text, regions }) =>
              html`<li>${icon(sign)} <span>${text}</span> ${cutout(regions, { whole: true })}</li>`,
          )}
        </ul>`
    : nothing;
}

/** Whether the board is still to be laid out: nobody has come onto it yet. */
const bare = () => {
  const { phase, game } = page.state;
  return phase === "play" && game.turn.number === 1 && Object.values(game.regions).every(({ seat }) => seat === null);
};

/** The way to what is laid out, until somebody comes onto the board: whose hands are free set it up. */
export const setUpButton = () =>
  bare() && page.me.seats.length
    ? html`<button class="quiet set-up" data-test="set-up" @click=${showBox}>${icon("map")} ${w("box.begin")}</button>`
    : nothing;

/** Opened while the board is laid out: folded again once somebody is on it. */
const LAYING = "laying";
const isLaid = () => bare() || page.state.phase === "lobby";

function showBox() {
  change({ screen: "more", box: LAYING, open: null });
  queueMicrotask(() => document.querySelector("[data-test='box']")?.scrollIntoView());
}

/** Some of the parts "lay_out", "left" and "away", asked for once they are opened; while the board is laid out that. */
export function boxPart(parts) {
  if (page.box === LAYING && !isLaid()) page.box = false;
  const open = Boolean(page.box);
  if (open) look();
  return html`<details
    class="card"
    data-test="box"
    ?open=${open}
    @toggle=${({ target }) => target.open !== open && change({ box: target.open && (isLaid() ? LAYING : true) })}
  >
    <summary>${w("box.title")}</summary>
    ${open ? (bare() ? ["lay_out"] : parts).map(part) : nothing}
  </details>`;
}
