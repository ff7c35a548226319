/** A turn that was made on the cardboard, entered at once: tap the regions in their order, then count what stands. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { comboSign } from "../lib/combo.js";
import { face } from "../lib/die.js";
import { icon } from "../lib/emblems.js";
import { add, countsOf, remaining } from "./forms.js";
import { stepper } from "./formview.js";
import { cutout, mapView } from "../lib/map.js";
import { bandOf, change, focus, game, offersOf, page, stored } from "../lib/page.js";
import { act, post, send } from "../lib/post.js";
import { problem } from "../lib/ask.js";
import { counted, named, w } from "../lib/words.js";

/*
 * page.whole is the turn as far as it was told: {offer, pick, stay, told, draft}. `told` holds the conquests, each with
 * the offers there were for it; `draft` is what the table makes of it. Nothing is entered before the last button.
 */
const FACES = [0, 1, 2, 3];
const KEY = stored("whole");
const NONE = "whole-none"; // a turn without a conquest is entered by a second tap
let telling = Promise.resolve();

/** What a told turn belongs to: it is over when the game has come further. */
const at = (state) =>
  JSON.stringify([state?.number, state?.game?.turn.number, state?.game?.turn.seat, state?.game?.turn.stage]);

/** Takes the turn as it is now, which is kept while the page is left. */
function take(whole) {
  change({ whole });
  try {
    if (whole) sessionStorage.setItem(KEY, JSON.stringify({ at: at(page.state), whole }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing keeps it as long as the page lives.
  }
}

/** Goes on with what was told before the page was left. */
export function recall() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    if (kept?.at !== at(page.state)) return;
    change({ whole: kept.whole });
    tell(() => ({}));
  } catch {
    // What cannot be read is told again.
  }
}

const turns = (seat) => offersOf(seat).filter((offer) => offer.kind === "turn");
const unpicked = (whole) => whole.offer.command.pick !== null && whole.pick === null;

function commandOf({ offer, pick, stay, told }) {
  const conquests = told.map(({ region, way, die, pips, boosts }) => ({ region, way, die, pips, boosts }));
  return { ...offer.command, pick, stay, conquests };
}

/** Tells more of the turn, one thing after the other; what the table cannot take is not told. */
function tell(more) {
  telling = telling.then(async () => {
    const before = page.whole;
    if (!before) return;
    const whole = { ...before, ...more(before) };
    take(whole);
    change({ told: null });
    if (unpicked(whole)) return;
    try {
      const draft = await post("api/draft", { command: commandOf(whole) }, true);
      if (page.whole === whole) take({ ...whole, draft });
    } catch (error) {
      if (page.whole !== whole) return;
      take(before.draft || unpicked(before) ? before : null);
      change({ told: problem(error) });
    }
  });
}

function begin(offer) {
  change({ screen: "map", open: null, sheet: null, slot: null });
  take({ offer, pick: null, stay: {}, told: [], draft: null });
  tell(() => ({}));
}

/** What is told stays until the turn goes on, and is looked at again when the game changes. */
export function tellAgain(before, after) {
  if (!page.whole) return;
  if (at(before) !== at(after)) take(null);
  else if (before.changed !== after.changed) tell(() => ({}));
}

/** The way in, under More. A race in decline is listed first, and seldom meant. */
export function turnAtOnce() {
  const seat = focus();
  const listed = seat === null ? [] : turns(seat);
  const offer = listed.find((each) => each.command.pick !== null) ?? listed.at(-1);
  return offer
    ? html`<section class="card">
        <button class="quiet" data-test="whole" @click=${() => begin(offer)}>${offer.label}</button>
      </section>`
    : nothing;
}

const standing = () => page.whole.draft?.forms.find((offer) => offer.kind === "redeploy");

/** One tap is a conquest, on the last one takes it off, and on what is held brings its count to hand. */
function tap(region) {
  const { told } = page.whole;
  if (told.at(-1)?.region === region) return tell((whole) => ({ told: whole.told.slice(0, -1) }));
  const form = standing();
  if (form?.form.slots.some((slot) => slot.id === region)) return add(form, region, 1);
  return tell(({ told, draft }) => {
    const ways = (draft?.offers ?? []).filter((offer) => offer.region === region);
    const sure = ways.filter((offer) => offer.kind === "conquer");
    const chosen = sure.find((offer) => offer.command.way === "ordinary") ?? sure[0] ?? ways[0];
    const { way, die, boosts } = chosen?.command ?? { way: "ordinary", die: false, boosts: {} };
    return { told: [...told, { region, way, die, boosts, pips: null, ways, roll: draft?.roll ?? false }] };
  });
}

