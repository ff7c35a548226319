/** The score sheet of a turn: every coin with its reason, then accepted. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coinRow } from "./coins.js";
import { asks } from "./forms.js";
import { icon } from "../lib/emblems.js";
import { explain } from "./explain.js";
import { cutout } from "../lib/map.js";
import { change, held, nameOf, setting } from "../lib/page.js";
import { act } from "../lib/post.js";
import { putRight } from "./right.js";
import { w } from "../lib/words.js";

const MANY = 5; // pictures of regions beside a reason

/** What coins are for; tapped, the rule. Regions that pay for a race or power are seen, unless they are many. */
function reason({ text, about, amount, where }) {
  if (!about) return text;
  const places = amount === where.length && where.length <= MANY ? where : [];
  return html`<button class="term" data-test=${`why-${about}`} @click=${() => explain(about)}>
    ${icon(about)}<span>${text}</span>${places.map((place) => cutout([place]))}
  </button>`;
}

/** The coins to take from the bank, for whoever keeps cardboard ones: hands do it, so it comes before the reasons. */
const fromBank = ({ seat, bank }) =>
  setting("cardboard") && held(seat)
    ? html`<p class="from-bank" data-test="from-bank">${w("score.bank")} ${coinRow(bank)}</p>`
    : nothing;

/** The sheet; where it waits to be accepted, with what else can be done and the one button below. */
export function scoreSheet(sheet, accepts = [], beside = nothing) {
  return html`<section class="score" data-test="score">
    ${accepts.length ? nothing : html`<h2>${w("score.title", { name: nameOf(sheet.seat) })}</h2>`}
    ${sheet.lines.length ? fromBank(sheet) : nothing}
    ${
      sheet.lines.length
        ? html`<table>
            <tbody>
              ${sheet.lines.map(
                (line) =>
                  html`<tr>
                    <th scope="row">${reason(line)}</th>
                    <td>${line.amount}</td>
                  </tr>`,
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">${w("score.total")}</th>
                <td>${sheet.total}</td>
              </tr>
            </tfoot>
          </table>`
        : sheet.paid.length
          ? nothing
          : html`<p>${w("score.none")}</p>`
    }
    ${sheet.paid.length ? html`<p class="paid">${w("score.paid", { what: sheet.paid.join(", ") })}</p>` : nothing}
    ${
      accepts.length
        ? html`<p class="row">
              <button class="link" data-test="sheet-wrong" @click=${() => putRight("record")}>
                ${w("score.wrong")}
              </button>
              ${beside}
            </p>
            <div class="end">
              ${accepts.map(
                (offer, place) =>
                  html`<button
                    class=${place ? "quiet" : "main"}
                    data-test=${offer.command.decline ? "accept-decline" : "accept"}
                    @click=${() => (asks(offer) ? change({ form: offer.id, slot: null }) : act(offer))}
                  >
                    ${offer.label}
                  </button>`,
              )}
            </div>`
        : nothing
    }
  </section>`;
}
