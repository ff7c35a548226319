/** The region sheet: what lies there, what it costs, why not, and how to put it right. */
import { contents } from "./contents.js";
import { dialog } from "./dialog.js";
import { face } from "../lib/die.js";
import { focusOn } from "../lib/focus.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../lib/emblems.js";
import { attack, formOf, playable } from "./forms.js";
import { atFirst, helpSteppers, inOrder } from "./helps.js";
import { rulesOf } from "./explain.js";
import { spending } from "../lib/hand.js";
import { cutout } from "../lib/map.js";
import { change, focus, game, held, nameOf, offersOf, page, signer } from "../lib/page.js";
import { act, send } from "../lib/post.js";
import { get, problem } from "../lib/ask.js";
import { besides, sumView } from "../lib/sum.js";
import { named, w } from "../lib/words.js";

/** Opens the sheet of a region; `correcting` where the ways to correct it are at hand as well. */
export async function openSheet(region, { correcting = true } = {}) {
  const ways = focus() === null ? [] : offersOf(focus()).filter((offer) => offer.region === region);
  change({ sheet: { region, correcting, ways }, open: null, told: null });
  // The keyboard goes with the eye, and Escape closes.
  queueMicrotask(() => focusOn(".sheet"));
  if (!page.me.seats.length) return;
  try {
    const quoted = [
      get(`api/quote?region=${region}`),
      ...(looker() === null ? [] : [get(`api/quote?region=${region}&seat=${looker()}`)]),
    ];
    const [quote, own] = await Promise.all(quoted);
    // What was opened, chosen or typed in the meantime stays so.
    if (page.sheet?.region === region) change({ sheet: { ...page.sheet, ...quote, own, region } });
  } catch (error) {
    if (page.sheet?.region !== region) return;
    // A table out of reach: what can be chosen is known all the same, and waits like any tap.
    if (!error.status && ways.length) return;
    change({ sheet: null, told: problem(error) });
  }
}

export const closeSheet = () => change({ sheet: null, open: null });

/**
 * The own seat whose price is looked at beside that of the player whose turn it is; it has a race that could attack.
 */
function looker() {
  if (focus() === game().turn.seat || held(game().turn.seat)) return null;
  return page.me.seats.find((seat) => game().bands.some((band) => band.seat === seat && !band.declined)) ?? null;
}

/** A price, and whose it is: as on the map, that of the way which everybody has, where there is one. */
function price(quote) {
  const name = nameOf(quote.seat);
  if (game().regions[quote.region ?? page.sheet.region]?.seat === quote.seat) return nothing;
  if (!quote.bills.length)
    return quote.refusal ? html`<p class="price">${w("sheet.price.not", { name, why: quote.refusal })}</p>` : nothing;
  return html`<p class="price" data-test=${`price-${quote.seat}`}>
      <b>${w(held(quote.seat) ? "sheet.price.you" : "sheet.price", { name, count: quote.bills[0].cost })}</b>
    </p>
    ${quote.bills.map(({ bill }) => sumView(bill))}`;
}

/** The seat in whose name a correction is entered. */
const someone = () => focus() ?? signer();

/** A count is settled; whoever can conquer the region goes on to that at once. */
async function settle(sheet, command) {
  const spend = spending();
  if (!(await send(someone(), command))) return;
  if (focus() === game().turn.seat && sheet.ways.length) return openSheet(sheet.region, sheet);
  closeSheet();
  spend();
}

async function done(work) {
  const spend = spending();
  if (!(await work)) return;
  closeSheet();
  spend();
}

/** The chance of the die, with its faces: those that bring the region stand out. */
const dice = ({ chance, faces }) =>
  html`<span class="dice"
      >${faces.map(({ pips, brings }) => html`<i class=${brings ? "good" : ""}>${face(pips)}</i>`)}</span
    ><small>${w("sheet.chance", { chance })}</small><b class="go">${w("sheet.try")}</b>`;

