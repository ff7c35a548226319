/** Secret coins: asked for only while a finger holds the cover, and forgotten when it lifts. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { coinRow, countCoins } from "./coins.js";
import { icon } from "../lib/emblems.js";
import { change, page, seatOf, setting } from "../lib/page.js";
import { get, problem } from "../lib/ask.js";
import { seatMark } from "../lib/seats.js";
import { spoken } from "../lib/sum.js";
import { signed } from "../lib/sum.js";
import { w } from "../lib/words.js";
import { holder, passTo } from "./passing.js";

const SPEED = 2; // the diary goes by twice as fast as the finger that lies on the cover

let lifted = null;

async function lift(seat) {
  const mine = (lifted = {});
  const told = (patch) => lifted === mine && change(patch);
  try {
    await Promise.all([
      get(`api/purse?seat=${seat}`).then(({ coins }) => told({ coins: { [seat]: coins } })),
      get(`api/diary?seat=${seat}`).then((diary) => told({ diary: { seat, ...diary } })),
    ]);
  } catch (error) {
    told({ told: problem(error) });
  }
}

/** Covers every purse. */
export function cover() {
  lifted = null;
  if (Object.keys(page.coins).length || page.diary) change({ coins: {}, diary: null });
}

document.addEventListener("visibilitychange", cover);
addEventListener("blur", cover);
addEventListener("pagehide", cover);

/** The finger that holds the cover turns the pages of the diary. */
function slide(event) {
  const diary = document.querySelector(".diary");
  if (!diary || !lifted) return;
  lifted.from ??= [event.clientY, diary.scrollTop];
  diary.scrollTop = lifted.from[1] + SPEED * (lifted.from[0] - event.clientY);
}

function keys(event, seat) {
  if ([" ", "Enter"].includes(event.key)) {
    event.preventDefault();
    if (!event.repeat) lift(seat.id);
  } else if (["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    document.querySelector(".diary")?.scrollBy(0, event.key === "ArrowUp" ? -60 : 60);
  }
}

/** What hands do with the cardboard coins of an entry. */
function hands({ take, change: changed, combos }) {
  if (!setting("cardboard")) return nothing;
  return html`${take.length ? html`<small class="do">${w("diary.take")} ${coinRow(take)}</small>` : nothing}
  ${changed.length ? html`<small class="do">${w("diary.change")} ${coinRow(changed)}</small>` : nothing}
  ${
    combos.length
      ? html`<small class="do"
          >${w("diary.drop")} ${coinRow([[1, combos.reduce((all, { count }) => all + count, 0)]])}</small
        >`
      : nothing
  }`;
}

function entry(each) {
  const combos = each.combos.map(({ text, count }) => (count > 1 ? `${text} × ${count}` : text)).join(" · ");
  return html`<li>
    <p><span class="what">${each.text}</span> <b>${signed(each.amount)}</b> <small class="sum">${each.sum}</small></p>
    ${each.score ? html`<small>${spoken(each.score)}</small>` : nothing}
    ${combos ? html`<small>${combos}</small>` : nothing}${hands(each)}
  </li>`;
}

/** The diary by turns, the newest first. */
function diaryView({ entries, stash, seat }) {
  const turns = [...new Set(entries.map((each) => each.turn))];
  return html`<section class="diary" tabindex="0" aria-label=${w("diary.title")} data-test="diary" aria-live="polite">
    <h2>${seatMark(seatOf(seat))} ${w("diary.title")}</h2>
    ${setting("cardboard") && stash.length ? html`<p class="do">${w("diary.stash")} ${coinRow(stash)}</p>` : nothing}
    ${turns.map(
      (turn) =>
        html`<h3>${w("diary.turn", { number: turn })}</h3>
          <ul class="plain">
            ${entries.filter((each) => each.turn === turn).map(entry)}
          </ul>`,
    )}
  </section>`;
}

function about(seats, others) {
  return html`<div class="beside">
    <h1>${w("purse.title")}</h1>
    <p>${seats.length ? w("purse.lead") : w("purse.none")}</p>
    ${
      seats.length
        ? html`<label class="option"
            ><input
              type="checkbox"
              .checked=${live(setting("cardboard") ?? false)}
              data-test="setting-cardboard"
              @change=${(event) => setting("cardboard", event.target.checked)}
            /><span>${w("purse.cardboard")}<small>${w("purse.cardboard.lead")}</small></span></label
          >`
        : nothing
    }
    ${seats.map((seat) => countCoins(seat))}
    ${others.map(
      (seat) =>
        html`<button class="wide" data-test=${`purse-of-${seat.id}`} @click=${() => passTo(seat.id)}>
          <span>${seatMark(seat)} ${w("pass.coins", seat)}</span>${icon("up")}
        </button>`,
    )}
  </div>`;
}

export function purseScreen() {
  // Of several players on one phone only whoever has it in hand sees theirs.
  const seats = page.me.seats.length ? [seatOf(holder())] : [];
  const others = page.me.seats.filter((seat) => seat !== seats[0]?.id).map(seatOf);
  return html`<main class="page purse" data-test="screen-purse">
    ${page.diary ? diaryView(page.diary) : about(seats, others)}
    ${
      seats.length
        ? html`<div class="covers">
            ${seats.map((seat) => {
              const coins = page.coins[seat.id];
              const open = coins !== undefined;
              return html`<button
                class=${`cover ${open ? "lifted" : ""}`}
                data-test=${`purse-${seat.id}`}
                aria-label=${w("purse.of", { name: seat.name })}
                @pointerdown=${(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  lift(seat.id);
                }}
                @pointermove=${slide}
                @pointerup=${cover}
                @pointercancel=${cover}
                @lostpointercapture=${cover}
                @keydown=${(event) => keys(event, seat)}
                @keyup=${(event) => [" ", "Enter"].includes(event.key) && cover()}
                @blur=${cover}
                @contextmenu=${(event) => event.preventDefault()}
              >
                <span class="of">${seatMark(seat)} ${seat.name}</span>
                ${
                  open
                    ? html`<output class="coins" data-test="coins">${coins}</output><span>${w("purse.coins")}</span>`
                    : html`${icon("coin")}<span>${w("purse.hold")}</span>`
                }
              </button>`;
            })}
          </div>`
        : nothing
    }
  </main>`;
}
