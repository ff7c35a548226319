/** What happened, newest first; from any row on it can be taken back. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { explain } from "./explain.js";
import { cutout } from "../lib/map.js";
import { change, game, page, seatOf } from "../lib/page.js";
import { openPast } from "./past.js";
import { get, problem } from "../lib/ask.js";
import { takeBack } from "../lib/post.js";
import { seatMark } from "../lib/seats.js";
import { stepsOf } from "./steps.js";
import { spoken } from "../lib/sum.js";
import { w } from "../lib/words.js";

const SEEN = 30; // lines whose places are seen at once; of older ones a tap shows them

/** What a race or a power is called. */
const nameOfKey = (key) =>
  game()?.tray.find(({ race }) => race === key)?.name ?? game()?.badges.find(({ power }) => power === key)?.name ?? "";

/** Every line, as of the newest one. */
let all = null;
const newest = () => page.state.log[0]?.row;

async function showAll() {
  try {
    const answer = await get("api/log");
    all = { newest: newest(), rows: answer.log ?? answer };
    change();
  } catch (error) {
    change({ told: problem(error) });
  }
}

function row(each, number) {
  const key = `row-${each.row}`;
  const open = page.open === key;
  return html`<li class=${each.state ? "gone" : ""}>
    <button class="entry" aria-expanded=${open} data-test=${key} @click=${() => change({ open: open ? null : key })}>
      ${number < SEEN || open ? cutout(each.places) : nothing}
      <span
        >${each.text}${each.bill ? html` <small>${spoken(each.bill)}</small>` : nothing}${
          each.sheet ? html` <small>${w("diary.turn", { number: each.sheet.turn })}</small>` : nothing
        }${each.by ? html` <small>${each.by}</small>` : nothing}${
          each.state ? html` <small>(${each.state})</small>` : nothing
        }</span
      >
    </button>
    ${
      open && each.about.length
        ? html`<div class="chips">
            ${each.about.map(
              (about) =>
                html`<button data-test=${`about-${about}`} @click=${() => explain(about)}>
                  ${icon(about)}<span>${nameOfKey(about)}</span>
                </button>`,
            )}
          </div>`
        : nothing
    }
    ${open && !each.state ? stepsOf(each.row) : nothing}
    ${
      open && each.sheet && !each.state && page.me.seats.length
        ? html`<button class="quiet" data-test=${`past-${each.row}`} @click=${() => openPast(each.row)}>
            ${icon("log")} ${w("log.past")}
          </button>`
        : nothing
    }
    ${
      open && !each.state && page.me.seats.length
        ? html`<button class="quiet" data-test=${`back-${each.row}`} @click=${() => takeBack(each.row)}>
            ${icon("undo")} ${w("log.back")}
          </button>`
        : nothing
    }
  </li>`;
}

const TURNS = "turns";

/** Goes to the turns that were scored, to put one right. */
export const openTurns = () => change({ screen: "log", past: null, open: TURNS });

let asked = null; // the newest line for which the whole log was asked

/** The whole log is asked for once for each new line. */
function keepUp() {
  if (asked === newest()) return;
  asked = newest();
  showAll();
}

/** Every scored turn, the newest first; of one that was made twice the last sheet counts. */
function turnsScreen(rows) {
  keepUp();
  const sheets = new Map();
  for (const { row: number, sheet, state } of rows) {
    if (sheet && !state && !sheets.has(`${sheet.turn}-${sheet.seat}`))
      sheets.set(`${sheet.turn}-${sheet.seat}`, { ...sheet, number });
  }
  const turns = [...new Set([...sheets.values()].map(({ turn }) => turn))];
  const of = (turn) => [...sheets.values()].filter((each) => each.turn === turn).reverse();
  return html`<main class="page log" data-test="screen-turns">
    <h1>${w("past.which")}</h1>
    ${turns.map(
      (turn) =>
        html`<h2 class="lead">${w("diary.turn", { number: turn })}</h2>
          <div class="chips">
            ${of(turn).map(
              ({ seat, number }) =>
                html`<button data-test=${`past-turn-${turn}-${seat}`} @click=${() => openPast(number)}>
                  ${seatMark(seatOf(seat))}<span>${seatOf(seat).name}</span>
                </button>`,
            )}
          </div>`,
    )}
    ${turns.length ? nothing : html`<p>${w("log.empty")}</p>`}
    <button class="quiet" data-test="log-all" @click=${() => change({ open: null })}>${w("log.show")}</button>
  </main>`;
}

export function logScreen() {
  const rows = all?.newest === newest() ? all.rows : page.state.log;
  if (page.open === TURNS && page.me.seats.length) return turnsScreen(rows);
  return html`<main class="page log" data-test="screen-log">
    <h1>${w("log.title")}</h1>
    ${
      rows.length
        ? html`<ol class="plain rows">
            ${rows.map(row)}
          </ol>`
        : html`<p>${w("log.empty")}</p>`
    }
    ${
      rows === page.state.log
        ? html`<button class="quiet" data-test="log-all" @click=${showAll}>${w("log.all")}</button>`
        : nothing
    }
  </main>`;
}
