/** The table screen before the game: the way in, the board, and who sits already. */
import { icon } from "../lib/emblems.js";
import { miniature } from "../lib/miniature.js";
import { here, page } from "../lib/page.js";
import { seatName } from "../lib/seats.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { links, way } from "./way.js";

export function waiting() {
  const { seats, lobby, table } = page.state;
  return html`<main class="lobby" data-test="table-lobby">
    <header>
      <h1>${w("join.game")}</h1>
      <p>${lobby.why_not ?? w("table.begins")}</p>
    </header>
    ${way()}
    <div class="framed">${miniature(page.board)}</div>
    <section>
      ${
        seats.length
          ? html`<ol class="plain seats">
              ${seats.map(
                (seat) =>
                  html`<li class=${`c-${seat.colour}`}>
                    ${seatName(seat)}${seat.role ? html` <small>${seat.role}</small>` : nothing}
                    ${lobby.start === seat.id ? icon("crown", w("lobby.begins")) : nothing}
                  </li>`,
              )}
            </ol>`
          : html`<p>${w("table.waiting")}</p>`
      }
      ${table.notices.map((text) => html`<p class="notice">${text}</p>`)}
      ${table.copy ? html`<p class="notice" data-test="copy">${table.copy}</p>` : nothing}
      <p class="links">
        ${links()}${here() ? html` · <a href="games">${w("more.games")}</a>` : nothing}${
          here() && table.notices.length ? html` · <a href="status">${w("more.status")}</a>` : nothing
        }
      </p>
    </section>
  </main>`;
}
