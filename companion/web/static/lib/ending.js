/** The reveal: one player at a time, the fewest coins first; then the winner, and the game in pictures. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { coinPile } from "./coinpile.js";
import { countUp } from "./countup.js";
import { change, game, nameOf, page, seatOf } from "./page.js";
import { seatMark } from "./seats.js";
import { teamReveal, teamsOf } from "./teams.js";
import { listed, w } from "./words.js";

const HIGHEST = 20; // coins in the pile of whoever has the most

let album = null; // what draws the pictures, once it has been loaded
let loading = null;
let opened = { count: 0, at: 0 };

/** How many purses are open, and since when, in ms of performance.now(). */
export const lastOpened = () => opened;

async function load() {
  loading ??= import("./album.js").catch(() => (loading = null));
  const loaded = await loading;
  if (!loaded || album) return;
  album = loaded.album;
  change();
}

/** The game in pictures, once every purse is open. */
export function afterwards(options) {
  if (!game().winner) return nothing;
  load();
  const lying = page.board ? { board: page.board, regions: game().regions } : null;
  return album ? album(page.state.number, page.state.log[0]?.row, { lying, ...options }) : nothing;
}

/** Tokens on the map decide between players with as many coins. */
const better = (one, other) => one.coins - other.coins || one.tokens - other.tokens;

/**
 * Coins that are revealed: their number counts up, and a pile grows beside it. What is read aloud is said at once.
 * Tokens decide where coins do not: `counted` shows them.
 */
function opening(seat, { coins, tokens }, most, counted) {
  return html`<span class="amount" aria-hidden="true"
      >${icon("coin")} <span data-count=${coins} data-of=${seat.id}>${coins}</span></span
    >
    <span class="unseen">${coins}</span>
    <span class="pile">${coinPile(Math.max(1, Math.round((HIGHEST * coins) / most)), HIGHEST)}</span>
    ${counted ? html`<small>${w("end.tokens", { count: tokens })}</small>` : nothing}`;
}

/** Who has won: a player or a team, or those who share the victory. */
export function winners(seats) {
  const teams = [...new Set(seats.map((id) => seatOf(id).team))];
  if (teams.length === 1 && teams[0] !== null) return w("end.winner.team", { number: teams[0] + 1 });
  const names = teams.includes(null) ? seats.map(nameOf) : teams.map((team) => w("team", { number: team + 1 }));
  return w(names.length > 1 ? "end.winners" : "end.winner", { name: listed(names) });
}

/** The players with what is laid open: in a list with the winner above it, or on a `podium` in seating order. */
export function revealed({ podium = false } = {}) {
  const { reveal, winner, tie, team_scores: scores = [] } = game();
  const shown = new Map((reveal ?? []).map((each) => [each.seat, each]));
  if (shown.size !== opened.count) opened = { count: shown.size, at: performance.now() };
  const open = page.state.seats
    .filter((seat) => shown.has(seat.id))
    .sort((a, b) => better(shown.get(b.id), shown.get(a.id)));
  const covered = page.state.seats.filter((seat) => !shown.has(seat.id));
  const most = Math.max(1, ...[...shown.values()].map(({ coins }) => coins));
  queueMicrotask(countUp);
  const row = (seat) => {
    const each = shown.get(seat.id);
    return html`<li
      class=${`c-${seat.colour} ${each ? "open" : "covered"} ${winner?.includes(seat.id) ? "first" : ""}`}
      data-test=${`reveal-${seat.id}`}
    >
      <span class="who"
        >${seatMark(seat)}<b>${seat.name}${seat.left ? html` <i class="away">${w("seat.left")}</i>` : nothing}</b></span
      >
      ${
        each
          ? opening(seat, each, most, !podium || tie)
          : podium
            ? html`<span class="amount" role="img" aria-label=${w("end.covered")}>?</span>`
            : html`<span class="amount">${w("end.covered")}</span>`
      }
    </li>`;
  };
  return html` ${
    winner && !podium
      ? html`<p class=${`winner c-${seatOf(winner[0]).colour}`} data-test="winner" role="status">
          ${icon("crown")}
          <b>${winners(winner)}</b>
        </p>`
      : nothing
  }
  ${tie ? html`<p class="notice">${tie}</p>` : nothing}
  ${
    teamsOf(page.state.seats).length
      ? teamReveal(scores, shown, row)
      : html`<ol class="plain reveal" aria-live="polite">
          ${(podium ? page.state.seats : [...covered, ...open]).map(row)}
        </ol>`
  }`;
}
