/** The game as it runs: header, the chosen screen, the panel and the way between screens. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { asks } from "./asks.js";
import { adviceSheet } from "./advice.js";
import { appTurn } from "./appturn.js";
import { belowButton } from "./below.js";
import { told } from "../lib/told.js";
import { forgetCounts } from "./coins.js";
import { clockStands } from "./pause.js";
import { coach } from "./coach.js";
import { columnScreen } from "./column.js";
import { dueDraws, dealGrid } from "./deal.js";
import { icon } from "../lib/emblems.js";
import { endScreen } from "./end.js";
import { guideScreen } from "./guide.js";
import { header } from "./header.js";
import { byRegion, called, mainWay } from "./helps.js";
import { pointedOut } from "./hints.js";
import { layingMap, layingPanel } from "./laymap.js";
import { lostRegions } from "./losses.js";
import { formMarks, laidMarks, plannedMarks } from "./formmarks.js";
import { asBefore, attack, formOf, gathers, laysOut, pick, playable, put, takes } from "./forms.js";
import { logScreen } from "./log.js";
import { mapView, orderMarks } from "../lib/map.js";
import { onToken } from "./ontoken.js";
import { moreScreen } from "./more.js";
import { pastScreen } from "./past.js";
import { cover, purseScreen } from "./purse.js";
import { change, focus, game, offersOf, page, setting } from "../lib/page.js";
import { act } from "../lib/post.js";
import { panel } from "./panel.js";
import { prices } from "./prices.js";
import { checkScreen, regionList } from "./regionlist.js";
import { rightAtEnd } from "./right.js";
import { openSheet, sheetView } from "./sheet.js";
import { playerSheet, standingIn, strip } from "./strip.js";
import { wholeMap, wholePanel } from "./whole.js";
import { w } from "../lib/words.js";

const SCREENS = ["map", "column", "purse", "log", "more"];

/** What a tag says: the price, what pays for it, and what else would take the region. */
function priceInWords(cost, by, also) {
  const ability = by && called(by);
  const price = ability ? w("map.price.by", { count: cost, ability }) : w("map.price", { count: cost });
  return [price, also && called(also) ? w("map.also", { ability: called(also) }) : null];
}

/** What the die has to show. */
const attempt = (least) => (least ? w("map.least", { count: least }) : w("map.attempt"));

function marksOf(offers) {
  return Object.fromEntries(
    Object.entries(byRegion(offers)).map(([region, ways]) => {
      const asked = ways.find((way) => way.kind === "choose");
      if (asked) return [region, { can: "sure", label: asked.choice }];
      const { offer, by, also } = mainWay(ways);
      const sure = offer.kind !== "attempt";
      const cost = offer.cost ?? null;
      return [
        region,
        {
          can: sure ? "sure" : "die",
          ...(cost === null ? {} : { price: cost, by, also, odds: offer.chance, least: offer.least }),
          label: [...(cost === null ? [] : priceInWords(cost, by, also)), sure ? null : attempt(offer.least)]
            .filter(Boolean)
            .join(", "),
        },
      ];
    }),
  );
}

/**
 * Adds what a hint points out, what was lost, and what every region in reach costs, with the chance of the die, while
 * their switch is on and it `holds`. What can be had keeps the price of what a tap there does.
 */
function priced(marks, holds) {
  const all = { ...marks };
  for (const region of pointedOut()) all[region] = { ...all[region], picked: true };
  for (const region of lostRegions()) all[region] = { ...all[region], picked: true, gone: true };
  for (const [region, told] of Object.entries(holds ? prices() : {})) {
    const { price: cost = told.cost, by = null, also = null, odds = null } = all[region] ?? {};
    const chance = odds ?? (all[region]?.can === "sure" ? null : told.chance);
    const words = [...priceInWords(cost, by, also), chance ? w("map.chance", { chance }) : null];
    all[region] = { ...all[region], price: cost, chance, label: words.filter(Boolean).join(", ") };
  }
  return all;
}

const AGAIN = 700; // ms in which a second tap on a conquered region is the same finger
let conquered = { region: null, until: 0 };

async function conquer(way) {
  conquered = { region: way.region, until: Infinity };
  await attack(way);
  conquered.until = performance.now() + AGAIN;
}

/** A second tap on a region whose conquest is under way, or has just been made. */
const sameFinger = (region, seat) =>
  conquered.region === region &&
  (conquered.until === Infinity || (game().regions[region]?.seat === seat && performance.now() < conquered.until));

/**
 * One tap answers a question of regions, and conquers where there is one way and it can be paid; on one's own tokens it
 * brings plus and minus; else one looks first.
 */
