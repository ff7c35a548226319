/** The end of an old turn, corrected: the board as it was then, what was really on it, and which sheets follow. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { coinsWithReason } from "./reasons.js";
import { contentButtons, nearAndFar, pieceButtons } from "./contents.js";
import { counter, forgetAll } from "./counter.js";
import { icon } from "../lib/emblems.js";
import { mapView } from "../lib/map.js";
import { change, page, seatOf } from "../lib/page.js";
import { enter, post, send } from "../lib/post.js";
import { get } from "../lib/ask.js";
import { seatMark } from "../lib/seats.js";
import { w } from "../lib/words.js";

const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/**
 * `page.past` is an old turn as the server tells it, and what is said of it: `lays`, one a region; the `sheets` that
 * are ticked; `today`; and the `region` that was tapped. What the server answers is `found`, and `correct`, what may
 * have been on that region.
 */
async function show(next) {
  try {
    change({ past: await next() });
    document.querySelector(".panel.past")?.scrollTo(0, 0);
  } catch (error) {
    change({ told: { text: error.status ? error.message : w("unreachable") } });
  }
}

export function openPast(row) {
  // What was set in another turn and never sent is none of this one's.
  forgetAll("past-");
  return show(async () => ({ ...(await get(`api/past?row=${row}`)), lays: [], sheets: [], today: false }));
}

/** The command of all that was said so far. */
function commandOf({ turn, seat, lays: [first, ...also], sheets, today }) {
  return { type: "set_past", turn, seat, ...first, also, sheets, today };
}

/** Something more is said: asks the server what follows from all of it. Ticks that no longer apply go. */
const say = (more) =>
  show(async () => {
    const past = { found: null, region: null, ...page.past, ...more };
    const region = past.region ? { region: past.region } : {};
    if (!past.lays.length) {
      const then = past.region ? await get(`api/past?row=${past.row}&region=${past.region}`) : {};
      return { ...past, found: null, correct: then.correct };
    }
    const found = await post("api/past", { command: commandOf(past), ...region }, true);
    return {
      ...past,
      found,
      correct: found.correct,
      lays: past.lays.filter((lay) => found.lays.some((each) => each.region === lay.region)),
      sheets: past.sheets.filter((sheet) => found.unclear.some((each) => same(each, sheet))),
      today: past.today && found.today,
    };
  });

const openRegion = (region) => say({ region });

const without = (region) => page.past.lays.filter((lay) => lay.region !== region);

/** Something else was on a region: `command` is a correction of the map. */
function choose(command) {
  const { type, ...lay } = command; // eslint-disable-line no-unused-vars
  say({ lays: [...without(lay.region), lay], region: null });
}

/** Asks another player; the turn stays open where it is refused. */
async function ask() {
  if (await enter(commandOf(page.past))) change({ past: null });
}

// The map, and what may have been on a region.

const board = (past) => past.found?.regions ?? past.regions;

function regionPart(past) {
  const [near, far] = nearAndFar(past.correct.pieces);
  return html`<h2>${board(past)[past.region].text}</h2>
    <p class="hint">${w("past.there")}</p>
    <div class="corrections">${contentButtons(past.correct.choices, choose)} ${pieceButtons(near, choose)}</div>
    ${
      far.length
        ? html`<details class="more">
            <summary>${w("sheet.other")}</summary>
            <div class="corrections">${pieceButtons(far, choose)}</div>
          </details>`
        : nothing
    }
    <button class="quiet" data-test="past-other" @click=${() => change({ past: { ...page.past, region: null } })}>
      ${w("past.other")}
    </button>`;
}

// Which sheets follow.

const same = (one, other) =>
  one.turn === other.turn && one.seat === other.seat && (one.region ?? null) === (other.regions?.[0] ?? null);

function tickSheet(sheet, on) {
  const others = page.past.sheets.filter((each) => !same(sheet, each));
  const { turn, seat, region } = sheet;
  say({ sheets: on ? [...others, { turn, seat, regions: region ? [region] : [] }] : others });
}

const tick = (key, on, text, set) =>
  html`<label class="option"
    ><input
      type="checkbox"
      .checked=${live(on)}
      data-test=${key}
      @change=${(event) => set(event.target.checked)}
    /><span>${text}</span></label
  >`;

