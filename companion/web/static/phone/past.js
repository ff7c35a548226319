/** The end of an old turn, corrected: the board as it was then, and what was really on it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coinsWithReason } from "./reasons.js";
import { contents } from "./contents.js";
import { forgetAll } from "./counter.js";
import { icon } from "../lib/emblems.js";
import { mapView } from "../lib/map.js";
import { change, page, seatOf } from "../lib/page.js";
import { enter, post, send } from "../lib/post.js";
import { get, problem } from "../lib/ask.js";
import { seatMark } from "../lib/seats.js";
import { signed } from "../lib/sum.js";
import { w } from "../lib/words.js";

/** The command of all that is said of an old turn, a region each. */
function commandOf({ turn, seat }, lays) {
  const [first, ...also] = lays.map(({ lay }) => ({ ...lay, type: undefined }));
  return { ...first, type: "set_past", turn, seat, also };
}

/** What was last asked of the server: an answer to anything before it comes too late. */
let asked = null;

/**
 * `page.past` is an old turn with what is said of it, `lays`, and what follows, as the server tells them. Says these
 * instead, and asks what may have been on a `region`.
 */
async function say(past, lays, region = null) {
  const asking = { lays };
  asked = asking;
  const current = () => asked === asking && (!past.text || page.past?.row === past.row);
  try {
    const told = lays.length
      ? await post("api/past", { command: commandOf(past, lays), region }, true)
      : await get(`api/past?row=${past.row}${region ? `&region=${region}` : ""}`);
    if (!current()) return;
    change({ past: { ...past, lays, ...told, region } });
    document.querySelector(".panel.past")?.scrollTo(0, 0);
  } catch (error) {
    if (current()) change({ told: problem(error) });
  } finally {
    if (asked === asking) asked = null;
  }
}

/** What is said, answered or not yet. */
const said = () => asked?.lays ?? page.past.lays;
const without = (region) => said().filter(({ lay }) => lay.region !== region);

export function openPast(row) {
  // What was set in another turn and never sent is none of this one's.
  forgetAll("past-");
  return say({ row }, []);
}

/** What may have been on a region. */
function regionPart(past) {
  const choose = (lay) => say(past, [...without(lay.region), { lay }]);
  return html`<h2>${past.regions[past.region].text}</h2>
    <p class="hint">${w("past.there")}</p>
    ${contents(past.correct, choose)}
    <button class="quiet" data-test="past-other" @click=${() => change({ past: { ...page.past, region: null } })}>
      ${w("past.other")}
    </button>`;
}

/** The coins that this phone may see; where it has several players, each opens their own. */
export function ownPart(own) {
  const coins = ({ seat, coins: amount }) =>
    html`<p data-test=${`past-own-${seat}`}>
      ${icon("coin")} ${w(amount ? "past.own" : "past.own.none", { name: seatOf(seat).name, count: signed(amount) })}
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

/** What was said, what follows, and the question to another player; the turn stays open where that is refused. */
function followsPart(past) {
  const [first, last] = past.turns;
  const ask = async () => {
    if ((await enter(commandOf(past, past.lays))) && page.past?.row === past.row) change({ past: null });
  };
  return html`<ul class="slots" data-test="past-lays">
      ${past.lays.map(
        ({ lay: { region }, text }) =>
          html`<li>
            <span class="what">${text}</span
            ><button
              class="round"
              aria-label=${w("past.drop", { what: text })}
              data-test=${`past-drop-${region}`}
              @click=${() => say(past, without(region))}
            >
              ${icon("close")}
            </button>
          </li>`,
      )}
    </ul>
    <p class="hint">${w("past.tap")}</p>
    <p data-test="past-turns">
      ${w(first === last ? "past.turn" : "past.turns", { first, last })}
      ${page.state.phase === "play" ? w("past.stays") : nothing}
    </p>
    ${ownPart(past.own)}
    <button class="main" data-test="past-ask" @click=${ask}>${w("past.ask")}</button>
    <p class="hint" data-test="past-memory">${w("past.memory")}</p>`;
}

/** The lines of one's own sheet, and more or fewer coins on it. */
function linesPart({ turn, seat, lines }) {
  const put = async (line, difference, note) => {
    const done = await send(seat, { type: "set_sheet", turn, seat, line, difference, note }, null, false, false);
    if (done) change({ past: null });
    return done;
  };
  return html`<details data-test="past-lines">
    <summary>${w("past.sheet")}</summary>
    <p class="hint">${w("past.sheet.lead")}</p>
    <ul class="slots">
      ${lines.map(
        ({ text, amount }) => html`<li><span class="what">${text}</span> <output>${signed(amount)}</output></li>`,
      )}
      ${coinsWithReason({ key: "past-more", least: -99, label: w("past.more"), apply: put })}
    </ul>
  </details>`;
}

export function pastScreen() {
  const { past } = page;
  const picked = [...past.lays.map(({ lay }) => lay.region), ...(past.region ? [past.region] : [])];
  const openRegion = (region) => say(past, said(), region);
  return html`${mapView({
      board: page.board,
      regions: past.regions,
      marks: Object.fromEntries(picked.map((region) => [region, { picked: true }])),
      onTap: openRegion,
      onHold: openRegion,
      always: true,
    })}
    <main class="panel past" data-test="screen-past">
      <h1>${past.text}</h1>
      ${
        past.region
          ? regionPart(past)
          : html`${past.lays.length ? followsPart(past) : html`<p class="hint">${w("past.lead")}</p>`}
            ${past.lines ? linesPart(past) : nothing}`
      }
      <button class="link" data-test="past-back" @click=${() => change({ past: null })}>${w("past.back")}</button>
    </main>`;
}