const last = (patch) => tell(({ told }) => ({ told: [...told.slice(0, -1), { ...told.at(-1), ...patch }] }));

export function wholeMap() {
  const { draft, told } = page.whole;
  const marks = {};
  for (const offer of draft?.offers ?? []) {
    if (marks[offer.region]?.can !== "sure")
      marks[offer.region] = { can: offer.kind === "conquer" ? "sure" : "die", label: offer.label };
  }
  const form = standing();
  if (form)
    for (const [id, count] of Object.entries(countsOf(form)))
      marks[id] = { count, label: named(counted(form.form.what, count), count) };
  told.forEach(({ region, pips, die }, place) => {
    const lost = die && pips !== null && form && !form.form.slots.some((slot) => slot.id === region);
    const newest = place === told.length - 1;
    marks[region] = { ...marks[region], order: place + 1, lost, picked: newest, last: newest };
  });
  return mapView({
    board: page.board,
    regions: draft?.regions ?? game().regions,
    marks,
    onTap: unpicked(page.whole) ? () => {} : tap,
    onHold: unpicked(page.whole) ? () => {} : tap,
    always: true,
  });
}

function picks(seat) {
  const offers = offersOf(seat).filter((offer) => offer.kind === "pick");
  return html`<div class="tools wide">
    ${offers.map(
      (offer) =>
        html`<button
          data-test=${`whole-pick-${offer.command.place}`}
          @click=${() => tell(() => ({ pick: offer.command.place }))}
        >
          ${comboSign(game().column[offer.command.place])}<span>${game().column[offer.command.place].name}</span>
        </button>`,
    )}
  </div>`;
}

/** Whose turn it is, where a race in decline conquers as well. */
function races(seat) {
  const offers = turns(seat).filter((offer) => offer.command.band);
  if (offers.length < 2) return nothing;
  return html`<div class="tools" role="group">
    ${offers.map(
      (offer) =>
        html`<button
          class=${offer.id === page.whole.offer.id ? "chosen" : ""}
          aria-pressed=${offer.id === page.whole.offer.id}
          data-test=${`whole-band-${offer.command.band}`}
          @click=${() => begin(offer)}
        >
          ${icon(bandOf(offer.command.band).race)}<span>${bandOf(offer.command.band).name}</span>
        </button>`,
    )}
  </div>`;
}

/** What there is to say of the last conquest: its way, and what the die showed. */
function details() {
  const { told } = page.whole;
  const conquest = told.at(-1);
  if (!conquest) return nothing;
  const { ways, way, die, boosts, pips, roll } = conquest;
  return html`${
    ways.length > 1
      ? html`<div class="tools" role="group">
          ${ways.map(({ command, label }) => {
            const same =
              command.way === way && command.die === die && JSON.stringify(command.boosts) === JSON.stringify(boosts);
            return html`<button
              class=${same ? "chosen" : ""}
              aria-pressed=${same}
              data-test=${`whole-way-${command.way}`}
              @click=${() => last({ way: command.way, die: command.die, boosts: command.boosts, pips: null })}
            >
              <span>${label}</span>
            </button>`;
          })}
        </div>`
      : nothing
  }
  ${
    die || roll
      ? html`<p class=${die && pips === null ? "remaining due" : "remaining"}>
            ${w(die ? "whole.die" : "whole.before", { number: told.length })}
          </p>
          <div class="faces" role="group">
            ${FACES.map(
              (count) =>
                html`<button
                  class=${pips === count ? "chosen" : ""}
                  aria-pressed=${pips === count}
                  aria-label=${w("roll.face", { count })}
                  data-test=${`whole-face-${count}`}
                  @click=${() => last({ pips: pips === count ? null : count })}
                >
                  ${face(count)}
                </button>`,
            )}
          </div>`
      : nothing
  }`;
}

/** How many of a kind of piece lie where; folded, for most turns change none. */
function placing(offer) {
  const counts = countsOf(offer);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return html`<details class="placing" data-test=${`whole-${offer.command.kind}`}>
    <summary>${icon(offer.command.kind)} ${named(counted(offer.form.what, all), all)}</summary>
    <ul class="slots">
      ${offer.form.slots.map((slot) => stepper(offer, slot, counts, remaining(offer)))}
    </ul>
  </details>`;
}