function layPart({ region, text, conquered }) {
  const count = (on) =>
    say({ lays: page.past.lays.map((lay) => (lay.region === region ? { ...lay, conquered: on } : lay)) });
  return html`<li>
      <span class="what">${text}</span
      ><button
        class="round"
        aria-label=${w("past.drop", { what: text })}
        data-test=${`past-drop-${region}`}
        @click=${() => say({ lays: without(region) })}
      >
        ${icon("close")}
      </button>
    </li>
    ${
      conquered === null
        ? nothing
        : html`<li class="why">${tick(`past-conquered-${region}`, conquered, w("past.conquered"), count)}</li>`
    }`;
}

/** The coins that this phone may see; where it has several players, each opens their own. */
export function ownPart(own) {
  const coins = ({ seat, coins: amount }) =>
    html`<p data-test=${`past-own-${seat}`}>
      ${icon("coin")}
      ${
        amount
          ? w("past.own", { name: seatOf(seat).name, count: signed(amount) })
          : w("past.own.none", { name: seatOf(seat).name })
      }
    </p>`;
  if (own.length < 2) return own.map(coins);
  return own.map(
    (each) =>
      html`<details class="more" data-test=${`past-cover-${each.seat}`}>
        <summary>${seatMark(seatOf(each.seat))} ${w("past.own.cover", { name: seatOf(each.seat).name })}</summary>
        ${coins(each)}
      </details>`,
  );
}

function followsPart({ found, sheets, today }) {
  const { lays, clear, unclear, own } = found;
  return html`<ul class="slots" data-test="past-lays">
      ${lays.map(layPart)}
    </ul>
    <p class="hint">${w("past.tap")}</p>
    ${
      clear.length
        ? html`<p class="hint">${w("past.clear")}</p>
            <div class="chips" data-test="past-clear">
              ${clear.map((sheet) => html`<span>${seatMark(seatOf(sheet.seat))} ${sheet.text}</span>`)}
            </div>`
        : nothing
    }
    ${
      unclear.length
        ? html`<p class="hint">${w("past.unclear")}</p>
            ${unclear.map((sheet) =>
              tick(
                `follows-${sheet.turn}-${sheet.seat}${sheet.region ? `-${sheet.region}` : ""}`,
                sheets.some((each) => same(sheet, each)),
                sheet.text,
                (on) => tickSheet(sheet, on),
              ),
            )}`
        : nothing
    }
    ${
      found.today
        ? tick("past-today", today, w("past.today"), (on) => change({ past: { ...page.past, today: on } }))
        : nothing
    }
    ${ownPart(own)}
    <button class="main" data-test="past-ask" @click=${ask}>${w("past.ask")}</button>
    <p class="hint" data-test="past-memory">${w("past.memory")}</p>`;
}

// The lines of one's own sheet.

function linesPart({ turn, seat, lines }) {
  const put = async (line, difference, note = "") => {
    const done = await send(seat, { type: "set_sheet", turn, seat, line, difference, note }, null, false, false);
    if (done) change({ past: null });
    return done;
  };
  return html`<details data-test="past-lines">
    <summary>${w("past.sheet")}</summary>
    <p class="hint">${w("past.sheet.lead")}</p>
    <ul class="slots">
      ${lines.map((line) =>
        line.key
          ? counter({
              key: `past-${line.key}`,
              value: line.amount,
              least: 0,
              most: 99,
              label: line.text,
              apply: (now) => put(line.key, now - line.amount),
            })
          : html`<li><span class="what">${line.text}</span> <output>${signed(line.amount)}</output></li>`,
      )}
      ${coinsWithReason({ key: "past-more", least: 0, label: w("past.more"), apply: put })}
    </ul>
  </details>`;
}

export function pastScreen() {
  const { past } = page;
  const changed = [...past.lays.map(({ region }) => region), ...(past.region ? [past.region] : [])];
  return html`${
      page.board
        ? mapView({
            board: page.board,
            regions: board(past),
            marks: Object.fromEntries(changed.map((region) => [region, { picked: true }])),
            onTap: openRegion,
            onHold: openRegion,
            always: true,
          })
        : html`<div class="mapframe"></div>`
    }
    <main class="panel past" data-test="screen-past">
      <h1>${past.text}</h1>
      ${
        past.region
          ? regionPart(past)
          : html`${past.found ? followsPart(past) : html`<p class="hint">${w("past.lead")}</p>`}
            ${past.lines ? linesPart(past) : nothing}`
      }
      <button class="link" data-test="past-back" @click=${() => change({ past: null })}>${w("past.back")}</button>
    </main>`;
}
