/** An old turn's end, put right: the map as it lay then, what really lay there, and which score sheets follow. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { counted, counter, forget } from "./counter.js";
import { icon } from "./emblems.js";
import { mapView } from "./map.js";
import { change, game, page, seatOf } from "./page.js";
import { enter, get, post, send } from "./post.js";
import { seatMark } from "./seats.js";
import { w } from "./words.js";

const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/**
 * What one looks at is `page.past`: the turn as the table tells it; `lays`, what is said to have lain where, with `found`,
 * what follows from it; `sheets`, those that were ticked, `today`; and a `region` that was tapped, with `correct`.
 */
async function look(next) {
  try {
    change({ past: await next() });
    document.querySelector(".panel.past")?.scrollTo(0, 0);
  } catch (error) {
    change({ told: { text: error.status ? error.message : w("unreachable") } });
  }
}

export const openPast = (row) => look(async () => ({ ...(await get(`/api/past?row=${row}`)), lays: [], sheets: [], today: false }));

/** The command of all that was said so far. */
function commandOf({ turn, seat, lays: [first, ...also], sheets, today }) {
  return { type: "set_past", turn, seat, ...first, also, sheets, today };
}

/** What follows from what was said; nothing was said any more, where all of it lay so. */
async function followed(past, region) {
  if (!past.lays.length) return { ...past, found: null, region: null };
  const found = await post("/api/past", { command: commandOf(past), ...(region ? { region } : {}) });
  const still = past.sheets.filter((sheet) => found.unclear.some((each) => same(each, sheet)));
  const lays = past.lays.filter((lay) => found.lays.some((each) => each.region === lay.region));
  return { ...past, lays, found, sheets: still, today: past.today && found.today, region: region ?? null, correct: found.correct };
}

const openRegion = (region) => look(async () => {
  const { past } = page;
  if (past.lays.length) return followed(past, region);
  return { ...past, region, correct: (await get(`/api/past?row=${past.row}&region=${region}`)).correct };
});

const without = (region) => page.past.lays.filter((lay) => lay.region !== region);

/** Something lay otherwise: a command as the map's own corrections have it, for then. */
function choose({ command: { type: _, ...lay } }) {
  const { past } = page;
  const lays = past.lays.some(({ region }) => region === lay.region) ? past.lays.map((each) => (each.region === lay.region ? lay : each)) : [...past.lays, lay];
  look(() => followed({ ...past, lays }));
}

const again = (patch) => look(() => followed({ ...page.past, ...patch }));

/** Asks another player; the turn stays open where it is refused. */
async function ask(work) {
  if (await work) change({ past: null });
}

// The map, and what may have lain on a region.

const choiceButton = (choice, key) => html`<button data-test=${key} @click=${() => choose(choice)}>${choice.kind ? html`${icon(choice.kind)} ` : nothing}${choice.label}${choice.changes
  ? html` <small>${choice.changes}</small>` : nothing}</button>`;

const laid = (past) => past.found?.regions ?? past.regions;

function regionPart(past) {
  const { region, correct } = past;
  const near = correct.pieces.filter((piece) => piece.near);
  const far = correct.pieces.filter((piece) => !piece.near);
  return html`<h2>${laid(past)[region].text}</h2><p class="hint">${w("past.there")}</p>
    <div class="corrections">${correct.choices.map((choice, place) => choiceButton(choice, `was-${place}`))}
      ${near.map((piece) => choiceButton(piece, `was-${piece.on ? "on" : "off"}-${piece.kind}`))}</div>
    ${far.length ? html`<details class="more"><summary>${w("sheet.other")}</summary>
      <div class="corrections">${far.map((piece) => choiceButton(piece, `was-${piece.on ? "on" : "off"}-${piece.kind}`))}</div></details>` : nothing}
    <button class="quiet" data-test="past-other" @click=${() => change({ past: { ...page.past, region: null } })}>${w("past.other")}</button>`;
}

// Which sheets follow.

const same = (one, other) => one.turn === other.turn && one.seat === other.seat && (one.region ?? null) === (other.regions?.[0] ?? null);

function tickSheet(sheet, on) {
  const others = page.past.sheets.filter((each) => !same(sheet, each));
  again({ sheets: on ? [...others, { turn: sheet.turn, seat: sheet.seat, regions: sheet.region ? [sheet.region] : [] }] : others });
}

const tick = (key, on, text, set) => html`<label class="option"><input type="checkbox" .checked=${live(on)} data-test=${key}
  @change=${(event) => set(event.target.checked)}><span>${text}</span></label>`;

