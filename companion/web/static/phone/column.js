/** The column of combos, their rules, and the races in play. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { setUpButton } from "./box.js";
import { coinPile } from "../lib/coinpile.js";
import { comboSign, priceOf } from "../lib/combo.js";
import { comboArt } from "../lib/comboart.js";
import { icon } from "../lib/emblems.js";
import { ruleLine, ruleText, rulesOf } from "./explain.js";
import { change, focus, game, offersOf, page, seatOf, setting } from "../lib/page.js";
import { act } from "../lib/post.js";
import { pilesCard } from "../lib/piles.js";
import { seatMark } from "../lib/seats.js";
import { adviceButton } from "./advice.js";
import { coach } from "./coach.js";
import { w } from "../lib/words.js";

const toggle = (key) => change({ open: page.open === key ? null : key });

/** Opens a combo or folds it up; the button that takes it is then in sight. */
function unfold({ place }, key) {
  toggle(key);
  queueMicrotask(() => document.querySelector(`[data-test="pick-${place}"]`)?.scrollIntoView({ block: "nearest" }));
}

/** What it costs, as the coins that would be laid on those above. */
const price = (each) => html`${each.price ? coinPile(each.price) : nothing}<b>${priceOf(each)}</b>`;

/** The two numbers printed on banner and badge, each after its sign, and what else comes with them, as a sum. */
function tokens({ race, power, numbers: [banner, badge], tokens: sum }) {
  const more = sum - banner - badge;
  // A tray that has fewer left gives no such sum.
  const parts = html`<i>${icon(race)}${banner} + ${icon(power)}${badge}${more ? ` + ${more}` : ""}</i>`;
  return html`<span class="tokens">
    ${more < 0 ? icon("reserve") : parts} <span>${more < 0 ? "" : "= "}${w("column.tokens", { count: sum })}</span>
  </span>`;
}

function combo(each, pick, picking) {
  const key = `combo-${each.place}`;
  const open = page.open === key;
  return html`<li class=${`combo ${open ? "open" : ""} ${pick && !each.price ? "free" : ""}`}>
    <button class="face" aria-expanded=${open} data-test=${key} @click=${() => unfold(each, key)}>
      ${comboArt(each, each.place)}
      <span class="about">
        <b class="name">${each.name}</b>
        <span class="sums">
          ${tokens(each)}
          ${
            each.coins
              ? html`<span class="gain">${icon("coin")} ${w("column.coins", { count: each.coins })}</span>`
              : nothing
          }
          ${each.faction ? html`<span>${each.faction}</span>` : nothing}
        </span>
      </span>
      <span class="price">${price(each)}</span>
      ${
        open
          ? nothing
          : html`<span class="gist"
              >${each.rules.map((rule) => html`<span>${icon(rule.key)}<span>${ruleText(rule)}</span></span>`)}</span
            >`
      }
    </button>
    ${
      open
        ? html`<div class="rules">
            ${each.rules.map(ruleLine)}
            ${
              pick
                ? html`<button class="main" data-test=${`pick-${each.place}`} @click=${() => act(pick)}>
                    ${pick.label}
                  </button>`
                : nothing
            }
            ${picking && !pick ? html`<p class="notice">${w("column.poor")}</p>` : nothing}
          </div>`
        : nothing
    }
  </li>`;
}

export function columnScreen() {
  const seat = focus();
  const picks = seat === null ? [] : offersOf(seat).filter((offer) => offer.kind === "pick");
  const { column, bands } = game();
  const tip = coach();
  // The tip says what the combos cost; where that is paid in cardboard the list says how.
  const lead = setting("cardboard") ? "column.lead" : tip === nothing || !picks.length ? "column.lead.app" : "";
  return html`<main class="page column" data-test="screen-column">
    ${tip}
    <h1>${w("column.title")}</h1>
    ${setUpButton()}${adviceButton(picks.length ? seat : null)}
    ${
      column.length
        ? html`<p>${lead ? w(lead) : nothing} ${picks.length ? html`<b>${w("column.tap")}</b>` : nothing}</p>
            <ol class="plain combos">
              ${column.map((each) =>
                combo(
                  each,
                  picks.find((offer) => offer.command.place === each.place),
                  picks.length > 0,
                ),
              )}
            </ol>`
        : html`<p class="notice">${w("column.empty")}</p>`
    }
    ${
      bands.length
        ? html`<h2>${w("column.inplay")}</h2>
            <ul class="plain">
              ${bands.map(
                (band) =>
                  html`<li class="combo">
                    <button
                      class="face plain"
                      aria-expanded=${page.open === `band-${band.id}`}
                      data-test=${`band-${band.id}`}
                      @click=${() => toggle(`band-${band.id}`)}
                    >
                      ${comboSign(band)}<span class="name"
                        ><b>${band.name}</b>
                        <small
                          >${[band.declined ? w("column.declined") : "", band.faction]
                            .filter(Boolean)
                            .join(" · ")}</small
                        ></span
                      >
                      <span class="owner">${seatMark(seatOf(band.seat))}${seatOf(band.seat).name}</span>
                    </button>
                    ${page.open === `band-${band.id}` ? html`<div class="rules">${rulesOf(band)}</div>` : nothing}
                  </li>`,
              )}
            </ul>`
        : nothing
    }
    ${pilesCard()}
  </main>`;
}
