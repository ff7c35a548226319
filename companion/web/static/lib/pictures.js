/** A game whose purses are open, as pictures: each with its numbers in a table for whoever would rather read. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { PAGE, bars, lines, luck, sample } from "./charts.js";
import { seatMark } from "./seats.js";
import { named, w } from "./words.js";

// Which pattern a part of the bars has; those of one kind of chart differ.
const COIN_PATTERNS = { start: 6, regions: 0, declined: 1, race: 3, power: 4, bonus: 7, column: 2, other: 5 };
const CONQUEST_PATTERNS = { empty: 0, tribe: 2, player: 5 };

function key(parts, patterns, id) {
  return html`<ul class="plain key">
    ${parts.map((part) => html`<li>${sample(patterns[part.key], `${id}-${part.key}`, PAGE)} ${part.text}</li>`)}
  </ul>`;
}

/** A table: a column for each seat, a row for each thing, [words, [cell for each seat]]. */
function table(seats, corner, rows) {
  return html`<details>
    <summary>${w("charts.table")}</summary>
    <div class="wide-table" tabindex="0" role="group" aria-label=${w("charts.table")}>
      <table>
        <thead>
          <tr>
            <th scope="col">${corner}</th>
            ${seats.map((seat) => html`<th scope="col">${seat.name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([words, cells]) =>
              html`<tr>
                <th scope="row">${words}</th>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

function figure(name, title, chart, beside, rows) {
  return html`<figure class="picture" data-test=${`picture-${name}`}>
    <figcaption><h3>${title}</h3></figcaption>
    ${chart}${beside}${rows}
  </figure>`;
}

/** What a chart says at once, for whoever hears it instead of seeing it. */
const spoken = (title, seats, numbers) =>
  named(title, seats.map((seat, place) => `${seat.name} ${numbers[place]}`).join(", "));

/** All pictures of a game; `tables` adds the numbers of each. */
export function pictures(found, { tables = true } = {}) {
  const { seats } = found;
  const turns = Array.from({ length: found.turns }, (_, turn) => turn + 1);
  const held = found.regions.map((each) => each.map((turn) => turn && turn[0] + turn[1]));
  const sum = (parts) => parts.reduce((total, value) => total + value, 0);
  const rows = (corner, of) => (tables ? table(seats, corner, of) : nothing);
  // A wide table screen has a column of its own for it.
  const tall = !tables && matchMedia("(min-aspect-ratio: 5/4)").matches;
  const title = (name) => w(`charts.${name}`);
  return html` ${
      found.told.length
        ? html`<ul class="plain highlights" data-test="highlights">
            ${found.told.map((text) => html`<li>${text}</li>`)}
          </ul>`
        : nothing
    }
    <div class="pictures" data-test="pictures">
      ${figure(
        "coins",
        title("coins"),
        lines({
          seats,
          series: found.coins,
          first: 0,
          ink: PAGE,
          high: tall ? 640 : 300,
          label: spoken(
            title("coins"),
            seats,
            found.coins.map((each) => each.at(-1)),
          ),
        }),
        html`<p class="axis">${w("charts.turn")}</p>`,
        rows(
          w("charts.turn"),
          [0, ...turns].map((turn) => [turn, found.coins.map((each) => each[turn])]),
        ),
      )}
      ${figure(
        "reasons",
        title("reasons"),
        bars({
          seats,
          parts: found.grouped,
          id: "why",
          ink: PAGE,
          label: spoken(title("reasons"), seats, found.grouped.map(sum)),
          which: (part) => COIN_PATTERNS[found.groups[part].key],
        }),
        key(found.groups, COIN_PATTERNS, "why-key"),
        rows(
          w("charts.reason"),
          found.reasons.map((reason) => [reason.text, reason.amounts]),
        ),
      )}
      ${figure(
        "regions",
        title("regions"),
        lines({
          seats,
          series: held,
          first: 1,
          ink: PAGE,
          label: spoken(
            title("regions"),
            seats,
            held.map((each) => each.findLast((turn) => turn !== null) ?? "–"),
          ),
        }),
        html`<p class="axis">${w("charts.turn")}</p>`,
        rows(
          w("charts.held"),
          turns.map((turn) => [turn, found.regions.map((each) => (each[turn - 1] ? each[turn - 1].join(" + ") : "–"))]),
        ),
      )}
      ${figure(
        "conquests",
        title("conquests"),
        bars({
          seats,
          parts: found.conquered,
          id: "took",
          ink: PAGE,
          label: spoken(title("conquests"), seats, found.conquered.map(sum)),
          which: (part) => CONQUEST_PATTERNS[found.kinds[part].key],
        }),
        key(found.kinds, CONQUEST_PATTERNS, "took-key"),
        rows("", [
          ...found.kinds.map((kind, part) => [kind.text, found.conquered.map((each) => each[part])]),
          ...["die", "failed", "lost"].map((name) => [w(`charts.${name}`), found.attacks.map((each) => each[name])]),
        ]),
      )}
      ${figure(
        "luck",
        title("luck"),
        luck({
          seats,
          rolls: found.luck,
          ink: PAGE,
          label: spoken(
            title("luck"),
            seats,
            found.luck.map((each) => each.text),
          ),
        }),
        html`<p class="axis">${w("charts.luck.key")}</p>`,
        rows("", [
          [w("charts.rolls"), found.luck.map((each) => each.rolls)],
          [w("charts.pips"), found.luck.map((each) => each.pips)],
          [w("charts.expected"), found.luck.map((each) => each.average)],
          ...[0, 1, 2, 3].map((face) => [
            w("charts.face", { count: face }),
            found.luck.map((each) => each.faces[face]),
          ]),
        ]),
      )}
      ${
        tables && found.combos.length
          ? html`<figure class="picture" data-test="picture-combos">
              <figcaption><h3>${title("combos")}</h3></figcaption>
              <ul class="plain took">
                ${found.combos.map(
                  (combo) =>
                    html`<li>
                      ${seatMark(seats[combo.seat])} <span>${combo.name}</span>
                      <small>${w("charts.combo", { number: combo.turn, count: combo.coins })}</small>
                    </li>`,
                )}
              </ul>
            </figure>`
          : nothing
      }
    </div>`;
}
