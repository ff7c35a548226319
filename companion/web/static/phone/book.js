/** The club's book: whether the players of this phone are remembered in it. Loaded at a table of a club alone. */
import { get } from "../lib/ask.js";
import { change, page, seatOf } from "../lib/page.js";
import { newId, tell } from "../lib/post.js";
import { twice } from "../lib/twice.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** What the table said, and what was typed since, by seat; its words come along, as no other table needs them. */
const told = {};
const typed = {};
const forgotten = {};

/** How often the table was asked, by seat: an answer may come after that to a later question, and counts no more. */
const asked = {};

async function look(seat) {
  const question = (asked[seat] = (asked[seat] ?? 0) + 1);
  const like = seat in typed ? `&like=${encodeURIComponent(typed[seat])}` : "";
  try {
    const answer = await get(`api/book?seat=${seat}${like}`);
    if (question !== asked[seat]) return;
    told[seat] = answer;
    change();
  } catch {
    // Asked again with the next change, or when it is opened again.
    if (!told[seat]) delete told[seat];
  }
}

async function remember(seat, name, mine) {
  if (await tell("api/book", { seat, name, mine })) delete typed[seat];
  await look(seat);
}

async function forget(seat, name) {
  forgotten[seat] = Boolean(await tell("api/book/forget", { id: newId(), seat, name }));
  await look(seat);
}

const same = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Who in the book is called so, to be picked. */
function listed(seat, players, said) {
  if (!players.length) return nothing;
  return html`<p>${said.listed}</p>
    <ul class="plain">
      ${players.map(
        (each) =>
          html`<li>
            <button data-test=${`book-${each.name}`} @click=${() => remember(seat, each.name, true)}>
              ${each.name} <small>${each.text}</small>
            </button>
          </li>`,
      )}
    </ul>`;
}

/** The name that is asked for, and who in the book is called so. */
function form(seat, { own, players, reached, said }) {
  const name = typed[seat] ?? own;
  return html`<label class="field"
      >${said.name}
      <input
        .value=${name}
        maxlength="20"
        autocomplete="off"
        data-test=${`book-name-${seat}`}
        @input=${(event) => {
          typed[seat] = event.target.value;
          // The button below means what was typed, also before the table has answered.
          change();
          look(seat);
        }}
    /></label>
    ${reached ? nothing : html`<p class="hint" data-test="book-unreached">${said.unreached}</p>`}
    ${listed(seat, players, said)}
    <button
      data-test=${`book-do-${seat}`}
      ?disabled=${!name.trim() || players.some((each) => same(each.name, name))}
      @click=${() => remember(seat, name, false)}
    >
      ${said.do}
    </button>`;
}

function one(seat) {
  const found = told[seat];
  if (!found) return nothing;
  const { said } = found;
  const name = found.name || (typed[seat] ?? found.own);
  const known = found.name || !found.reached || found.players.some((each) => same(each.name, name));
  const remembered = html`<p data-test=${`book-on-${seat}`}>${said.on}</p>
    ${
      // It was given as a new name while the book was out of reach, or somebody else has given it since.
      found.new && !found.ended ? listed(seat, found.players, said) : nothing
    }
    ${
      found.ended
        ? nothing
        : html`<button class="quiet" data-test=${`book-undo-${seat}`} @click=${() => remember(seat, "", false)}>
            ${said.undo}
          </button>`
    }`;
  return html`${page.me.seats.length > 1 ? html`<h3>${seatOf(seat)?.name}</h3>` : nothing}
  ${found.name ? remembered : found.ended ? html`<p>${said.ended}</p>` : form(seat, found)}
  ${forgotten[seat] ? html`<p role="status" data-test="book-forgotten">${said["forget.done"]}</p>` : nothing}
  ${known ? twice(`book-forget-${seat}`, said.forget, said["forget.sure"], () => forget(seat, name)) : nothing}`;
}

/** The card under More and in the lobby; it is looked up each time it is opened. */
export function bookCard() {
  const seats = page.me.seats;
  const missing = seats.filter((seat) => !(seat in told));
  for (const seat of missing) {
    told[seat] = null;
    look(seat);
  }
  const found = seats.map((seat) => told[seat]).find(Boolean);
  if (!found) return nothing;
  const names = seats.map((seat) => told[seat]?.name).filter(Boolean);
  return html`<details
    class="card folded book"
    data-test="book"
    @toggle=${(event) => event.target === event.currentTarget && event.target.open && seats.forEach(look)}
  >
    <summary>
      <span>${found.said.title}${names.length ? html`<small>${names.join(", ")}</small>` : nothing}</span>
    </summary>
    <p>${found.said.lead}</p>
    ${seats.map(one)}
  </details>`;
}
