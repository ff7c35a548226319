/** Questions for another player's yes. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { change, held, nameOf, page } from "../lib/page.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { ownPart } from "./past.js";
import { consent } from "../lib/post.js";
import { get, problem } from "../lib/ask.js";
import { anyOf, w } from "../lib/words.js";

/** Whether a press of the table's button answers it, where there is a button. */
const pressed = (ask) => ask.button && page.state.table.button;

/** Where this phone asks and answers, somebody else must have it in hand. */
function handing(ask) {
  const names = anyOf(ask.may.filter(held).map(nameOf));
  return w(pressed(ask) ? "ask.hand.button" : "ask.hand", { names });
}

/** What is asked, with a picture of where. */
const question = ({ text, places }) =>
  html`<div class="titled">
    ${cutout(places)}
    <p>${text}</p>
  </div>`;

/** What an old turn put right comes to for the players of this phone: looked at by a tap, before a yes or later. */
let looked = null;

async function look(ask) {
  try {
    looked = { id: ask.id, changed: page.state.changed, own: (await get(`api/past?ask=${ask.id}`)).own };
    change();
  } catch (error) {
    change({ told: problem(error) });
  }
}

function ownCoins(ask) {
  if (!ask.past) return nothing;
  return looked?.id === ask.id && looked.changed === page.state.changed
    ? ownPart(looked.own)
    : html`<button class="link" data-test="ask-own" @click=${() => look(ask)}>${w("ask.own")}</button>`;
}

/** The last refusal that was put away on this phone. */
let read = null;

/** Who asked is told of a no on the map, until something else is asked or done; other screens stay free of it. */
function rejection() {
  const { rejected } = page.state;
  if (!rejected || !held(rejected.by) || read === rejected.row) return nothing;
  if (page.screen !== "map" || page.state.asks.some((ask) => held(ask.by))) return nothing;
  return html`<section class="told" role="status" data-test="rejected">
    ${cutout(rejected.places)}
    <p><b>${w("ask.rejected", { name: nameOf(rejected.seat) })}</b><br />${rejected.text}</p>
    <button
      class="round"
      aria-label=${w("close")}
      data-test="rejected-close"
      @click=${() => {
        read = rejected.row;
        change();
      }}
    >
      ${icon("close")}
    </button>
  </section>`;
}

/** What waits for a player of this phone, told where it can't be answered yet. */
export const askedOnCover = () =>
  page.state.asks
    .filter(({ may }) => may.some(held))
    .map(
      ({ may, text }) =>
        html`<p class="asked" role="status" data-test="pass-asked">
          <b>${w("ask.title", { name: nameOf(may.find(held)) })}</b><br />${text}
        </p>`,
    );

export const asks = () => html`${rejection()}${waits()}`;

function waits() {
  return page.state.asks.map((ask) => {
    const by = ask.may.find(held);
    if (by === undefined) {
      return held(ask.by)
        ? html`<section class="ask waits" role="status">
            ${question({ ...ask, text: ask.own })}
            <small>${w(pressed(ask) ? "ask.waits.button" : "ask.waits", { names: anyOf(ask.may.map(nameOf)) })}</small>
            <button class="link" data-test="never-mind" @click=${() => consent(ask, ask.by, false)}>
              ${w("ask.never")}
            </button>
          </section>`
        : nothing;
    }
    return html`<section
      class="ask"
      role="alertdialog"
      aria-label=${w("ask.title", { name: nameOf(by) })}
      data-test=${`ask-${ask.id}`}
    >
      ${question(ask)} ${ask.since ? html`<small>${w("ask.since", { count: ask.since })}</small>` : nothing}
      ${
        ask.what !== "seat" && held(ask.by)
          ? html`<small data-test="hand-over">${handing(ask)}</small>`
          : pressed(ask)
            ? html`<small>${w("ask.button")}</small>`
            : nothing
      }
      ${ownCoins(ask)}
      <div class="two">
        <button class="main" data-test="yes" @click=${() => consent(ask, by, true)}>${w("ask.yes")}</button>
        <button class="quiet" data-test="no" @click=${() => consent(ask, by, false)}>${w("no")}</button>
      </div>
    </section>`;
  });
}
