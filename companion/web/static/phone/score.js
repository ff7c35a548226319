/** The score sheet of a turn: every coin with its reason, then accepted. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coinRow } from "./coins.js";
import { icon } from "../lib/emblems.js";
import { explain } from "../lib/explain.js";
import { change, held, nameOf, setting } from "../lib/page.js";
import { act } from "../lib/post.js";
import { putRight } from "./right.js";
import { w } from "../lib/words.js";

function reason({ text, about }) {
  if (!about) return text;
  return html`<button class="term" data-test=${`why-${about}`} @click=${() => explain(about)}>
    ${icon(about)}<span>${text}</span>
  </button>`;
}

export function scoreSheet(sheet, accepts = [], quiet = false) {
  return html`<section class="score" data-test="score">
    <h2>${w("score.title", { name: nameOf(sheet.seat) })}</h2>
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
                <th scope="row">
                  ${w("score.total")}
                  ${
                    setting("cardboard") && held(sheet.seat)
                      ? html`<small data-test="from-bank">${coinRow(sheet.bank)}</small>`
                      : nothing
                  }
                </th>
                <td>${icon("coin")} ${sheet.total}</td>
              </tr>
            </tfoot>
          </table>`
        : html`<p>${w("score.none")}</p>`
    }
    ${accepts.map(
      (offer, place) =>
        html`<button
          class=${place || quiet ? "quiet" : "main"}
          data-test=${offer.command.decline ? "accept-decline" : "accept"}
          @click=${() => (offer.form ? change({ form: offer.id, slot: null }) : act(offer))}
        >
          ${offer.label}
        </button>`,
    )}
    ${
      accepts.length
        ? html`<button class="link" data-test="sheet-wrong" @click=${() => putRight("record")}>
            ${w("score.wrong")}
          </button>`
        : nothing
    }
  </section>`;
}