/** How the race stands at the end; what it held before may be left empty. */
function counting() {
  const { draft, told, stay } = page.whole;
  const form = standing();
  if (!form) return nothing;
  const counts = countsOf(form);
  const conquered = told.map(({ region }) => region);
  const leavable = draft.leavable.map(({ id }) => id).filter((id) => !conquered.includes(id));
  const leave = (id, tokens) =>
    tell((whole) => {
      const stay = { ...whole.stay, [id]: 0 };
      if (tokens !== 0) delete stay[id];
      return { stay };
    });
  const slots = form.form.slots
    .filter(({ id }) => !(id in stay) || conquered.includes(id))
    .sort((a, b) => Number(b.id === page.slot) - Number(a.id === page.slot));
  return html`<ul class="slots">
      ${slots.map((slot) =>
        stepper(
          form,
          slot,
          counts,
          remaining(form),
          leavable.includes(slot.id) ? () => leave(slot.id, 0) : null,
          cutout([slot.id]),
        ),
      )}
      ${draft.leavable
        .filter(({ id }) => id in stay && !conquered.includes(id))
        .map(
          ({ id, label }) =>
            html`<li data-test=${`slot-${id}`}>
              ${cutout([id])}<span class="what">${label}<small>${w("form.leaves")}</small></span> <output>0</output
              ><button class="round" aria-label=${w("form.plus", { name: label })} @click=${() => leave(id, null)}>
                ${icon("plus")}
              </button>
            </li>`,
        )}
    </ul>
    ${draft.forms.filter((offer) => offer.kind === "place").map(placing)}`;
}

async function enter() {
  await telling; // the last tap may still be on its way
  const { whole } = page;
  if (!whole?.told.length && page.open !== NONE) return change({ open: NONE });
  const form = whole && standing();
  if (!form || remaining(form)) return;
  const changed = (offer) =>
    JSON.stringify(countsOf(offer)) !==
    JSON.stringify(Object.fromEntries(offer.form.slots.map((slot) => [slot.id, slot.start])));
  const pieces = whole.draft.forms
    .filter((offer) => offer.kind === "place" && changed(offer))
    .map((offer) => [offer.command.kind, countsOf(offer)]);
  const command = { ...commandOf(whole), tokens: countsOf(form), pieces: Object.fromEntries(pieces) };
  const answer = await send(whole.offer.seat, command, null, Boolean(whole.draft.refusal));
  if (answer?.row && page.whole === whole) take(null);
}

/** A step of the screen: its number, and what is to be done. */
const step = (number, words) => html`<p class="lead numbered"><b>${number}</b> ${words}</p>`;

/** The last button, and what is still missing before it. */
function confirmation(cancel) {
  const { draft, told } = page.whole;
  const form = standing();
  const left = form ? remaining(form) : 0;
  return html`<div class="confirm">
    ${draft?.refusal ? html`<p class="notice" data-test="refusal">${draft.refusal}</p>` : nothing}
    <p class=${`remaining ${left ? "due" : ""}`} data-test="remaining">
      ${left ? w("form.place", { count: left }) : w("whole.hand", { count: draft?.hand ?? 0, number: told.length })}
    </p>
    <div class="two">
      <button class="main" data-test="whole-enter" ?disabled=${!form || left !== 0} @click=${enter}>
        ${w(draft?.refusal ? "whole.played" : page.open === NONE ? "whole.none" : "whole.enter")}</button
      >${cancel}
    </div>
  </div>`;
}

export function wholePanel() {
  const { offer, told } = page.whole;
  const picked = offer.command.pick !== null;
  const counts = standing()?.form.slots.length > 0;
  const decline = told.length ? null : offersOf(offer.seat).find((each) => each.kind === "decline");
  const cancel = html`<button class="quiet" data-test="whole-cancel" @click=${() => take(null)}>
    ${w("cancel")}
  </button>`;
  return html`<main class="panel whole" data-test="whole-turn">
    <h2>${offer.label}</h2>
    ${
      unpicked(page.whole)
        ? html`${step(1, w("whole.pick"))}${picks(offer.seat)}${cancel}`
        : html`${step(picked ? 2 : 1, w("whole.lead"))}
          ${told.length ? html`<p class="hint">${w("whole.last")}</p>` : nothing}
          ${details()}${told.length ? nothing : races(offer.seat)}
          ${
            decline
              ? html`<button class="quiet" data-test="whole-decline" @click=${() => act(decline)}>
                  ${decline.label}
                </button>`
              : nothing
          }
          ${counts ? step(picked ? 3 : 2, w("whole.count")) : nothing}${counting()}${confirmation(cancel)}`
    }
  </main>`;
}
