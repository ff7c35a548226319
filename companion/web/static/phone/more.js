/** Switches of this phone, the players on it, and everything that can be put right. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { boxPart } from "./box.js";
import { adviceSwitch } from "./advice.js";
import { shakes } from "./call.js";
import { pauseButton } from "./pause.js";
import { timeOf } from "../lib/clock.js";
import { icon } from "../lib/emblems.js";
import { languageChoice } from "./language.js";
import { coachSwitch } from "./coach.js";
import { LEVELS, bookPart, comeBack, entrust, giveUp, plays, waitingNotice } from "./join.js";
import { invite } from "./lobby.js";
import { notices } from "./notices.js";
import { photoPart } from "./photo.js";
import { change, held, here, page, setting } from "../lib/page.js";
import { enter, takeBack } from "../lib/post.js";
import { rightCard } from "./right.js";
import { seatName } from "../lib/seats.js";
import { twice } from "../lib/twice.js";
import { turnAtOnce } from "./whole.js";
import { w } from "../lib/words.js";

function toggle(key) {
  return html`<label class="option"
    ><input
      type="checkbox"
      .checked=${live(setting(key) ?? false)}
      data-test=${`setting-${key}`}
      @change=${(event) => setting(key, event.target.checked)}
    /><span>${w(`more.${key}`)}</span></label
  >`;
}

/** Gives a seat to the app: a second tap says how well it plays. */
function toApp({ id }) {
  const key = `entrust-${id}`;
  const open = page.open === key;
  return html`<button
      class="quiet"
      aria-expanded=${open}
      data-test=${key}
      @click=${() => change({ open: open ? null : key })}
    >
      ${w("more.seat.app")}
    </button>
    ${
      open
        ? html`<div class="levels" role="group" aria-label=${w("app.level")}>
            <p>${w("app.level")}</p>
            ${LEVELS.map(
              (level) =>
                html`<button
                  data-test=${`${key}-${level}`}
                  @click=${() => entrust(id, level).then(() => change({ open: null }))}
                >
                  ${w(`app.level.${level}`)}
                </button>`,
            )}
          </div>`
        : nothing
    }`;
}

/** A player, and the way of a seat from phone to phone. */
function player(seat) {
  const own = held(seat.id);
  const move = own
    ? twice(`give-up-${seat.id}`, w("more.seat.give"), w("more.seat.sure", seat), () => giveUp(seat.id))
    : html`<button class="quiet" data-test=${`take-${seat.id}`} @click=${() => comeBack(seat)}>
        ${w("more.seat.take", seat)}
      </button>`;
  const game = page.state.phase === "play" && !page.state.seats.some(({ role, team }) => role || team !== null);
  const app = own && game ? toApp(seat) : nothing;
  return html`<li class="player">
    ${seatName(seat)} ${timeOf(seat.id)}
    <small>${own ? w("seat.you") : seat.level ? plays(seat) : nothing}${seat.left ? w("seat.left") : nothing}</small>
    ${page.me.seats.length && !seat.left ? html`${move}${app}` : nothing}
  </li>`;
}

/** Who leaves, and what ends the game for all: at the very end, where people look for it. */
const ending = () =>
  html`<details
    class="card"
    data-test="ending"
    @toggle=${({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: "end" })}
  >
    <summary>${w("more.ending")}</summary>
    ${twice("stop", w("more.stop"), w("more.stop.sure"), () => enter({ type: "stop" }))}
    ${
      page.state.beginning
        ? twice("to-lobby", w("more.lobby"), w("more.lobby.sure"), () => takeBack(page.state.beginning))
        : nothing
    }
    ${page.state.seats
      .filter((seat) => !seat.left)
      .map((seat) =>
        twice(`leave-${seat.id}`, w("more.leave.do", seat), w("more.leave.sure", seat), () =>
          enter({ type: "leave", seat: seat.id }),
        ),
      )}
  </details>`;

export function moreScreen() {
  const seated = page.me.seats.length > 0;
  const phone = html`${seated ? turnAtOnce() : nothing}
    <section class="card">
      <h2>${w("more.phone")}</h2>
      ${languageChoice()} ${coachSwitch()}${adviceSwitch()}${toggle("ask")}${toggle("prices")}${toggle("list")}
      ${toggle("awake")}${shakes() ? toggle("shake") : nothing}${toggle("sound")}
    </section>
    ${bookPart()}${photoPart()}`;
  const table = html`${seated ? rightCard() : nothing} ${boxPart(["left", "away", "lay_out"])}
    ${
      seated
        ? nothing
        : html`<button class="quiet" data-test="take-seat" @click=${() => change({ watching: false })}>
            ${w("join.here")}
          </button>`
    }
    <section class="card">
      <a class="wide" href="rules" data-test="to-rules">${icon("log")} ${w("rules")}</a>
      ${
        here()
          ? html`<a class="wide" href="games" data-test="to-games">${icon("crown")} ${w("more.games")}</a>
              <a class="wide" href="dice" data-test="to-dice">${icon("die")} ${w("more.dice")}</a>
              <a class="wide" href="status" data-test="to-status">${icon("by-button")} ${w("more.status")}</a>`
          : nothing
      }
    </section>
    <details class="card">
      <summary>${w("more.invite")}</summary>
      ${invite()}
    </details>
    <section class="card">
      <h2>${w("more.seats")}</h2>
      ${waitingNotice()}
      <ul class="plain" data-test="seats">
        ${page.state.seats.map(player)}
      </ul>
      ${pauseButton()}
    </section>
    ${seated ? ending() : nothing}`;
  return html`<main class="page more" data-test="screen-more">
    <h1>${w("more.title")}</h1>
    ${notices()}
    <div class="half">${phone}</div>
    <div class="half">${table}</div>
  </main>`;
}