/** One way, with as much help as was chosen: at first none, or as little as it takes. Only the first is filled. */
function way(offers, place) {
  const { sheet } = page;
  const offer = offers.find((each) => each.id === sheet.chosen?.[each.way]) ?? atFirst(offers);
  const choose = (next) => change({ sheet: { ...sheet, chosen: { ...sheet.chosen, [next.way]: next.id } } });
  return html`<li data-test=${`way-${offer.way}`}>
    ${offers.length > 1 || offer.helps.length ? helpSteppers(offers, offer, choose) : nothing}
    <button
      class=${offer.kind === "conquer" ? (place ? "quiet" : "main") : "quiet die"}
      data-test=${`way-${offer.kind}`}
      @click=${() => done(attack(offer))}
    >
      ${offer.label}${offer.chance ? dice(offer) : nothing}
    </button>
    ${besides(sheet.refusal, offer.bill)}
    ${offer.tolls.map((toll) => html`<p class="toll" data-test="toll">${icon("coin")} ${toll}</p>`)}
  </li>`;
}

/** Any contents at all: whose tokens, how many, Lost Tribe, pieces. */
function editor(sheet) {
  const lies = sheet.edit ?? {
    band: sheet.correct.band,
    tokens: sheet.correct.tokens,
    tribe: sheet.correct.tribe,
    markers: sheet.correct.markers,
  };
  const edit = (patch) => change({ sheet: { ...sheet, edit: { ...lies, ...patch } } });
  const step = (key, label, most) =>
    html`<li>
      <span class="what">${label}</span>
      <button
        class="round"
        aria-label=${w("sheet.fewer", { what: label })}
        ?disabled=${lies[key] <= 0}
        @click=${() => edit({ [key]: lies[key] - 1 })}
      >
        ${icon("minus")}
      </button>
      <output>${lies[key]}</output>
      <button
        class="round"
        aria-label=${w("sheet.more", { what: label })}
        ?disabled=${lies[key] >= most}
        @click=${() => edit({ [key]: lies[key] + 1 })}
      >
        ${icon("plus")}
      </button>
    </li>`;
  const bands = [{ id: null, name: w("sheet.no_race") }, ...game().bands];
  const command = {
    type: "set_region",
    region: sheet.region,
    ...lies,
    band: lies.tokens ? (lies.band ?? 0) : 0,
    tokens: lies.band ? lies.tokens : 0,
  };
  return html`<div class="editor">
    ${bands.map(
      (band) =>
        html`<label class="option"
          ><input
            type="radio"
            name="band"
            .checked=${live((lies.band ?? null) === band.id)}
            @change=${() => edit({ band: band.id, tokens: band.id === null ? 0 : lies.tokens || 1 })}
          /><span>${band.name}</span></label
        >`,
    )}
    <ul class="slots">
      ${step("tokens", w("sheet.tokens"), lies.band ? 20 : 0)}${step("tribe", game().tribe, 9)}
    </ul>
    <button class="main" data-test="set-region" @click=${() => done(send(someone(), command))}>
      ${w("sheet.set")}
    </button>
  </div>`;
}

function correction(sheet) {
  if (!page.me.seats.length) return nothing;
  if (!sheet.correcting)
    return html`<button
      class="quiet"
      data-test="correct"
      @click=${() => change({ sheet: { ...sheet, correcting: true } })}
    >
      ${w("sheet.correcting")}
    </button>`;
  // The numbers that a tap above settles are not there a second time.
  const { band } = game().regions[sheet.region];
  const settled = settles(sheet) ? sheet.counts.map(({ tokens }) => tokens) : [];
  const choices = sheet.correct.choices.filter(
    ({ command }) => (command.band ?? band) !== band || !settled.includes(command.tokens),
  );
  const put = (command) => done(send(someone(), command));
  return html`<h3>${w(settled.length ? "sheet.else" : "sheet.correct")}</h3>
    <p class="hint">${w("sheet.hint")}</p>
    ${contents({ ...sheet.correct, choices }, put, {
      where: ({ from }) => from && cutout(from),
      other: () => editor(sheet),
    })}`;
}

function waysOf(ways) {
  const form = formOf(offersOf(focus()));
  const open = playable(ways, form);
  if (!open.length)
    return form.kind === "ready" ? html`<p class="notice" data-test="ready-first">${w("glance.ready")}</p>` : nothing;
  return html`<ul class="plain ways">
    ${inOrder(open).map(way)}
  </ul>`;
}

