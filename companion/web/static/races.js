/** Putting right whose races are in play, their tokens off the map and what their abilities remember. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { comboSign } from "./column.js";
import { counter } from "./counter.js";
import { badges, banners, pieceGrid } from "./pieces.js";
import { change, game, page } from "./page.js";
import { enter } from "./post.js";
import { seatName } from "./seats.js";
import { twice } from "./twice.js";
import { w } from "./words.js";

/** The race that is being given: {seat, declined, race}, null when none is. */
let giving = null;

const give = (next) => { giving = next; change(); };

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
      ${pieceGrid(banners(), (key) => give({ ...giving, race: key }), { gone: bands.map((band) => band.race) })}${cancel}`;
  }
  const stay = badges().filter((badge) => !declined || badge.stays);
  return html`<p class="lead">${w(declined ? "races.badge.declined" : "races.badge")}</p>
    ${declined ? html`<button class="main" data-test="no-badge" @click=${() => given("")}>${w("races.badge.none")}</button>` : nothing}
    ${pieceGrid(stay, given, { gone: bands.map((band) => band.power) })}${cancel}`;
}

function bandView(band, counts) {
  return html`<div class="band" data-test=${`of-band-${band.id}`}>
    <p>${comboSign(band)} <b>${band.name}</b>${band.declined ? html` <small>${w("column.declined")}</small>` : nothing}</p>
    <ul class="slots">
      ${counts ? ["hand", "aside"].map((place) => counter({ key: `${place}-${band.id}`, value: band[place], least: 0, most: 30, label: w(`more.${place}`),
        apply: (count) => enter({ type: "set_band", band: band.id, [place]: count }) })) : nothing}
      ${band.memory.map((field) => counter({ key: `memo-${band.id}-${field.key}`, value: field.value, least: field.least, most: field.most, label: field.label,
        apply: (value) => enter({ type: "set_band", band: band.id, memo: { [field.key]: value } }) }))}
    </ul>
    ${twice(`drop-${band.id}`, w("races.drop", { name: band.name }), w("races.drop.sure", { name: band.name }), () => enter({ type: "drop_race", band: band.id }))}
  </div>`;
}

/** Every player with their races; with `counts` also the tokens off the map. */
export function racesPart({ counts = true } = {}) {
  return page.state.seats.filter((seat) => !seat.left).map((seat) => {
    const own = game().bands.filter((band) => band.seat === seat.id);
    const button = (declined) => html`<button data-test=${`give-${seat.id}-${declined ? "declined" : "active"}`}
      @click=${() => give({ seat: seat.id, declined })}>${w(declined ? "races.give.declined" : "races.give")}</button>`;
    return html`<section class="whose-races"><h3>${seatName({ ...seat, away: false })}</h3>
      ${own.map((band) => bandView(band, counts))}
      ${giving?.seat === seat.id ? givingForm()
        : html`<div class="two">${own.some((band) => !band.declined) ? nothing : button(false)}${button(true)}</div>`}
    </section>`;
  });
}
