/** How a form looks in the sheet: its lines with plus and minus, and the way on. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { bandOf, change, game, page } from "../lib/page.js";
import { act } from "../lib/post.js";
import { counted, w } from "../lib/words.js";
import {
  add,
  asPlayed,
  asks,
  byTheRules,
  confirm,
  countsOf,
  end,
  fits,
  headed,
  laysOut,
  leftOut,
  otherwise,
  remaining,
  said,
  single,
  slotsOf,
  tappedFirst,
  tells,
  tokensAfter,
  touched,
} from "./forms.js";

/** One line of a form; with leave, one fewer than the least is something else again. `picture` stands before it. */
export function stepper(offer, slot, counts, left, leave = null, picture = cutout([slot.id])) {
  const count = counts[slot.id];
  // Some races leave a region or hold it with several: nothing lies between.
  const fewest = slot.none ? 0 : slot.least;
  const name = { name: slot.label };
  return html`<li class=${page.slot === slot.id ? "chosen" : ""} data-test=${`slot-${slot.id}`}>
    ${picture}<span class="what"
      >${slot.label}${count === 0 && offer.kind === "ready" ? html`<small>${w("form.leaves")}</small>` : nothing}</span
    >
    <button
      class="round"
      aria-label=${w("form.minus", name)}
      ?disabled=${count <= fewest && !leave}
      @click=${() => (count <= fewest ? leave() : add(offer, slot.id, -1))}
    >
      ${icon("minus")}
    </button>
    <output aria-live="polite">${count}</output>
    <button
      class="round"
      aria-label=${w("form.plus", name)}
      ?disabled=${(left < (count ? 1 : Math.max(1, slot.least)) && !single(offer)) || count >= slot.most}
      @click=${() => add(offer, slot.id, 1)}
    >
      ${icon("plus")}
    </button>
    <button
      class="link all"
      aria-label=${w("form.allof", name)}
      ?hidden=${left <= 1 || count >= slot.most}
      @click=${() => add(offer, slot.id, left)}
    >
      ${w("form.all")}
    </button>
  </li>`;
}

/** What a button at the start of a turn does, and what it brings. */
const choice = (test, label, brings, { id = nothing, work, main = false, off = false }) =>
  html`<button
    class=${`begin ${main ? "main" : ""}`}
    data-test=${test}
    data-offer=${id}
    ?disabled=${off}
    @click=${work}
  >
    <b>${label}</b><small>${brings}</small>
  </button>`;

/** The start of a turn: the tokens are picked up, or the race declines. Each says what it brings. */
function beginning(offer, counts, { decline, quiet }) {
  const stay = new Set(Object.values(counts));
  const [each] = stay;
  const label = touched(offer)
    ? w("form.ready", { count: remaining(offer), what: counted(offer.form.what, remaining(offer)) })
    : offer.label;
  // What an ability of this race says of the beginning is to be known before a price is tapped.
  const { race, powers } = bandOf(offer.command.band);
  const own = [race, ...powers.map(({ power }) => power)];
  const isOwn = ({ sign, offer: done, regions }) => own.includes(sign) && !done && !regions.length;
  const told = touched(offer) ? null : game().hints.find(isOwn);
  const then = stay.size === 1 && each ? w("form.ready.leaves", { count: each }) : w("form.ready.then");
  const leaves = told?.text ?? then;
  // Where one token stands in each region none can be picked up, but with its region.
  const bare = slotsOf(offer).every(({ most }) => most <= 1) && !touched(offer);
  const brings = stay.size ? (bare ? w("form.ready.bare") : leaves) : w("form.ready.hand");
  return html`<div class="doing-row">
    ${choice("confirm", label, brings, { work: () => confirm(offer), main: !quiet, off: !fits(offer) })}
    ${
      decline
        ? choice("offer-decline", decline.label, w("form.decline"), {
            id: decline.id,
            work: () => (asks(decline) ? change({ form: decline.id, slot: null }) : act(decline)),
          })
        : nothing
    }
  </div>`;
}

/** The words of the way to a turn's end: it says what becomes of the tokens in hand that nobody has laid out. */
export function endWords(offer) {
  const after = tokensAfter(offer);
  return html`${offer.label}${after ? html`<small class="after">${after}</small>` : nothing}`;
}

/**
 * The form, with what can be done `beside` left of the way on, and what can wait `under` it. The way on is the form's
 * own confirmation, quiet where the map is the usual way; or `done`, which goes on to the end of the turn with what the
 * form says. At the start of a turn `decline` is the other choice.
 */
export function formView(
  offer,
  { beside = nothing, under = nothing, done = null, decline = null, quiet = false } = {},
) {
  const counts = countsOf(offer);
  const left = remaining(offer);
  const bent = otherwise(offer);
  const ready = fits(offer);
  const confirmed = () => confirm(offer);
  const ends = done && !bent;
  const calm = quiet || tells(offer);
  const way = (name, label, work, kind = `done ${calm ? "" : "main"}`) =>
    html`<button
      class=${kind}
      data-test=${name}
      ?disabled=${!ready && !(name === "done" && leftOut(offer))}
      @click=${work}
    >
      ${label}
    </button>`;
  const words = headed(offer) ? "" : said(offer, left);
  const begins = offer.kind === "ready" && !bent;
  return html`<section class="form" data-test=${`form-${offer.kind}`}>
    ${
      begins
        ? beginning(offer, counts, { decline, quiet })
        : doingRow(
            html`${
              words ? html`<p class=${`remaining ${ready ? "" : "due"}`} data-test="remaining">${words}</p>` : nothing
            }${beside}`,
            ends
              ? way("done", laysOut(offer) && !touched(offer) ? endWords(done) : done.label, () => end(offer, done))
              : way("confirm", offer.label, confirmed),
          )
    }
    ${under}
    <ul class="slots">
      ${tappedFirst(slotsOf(offer)).map((slot) => stepper(offer, slot, counts, left))}
    </ul>
    ${ends && done !== offer ? way("confirm", offer.label, confirmed, "quiet") : nothing}
    ${
      bent
        ? html`<p class="hint">${w("form.otherwise.hint")}</p>
            <button class="link" data-test="by-rules" @click=${() => byTheRules(offer)}>${w("form.rules")}</button>`
        : html`<button class="link" data-test="otherwise" @click=${() => asPlayed(offer)}>
            ${w("form.otherwise")}
          </button>`
    }
  </section>`;
}

/** The row that is always in sight: what else there is, what hands do, and at the right the one way on. */
export const doingRow = (left, right) =>
  html`<div class="doing-row">
    <div class="acts">${left}</div>
    ${right}
  </div>`;