function layPart({ region, text, conquered }) {
  const count = (on) => again({ lays: page.past.lays.map((lay) => (lay.region === region ? { ...lay, conquered: on } : lay)) });
  return html`<li><span class="what">${text}</span><button class="round" aria-label=${w("past.drop", { what: text })} data-test=${`past-drop-${region}`}
      @click=${() => again({ lays: without(region) })}>${icon("close")}</button></li>
    ${conquered === null ? nothing : html`<li class="why">${tick(`past-conquered-${region}`, conquered, w("past.conquered"), count)}</li>`}`;
}

/** Coins that are one's own to see: on a phone of several players each looks under a cover. */
export function ownPart(own) {
  const coins = ({ seat, coins: amount }) => html`<p data-test=${`past-own-${seat}`}>${icon("coin")} ${w("past.own", { name: seatOf(seat).name, count: amount ? signed(amount) : "±0" })}</p>`;
  if (own.length < 2) return own.map(coins);
  return own.map((each) => html`<details class="more" data-test=${`past-cover-${each.seat}`}><summary>${seatMark(seatOf(each.seat))} ${w("past.own.cover", { name: seatOf(each.seat).name })}</summary>${coins(each)}</details>`);
}

function followsPart({ found, sheets, today }) {
  const { lays, clear, unclear, own } = found;
  return html`<ul class="slots" data-test="past-lays">${lays.map(layPart)}</ul>
    <p class="hint">${w("past.tap")}</p>
    ${clear.length ? html`<p class="hint">${w("past.clear")}</p><div class="chips" data-test="past-clear">${clear.map((sheet) => html`<span>${seatMark(seatOf(sheet.seat))} ${sheet.text}</span>`)}</div>` : nothing}
    ${unclear.length ? html`<p class="hint">${w("past.unclear")}</p>
      ${unclear.map((sheet) => tick(`follows-${sheet.turn}-${sheet.seat}${sheet.region ? `-${sheet.region}` : ""}`, sheets.some((each) => same(sheet, each)), sheet.text, (on) => tickSheet(sheet, on)))}` : nothing}
    ${found.today ? tick("past-today", today, w("past.today"), (on) => change({ past: { ...page.past, today: on } })) : nothing}
    ${ownPart(own)}
    <button class="main" data-test="past-ask" @click=${() => ask(enter(commandOf(page.past)))}>${w("past.ask")}</button>
    <p class="hint" data-test="past-memory">${w("past.memory")}</p>`;
}

// The lines of one's own sheet.

const MORE = "past-more";

function linesPart({ turn, seat, lines }) {
  const put = (line, difference, note = "") => ask(send(seat, { type: "set_sheet", turn, seat, line, difference, note }, null, false, false).then((done) => {
    if (done) forget(`past-${line}`);
    return done;
  }));
  const more = counted(MORE, 0);
  const words = () => (document.querySelector("[data-test=past-note]")?.value ?? "").trim();
  return html`<details data-test="past-lines"><summary>${w("past.sheet")}</summary><p class="hint">${w("past.sheet.lead")}</p>
    <ul class="slots">${lines.map((line) => (line.key
      ? counter({ key: `past-${line.key}`, value: line.amount, least: 0, most: 99, label: line.text, apply: (now) => put(line.key, now - line.amount) })
      : html`<li><span class="what">${line.text}</span> <output>${signed(line.amount)}</output></li>`))}
      ${counter({ key: MORE, value: 0, least: 0, most: 99, label: w("past.more") })}
      ${more ? html`<li class="why"><input class="note" maxlength="60" placeholder=${w("coins.note")} aria-label=${w("coins.note")} data-test="past-note">
        <div class="chips">${game().reasons.map((reason) => html`<button data-test=${`past-why-${reason.key}`}
          @click=${() => put(reason.key, more, words()).then(() => forget(MORE))}>${reason.text}</button>`)}</div></li>` : nothing}</ul></details>`;
}

export function pastScreen() {
  const { past } = page;
  const changed = Object.fromEntries([...past.lays.map(({ region }) => region), ...(past.region ? [past.region] : [])].map((region) => [region, { picked: true }]));
  return html`${page.board ? mapView({ board: page.board, regions: laid(past), marks: changed, onTap: openRegion, onHold: openRegion, always: true }) : html`<div class="mapframe"></div>`}
    <main class="panel past" data-test="screen-past"><h1>${past.text}</h1>
      ${past.region ? regionPart(past) : html`${past.found ? followsPart(past) : html`<p class="hint">${w("past.lead")}</p>`}
        ${past.lines ? linesPart(past) : nothing}`}
      <button class="link" data-test="past-back" @click=${() => change({ past: null })}>${w("past.back")}</button></main>`;
}
