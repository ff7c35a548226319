/** Past games and players: asked of the table once, and a game's pictures when it is opened. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { album, day } from "../lib/album.js";
import { icon } from "../lib/emblems.js";
import { change, onChange } from "../lib/page.js";
import { get } from "../lib/ask.js";
import { seatMark } from "../lib/seats.js";
import { w } from "../lib/words.js";

const root = document.getElementById("app");
const TRIES = 4;
let found = null;
let lost = false;
let open = null; // the game that is looked at

function result(game) {
  if (!game.seats.length) return html`<p class="soft">${w("games.unreadable")}</p>`;
  const ranked = [...game.seats].sort((a, b) => b.won - a.won || b.coins - a.coins);
  return html`<ul class="plain result">
      ${ranked.map(
        (seat) =>
          html`<li class=${seat.won ? "won" : ""}>
            ${seatMark(seat)}
            <span>${seat.name}</span>
            ${
              seat.coins === null ? nothing : html`<b>${seat.coins}</b>`
            }${seat.won ? icon("crown", w("charts.wins")) : nothing}
          </li>`,
      )}
    </ul>
    ${game.open ? nothing : html`<p class="soft">${w(game.over ? "games.closed" : "games.running")}</p>`}`;
}

function toggle(number, shown) {
  if (shown === (open === number)) return;
  open = shown ? number : null;
  change();
}

function one(game) {
  return html`<section class="card" data-test=${`game-${game.game}`}>
    <h3>${day(game.begun) || w("games.undated")} <small>${game.map}</small></h3>
    ${result(game)}
    ${
      game.open
        ? html`<details
            ?open=${open === game.game}
            @toggle=${(event) => event.target === event.currentTarget && toggle(game.game, event.target.open)}
          >
            <summary data-test=${`look-${game.game}`}>${w("games.look")}</summary>
            ${open === game.game ? album(game.game, "past") : nothing}
          </details>`
        : nothing
    }
  </section>`;
}

function player(each) {
  return html`<section class="card" data-test=${`player-${each.name}`}>
    <h3>${each.name}</h3>
    <p>
      ${[
        w("games.count", { count: each.games }),
        w("games.wins", { count: each.wins }),
        w("games.best", { count: each.best }),
        w("games.mean", { count: each.mean }),
      ].join(" · ")}
    </p>
    ${
      each.combos.length
        ? html`<p class="soft">${w("games.combos")}</p>
            <ul class="plain took">
              ${each.combos.map(
                (combo) =>
                  html`<li>
                    <span>${combo.name}</span>
                    <small>${combo.times}× · ${w("games.brought", { count: combo.coins })}</small>
                  </li>`,
              )}
            </ul>`
        : nothing
    }
  </section>`;
}

function body() {
  if (!found) return html`<p>${w(lost ? "unreachable" : "link.connecting")}</p>`;
  if (!found.games.length) return html`<p data-test="no-games">${w("games.none")}</p>`;
  return html`${
      found.players.length
        ? html`<h2>${w("games.players")}</h2>
            ${found.players.map(player)}`
        : nothing
    }
    <h2>${w("games.games")}</h2>
    ${found.games.map(one)}`;
}

onChange(() =>
  render(
    html`<main>
      <a class="back" href="." data-test="back">${w("games.back")}</a>
      <h1>${w("games.title")}</h1>
      ${body()}
    </main>`,
    root,
  ),
);
change();
// The first time after a start the table works out every game; what it has done by the end of its patience it keeps.
for (let turn = 0; turn < TRIES && !found; turn += 1) found = await get("api/games").catch(() => null);
lost = !found;
change();
