/** Putting right whose races are in play, their tokens off the map and what their abilities remember. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { comboSign } from "../lib/combo.js";
import { counter } from "./counter.js";
import { badges, banners, pieceGrid } from "./pieces.js";
import { change, game, page } from "../lib/page.js";
import { enter } from "../lib/post.js";
import { seatMark, seatName } from "../lib/seats.js";
import { twice } from "../lib/twice.js";
import { w } from "../lib/words.js";

/** The race that is being given: {seat, declined, race}, null when none is. */
let giving = null;

const give = (next) => {
  giving = next;
  change();
};

async function given(power) {
  const { seat, declined, race } = giving;
  if (await enter({ type: "set_race", seat, race, power, declined })) give(null);
}

/** First the banner, then the badge; a race in decline has one only if it stays. */
function givingForm() {
  const { declined, race } = giving;
  const bands = game().bands;
  const cancel = html`<button class="quiet" @click=${() => give(null)}>${w("cancel")}</button>`;
  if (!race) {
    return html`<p class="lead">${w(declined ? "races.which.declined" : "races.which")}</p>
      ${pieceGrid(banners(), (key) => give({ ...giving, race: key }), {
        gone: bands.map((band) => band.race),
      })}${cancel}`;
  }
  const stay = badges().filter((badge) => !declined || badge.stays);
  return html`<p class="lead">${w(declined ? "races.badge.declined" : "races.badge")}</p>
    ${
      declined
        ? html`<button class="main" data-test="no-badge" @click=${() => given("")}>${w("races.badge.none")}</button>`
        : nothing
    }
    ${pieceGrid(stay, given, { gone: bands.map((band) => band.power) })}${cancel}`;
}

const put = (band, patch) => enter({ type: "set_band", band: band.id, ...patch });

/** What an ability remembers: yes or no, a number, a player, or a race in play. */
function memory(band, { key, kind, label, value, least, most, choices }) {
  const test = `memo-${band.id}-${key}`;
  const set = (next) => put(band, { memo: { [key]: next } });
  if (kind === "flag") {
    return html`<li>
      <label class="option"
        ><input
          type="checkbox"
          .checked=${live(value > 0)}
          data-test=${test}
          @change=${(event) => set(event.target.checked ? 1 : 0)}
        /><span>${label}</span></label
      >
    </li>`;
  }
  if (kind === "band") {
    return html`<li class="whom">
      <span class="what">${label}</span>
      <div class="chips" role="group" aria-label=${label}>
        ${choices.map(
          (each) =>
            html`<button
              class=${value === each.value ? "chosen" : ""}
              aria-pressed=${value === each.value}
              data-test=${`${test}-${each.value}`}
              @click=${() => value === each.value || set(each.value)}
            >
              ${each.text}
            </button>`,
        )}
      </div>
    </li>`;
  }
  if (kind === "seat") {
    const choice = (number, content) =>
      html`<button
        class=${value === number ? "chosen" : ""}
        aria-pressed=${value === number}
        data-test=${`${test}-${number}`}
        @click=${() => value === number || set(number)}
      >
        ${content}
      </button>`;
    const others = page.state.seats.filter((seat) => seat.id !== band.seat);
    return html`<li class="whom">
      <span class="what">${label}</span>
      <div class="chips" role="group" aria-label=${label}>
        ${choice(0, w("sheet.nobody"))}${others.map((seat) =>
          choice(seat.id + 1, html`${seatMark(seat)}<span>${seat.name}</span>`),
        )}
      </div>
    </li>`;
  }
  return counter({ key: test, value, least, most, label, apply: set });
}

/** Tokens and pieces off the map; those that wait for the end of another's turn only where there can be any. */
function offMap(band) {
  const defends = band.seat !== game().turn.seat;
  const places = ["hand", "aside", ...(defends || band.withdrawn ? ["withdrawn"] : [])];
  const pieces = band.pieces.filter(({ several, waiting }) => waiting || (several && defends));
  return html`${places.map((place) =>
    counter({
      key: `${place}-${band.id}`,
      value: band[place],
      least: 0,
      most: 30,
      label: w(`more.${place}`),
      apply: (count) => put(band, { [place]: count }),
    }),
  )}
  ${pieces.map(({ kind, name, waiting }) =>
    counter({
      key: `returned-${band.id}-${kind}`,
      value: waiting,
      least: 0,
      most: 9,
      label: w("more.returned", { piece: name }),
      apply: (count) => put(band, { returned: { [kind]: count } }),
    }),
  )}`;
}

function bandView(band, counts) {
  return html`<div class="band" data-test=${`of-band-${band.id}`}>
    <p>
      ${comboSign(band)} <b>${band.name}</b>${band.declined ? html` <small>${w("column.declined")}</small>` : nothing}
    </p>
    <ul class="slots">
      ${counts ? offMap(band) : nothing}${band.memory.map((field) => memory(band, field))}
    </ul>
    ${
      band.banner
        ? twice(
            `drop-${band.id}`,
            w("races.drop", { name: band.name }),
            w("races.drop.sure", { name: band.name }),
            () => enter({ type: "drop_race", band: band.id }),
          )
        : nothing
    }
  </div>`;
}

/** Every player with their races; with `counts` also the tokens off the map. */
export function racesPart({ counts = true } = {}) {
  return page.state.seats
    .filter((seat) => !seat.left)
    .map((seat) => {
      const own = game().bands.filter((band) => band.seat === seat.id);
      const button = (declined) =>
        html`<button
          data-test=${`give-${seat.id}-${declined ? "declined" : "active"}`}
          @click=${() => give({ seat: seat.id, declined })}
        >
          ${w(declined ? "races.give.declined" : "races.give")}
        </button>`;
      return html`<section class="whose-races">
        <h3>${seatName({ ...seat, away: false })}</h3>
        ${own.map((band) => bandView(band, counts))}
        ${
          giving?.seat === seat.id
            ? givingForm()
            : html`<div class="two">
                ${own.some((band) => !band.declined) ? nothing : button(false)}${button(true)}
              </div>`
        }
      </section>`;
    });
}