function tapRegion(region) {
  const seat = focus();
  if (sameFinger(region, seat)) return null;
  const offers = seat === null ? [] : offersOf(seat);
  const form = formOf(offers);
  const ways = byRegion(playable(offers, form))[region] ?? [];
  const asked = ways.find((way) => way.kind === "choose");
  if (asked) return act(asked);
  if (form && takes(form, region)) return put(form, region);
  // A tap elsewhere leaves what is only laid out here.
  if (laysOut(form) || gathers(form)) {
    change(asBefore(form));
    if (!ways.length) return null;
  }
  const sure = !setting("ask") && !game().regions[region]?.unconfirmed;
  if (ways.length === 1 && ways[0].kind === "conquer" && sure) return conquer(ways[0]);
  const done = ways.length ? null : offers.find((offer) => offer.kind === "done");
  if (done && takes(done, region)) return pick(done, region);
  return openSheet(region, { correcting: seat !== game().turn.seat });
}

function nav() {
  return html`<nav aria-label=${w("nav")}>
    ${SCREENS.map(
      (screen) =>
        html`<button
          data-test=${`nav-${screen}`}
          aria-current=${page.screen === screen ? "page" : nothing}
          @click=${() => {
            cover();
            forgetCounts();
            change({ screen, open: null, past: null });
          }}
        >
          ${icon(screen === "purse" ? "coin" : screen)}<span>${w(`nav.${screen}`)}</span>
        </button>`,
    )}
  </nav>`;
}

/** A long press looks closer, and what lies there can be put right at once. */
const lookCloser = (region) => openSheet(region, { correcting: true });

/** Marks over others, region by region. */
const over = (below, marks) => ({
  ...below,
  ...Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, { ...below[id], ...mark }])),
});

/** The marks of a form over those of what has been laid out before it. */
const together = (laid, form) => over(laid, form ? formMarks(form) : {});

function mapScreen() {
  if (page.whole && page.board) return wholeMap();
  const seat = focus();
  const offers = seat === null ? [] : offersOf(seat);
  const form = formOf(offers);
  if (!page.board) return html`<div class="mapframe"></div>`;
  const app = appTurn();
  // Where tokens are laid out no die is rolled.
  const open = playable(offers, form);
  const ways = laysOut(form) ? open.filter(({ kind }) => kind !== "attempt") : open;
  const marks = app
    ? orderMarks(app.order)
    : {
        ...over(plannedMarks(offers, form), priced(marksOf(ways), open === offers)),
        ...together(laidMarks(offers, form), form),
      };
  if (setting("list"))
    return html`<section class="scroll" aria-label=${w("more.list")}>
      ${regionList({ board: page.board, marks, onTap: tapRegion })}
    </section>`;
  return html`${mapView({ board: page.board, regions: game().regions, marks, onTap: tapRegion, onHold: lookCloser })}
  ${onToken(form)}${belowButton()}`;
}

/** The game on the map: it stands still, and what is to do lies below or over it; all has its place before it comes. */
const playing = () => page.screen === "map" && !page.whole && !page.laying && !(page.checking && page.me.seats.length);

function screen() {
  switch (page.screen) {
    case "column":
      return html`<div class="scroll">
        ${dueDraws().length && page.me.seats.length ? dealGrid() : nothing}${columnScreen()}
      </div>`;
    case "purse":
      return purseScreen();
    case "log":
      return page.past ? pastScreen() : html`<div class="scroll">${logScreen()}</div>`;
    case "more":
      return html`<div class="scroll">${moreScreen()}</div>`;
    default:
      if (page.checking && page.me.seats.length) return checkScreen();
      if (page.laying && page.board && page.me.seats.length)
        return html`${layingMap()}${layingPanel(() => change({ laying: false }))}`;
      if (page.whole) return html`${mapScreen()}${wholePanel()}`;
      return html`${standingIn() === nothing ? strip() : nothing}
        <div class="stage">${mapScreen()}</div>
        ${panel()}`;
  }
}

/** The reveal, and from it the way to what was forgotten. */
function revealScreen() {
  const reading = page.screen === "log" && page.me.seats.length;
  if (reading && page.past)
    return html`<div class="play on-map" data-test="screen-play">
      <div class="over-map">${told()}${asks()}</div>
      ${pastScreen()}
    </div>`;
  return html`<div class="play over">
    <div class="scroll">
      ${told()}${asks()}${
        reading
          ? html`${logScreen()}
              <p class="page">
                <button class="quiet" data-test="to-reveal" @click=${() => change({ screen: "map", open: null })}>
                  ${w("end.back")}
                </button>
              </p>`
          : endScreen(rightAtEnd())
      }
    </div>
  </div>`;
}

export function playScreen() {
  if (page.state.phase === "reveal") {
    return revealScreen();
  }
  // A region's sheet reaches up to where the tip stands; what is asked comes first.
  const busy = page.sheet || page.state.asks.length;
  const tip = page.screen === "map" && !busy ? coach() : nothing;
  const over = html`<div class="over-map">${told()}${asks()}${tip}</div>`;
  if (page.guide !== null && page.me.seats.length) return guideScreen(over, sheetView());
  const kind = page.screen === "log" && page.past ? "map" : page.screen;
  return html`<div class=${`play ${playing() ? "playing" : `on-${kind}`}`} data-test="screen-play">
    ${header()}${standingIn()}${clockStands()} ${over} ${screen()}${nav()}${sheetView()}${playerSheet()}${adviceSheet()}
  </div>`;
}
