/**
 * The pictures of a game whose purses are open, and what one can keep of it. Loaded only where somebody looks at
 * them.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change } from "./page.js";
import { pictures } from "./pictures.js";
import { get } from "./ask.js";
import { canShare, postcard, share } from "./postcard.js";
import { place, w } from "./words.js";

const games = {}; // by number: {of, found, card}

/** The day of a game in words, or "" where the table's clock was not right. */
export const day = (begun) => (begun ? new Date(begun).toLocaleDateString(place, { dateStyle: "long" }) : "");

/** Asks for a game once for each `of`, which changes when the game may have. */
async function look(number, of) {
  const game = (games[number] ??= {});
  if (game.of === of) return;
  game.of = of;
  try {
    Object.assign(game, { found: await get(`api/games/${number}`), card: null, failed: false });
  } catch {
    game.failed = !game.found;
  }
  change();
}

async function draw(game, lying) {
  game.card = await postcard(game.found, day(game.found.begun), lying);
  change();
}

function keeping(number, game, lying) {
  const name = `small-world-${number}.png`;
  return html`<section class="card keep">
    <h2>${w("keep.title")}</h2>
    ${
      game.card
        ? html`<figure class="postcard">
              <img src=${game.card} alt=${w("keep.alt")} data-test="postcard" />
              <figcaption>${w("keep.hold")}</figcaption>
            </figure>
            ${
              canShare()
                ? html`<button class="main" @click=${() => share(game.card, name).catch(() => null)}>
                    ${w("keep.share")}
                  </button>`
                : nothing
            }
            <a class="button quiet" href=${game.card} download=${name} data-test="save-postcard">${w("keep.save")}</a>`
        : html`<button class="quiet" data-test="make-postcard" @click=${() => draw(game, lying)}>
            ${icon("camera")} ${w("keep.picture")}
          </button>`
    }
    ${
      game.found.bg_stats
        ? html`<a
            class="button quiet"
            href=${game.found.bg_stats}
            target="_blank"
            rel="noopener noreferrer"
            data-test="bg-stats"
            >${icon("plus")} ${w("keep.bgstats")}</a
          >`
        : nothing
    }
    <div class="files">
      ${["jsonl", "json", "csv"].map(
        (kind) =>
          html`<a
            class="button quiet"
            href=${`api/games/${number}/game.${kind}`}
            download=${`game-${number}.${kind}`}
            data-test=${`file-${kind}`}
            >${icon("log")} ${w(`keep.${kind}`)}</a
          >`,
      )}
    </div>
  </section>`;
}

/** Where the figures did not come they are asked for once more. */
const again = (number) =>
  html`<button
    class="quiet"
    data-test="album-again"
    @click=${() => {
      delete games[number];
      change();
    }}
  >
    ${w("keep.again")}
  </button>`;

/**
 * Everything of a game; the table screen, which nobody touches, has the pictures `only`. `lying` is the last board with
 * what is on it, {board, regions}, where it is known.
 *
 * @param {number} number
 * @param {any} of
 * @param {{ only?: boolean, lying?: any }} [options]
 */
export function album(number, of, { only = false, lying = null } = {}) {
  look(number, of);
  const game = games[number];
  if (game.failed)
    return html`<p role="status">${w("keep.failed")}</p>
      ${only ? nothing : again(number)}`;
  if (!game.found) return html`<p role="status">${w("link.connecting")}</p>`;
  return html`${pictures(game.found, { tables: !only })}${only ? nothing : keeping(number, game, lying)}`;
}