/** Whether there are several numbers that a count nobody laid out can be. */
const settles = ({ counts }) => counts?.length > 1;

/**
 * A count that nobody laid out is settled by a tap on the number that stands there. Where it is the race's only one,
 * it says at least why a tap does not conquer at once.
 */
function settling(sheet) {
  const { tokens: number, unconfirmed } = game().regions[sheet.region];
  if (!settles(sheet))
    return unconfirmed ? html`<p class="hint" data-test="suggested">${w("sheet.suggested", { number })}</p>` : nothing;
  return html`<p class="lead">${w("sheet.counts", { number })}</p>
    <div class="chips" data-test="counts">
      ${sheet.counts.map(
        ({ tokens, command }) =>
          html`<button
            class=${tokens === number ? "chosen" : ""}
            data-test=${`count-${tokens}`}
            @click=${() => settle(sheet, command)}
          >
            ${tokens}
          </button>`,
      )}
    </div>`;
}

/** What could still be done to have a region, as the hints say: to roll the die before a conquest. */
const before = (seat) =>
  offersOf(seat)
    .filter(({ id, kind }) => kind === "act" && game().hints.some(({ offer }) => offer === id))
    .map(
      (offer) =>
        html`<button class="quiet" data-test="sheet-before" @click=${() => done(act(offer))}>
          ${offer.sign ? icon(offer.sign) : nothing} ${offer.label}
        </button>`,
    );

/** What the table says of a region beside the ways to have it. */
function answered(sheet, acting, ways) {
  // Nobody asks why one's own region cannot be conquered.
  const { seat, declined } = game().regions[sheet.region];
  const refused = acting && (seat !== focus() || declined);
  const bills = acting && !ways.length && sheet.correcting ? sheet.bills : [];
  return html`${bills.map(({ bill }) => besides(sheet.refusal, bill))}
  ${acting ? nothing : html`${price(sheet)}${sheet.own ? price(sheet.own) : nothing}`}
  ${sheet.refusal && refused ? html`<p class="notice" data-test="refusal">${sheet.refusal}</p>` : nothing}
  ${sheet.refusal && sheet.bills.length && acting && !ways.length ? before(focus()) : nothing}
  ${
    sheet.as_played
      ? html`<button
          class="quiet"
          data-test="enter-as-played"
          @click=${() => done(send(game().turn.seat, sheet.as_played, null, true))}
        >
          ${acting ? w("sheet.played") : w("sheet.played.for", { name: nameOf(game().turn.seat) })}
          <small>${w("sheet.played.ask")}</small>
        </button>`
      : nothing
  }
  ${correction(sheet)}`;
}

/** What is known here of the ways to have a region, at once, and what the table says of it; the ways stay the same. */
function content(sheet) {
  const known = Boolean(sheet.correct);
  const acting = focus() === game().turn.seat;
  const ways = acting || !known ? sheet.ways : [];
  if (!known && !ways.length) return page.me.seats.length ? html`<p>${w("sheet.loading")}</p>` : nothing;
  return html`${known ? settling(sheet) : nothing} ${ways.length ? waysOf(ways) : nothing}
  ${known ? answered(sheet, acting, ways) : nothing}`;
}

/** What is there, with a picture of the place. */
const titled = (region, text) => html`<span class="titled">${cutout([region])}<span>${text}</span></span>`;

/** What the race and power there can do, and whose they are, where this phone's player could take them for the own. */
function rules(lies) {
  const band = game().bands.find((each) => each.id === lies?.band);
  if (!band) return nothing;
  const own = page.me.seats.length === 1 && held(band.seat);
  return html`<div class="rules" data-test="sheet-rules">
    ${own ? nothing : html`<h3>${named(nameOf(band.seat), band.name)}</h3>`}${rulesOf(band)}
  </div>`;
}

export function sheetView() {
  const { sheet } = page;
  if (!sheet) return nothing;
  const lies = game().regions[sheet.region];
  return dialog(
    {
      name: "sheet",
      label: lies?.text ?? "",
      title: titled(sheet.region, sheet.text ?? lies?.text),
      close: closeSheet,
    },
    html`${content(sheet)} ${rules(lies)}`,
  );
}
