/** Taking a seat: name, colour and shape; or coming back to one's own. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { change, page } from "../lib/page.js";
import { get } from "../lib/ask.js";
import { newId, tell } from "../lib/post.js";
import { COLOURS, SHAPES, seatMark } from "../lib/seats.js";
import { listed, w } from "../lib/words.js";

const ASK_AGAIN = 2_000;

let asked = null;

export const LEVELS = ["easy", "normal", "hard"];

let book = null;

/** The club's book, where this table has one; no other table loads anything of it. */
export function bookPart() {
  if (!("book" in document.getElementById("app").dataset) || !page.me.seats.length) return nothing;
  book ??= import("./book.js")
    .then((loaded) => {
      book = loaded;
      change();
    })
    .catch(() => (book = null));
  return book?.bookCard?.() ?? nothing;
}

/** How the app plays a seat. */
export const plays = ({ level }) => w("app.plays", { level: w(`app.level.${level}`) });

/** What is filled in: another is a further seat on this phone, seat one that is changed, with a level the app's. */
let draft = {};

export function startForm(values = {}) {
  draft = values;
  change({ open: "join" });
}

const others = () => page.state.seats.filter((seat) => seat.id !== draft.seat);
const firstFree = (all, key) => all.find((value) => !others().some((seat) => seat[key] === value)) ?? all[0];

function choices(key, all, draw) {
  const chosen = draft[key] ?? firstFree(all, key);
  return html`<fieldset class="choices">
    <legend>${w(`join.${key}`)}</legend>
    ${all.map((value) => {
      const owner = others().find((seat) => seat[key] === value);
      return html`<label class=${owner ? "gone" : ""}>
        <input
          type="radio"
          name=${key}
          .checked=${chosen === value}
          ?disabled=${Boolean(owner)}
          data-test=${`${key}-${value}`}
          aria-label=${owner ? w("taken", { what: w(`${key}.${value}`), name: owner.name }) : w(`${key}.${value}`)}
          @change=${() => {
            draft[key] = value;
            change();
          }}
        />
        ${draw(value)}${owner ? html`<small>${owner.name}</small>` : nothing}
      </label>`;
    })}
  </fieldset>`;
}

async function submit(event) {
  event.preventDefault();
  const body = {
    name: String(new FormData(event.target).get("name")).trim(),
    colour: draft.colour ?? firstFree(COLOURS, "colour"),
    shape: draft.shape ?? firstFree(Object.keys(SHAPES), "shape"),
  };
  const done =
    draft.seat === undefined
      ? await tell("api/join", { ...body, another: draft.another ?? false, id: (draft.id ??= newId()) })
      : await tell("api/lobby", { ...body, seat: draft.seat, ...(draft.level ? { level: draft.level } : {}) });
  if (!done) return;
  draft = {};
  change({ open: null });
  scrollTo(0, 0);
  await whoAmI();
}

async function standUp() {
  if (!(await tell("api/lobby", { remove: draft.seat }))) return;
  draft = {};
  change({ open: null });
  await whoAmI();
}

const names = (seats) => listed(seats.map((id) => page.state.seats.find((seat) => seat.id === id)?.name ?? ""));

/** The seat without a phone that this one asked for, as it was then. */
let wanted = null;

/** A seat nobody or the app had is this phone's now; after a wrong tap it is as it was before. */
function sits({ id, name, level }) {
  const back = () => (level && page.state.phase === "play" ? entrust(id, level) : giveUp(id));
  change({ told: { text: w("join.sits", { name }), label: w("join.wrong"), again: back } });
}

/** Takes up which seats this phone holds, and says what has become of those it held or asked for. */
function noteSeats(me) {
  const before = page.me;
  change({ me });
  if (wanted && me.seats.includes(wanted.id)) sits(wanted);
  if (!me.waiting) wanted = null;
  const gone = (before?.seats ?? []).filter((seat) => me.moved.includes(seat));
  if (gone.length && me.seats.length) change({ told: { text: w("join.moved", { name: names(gone) }) } });
  if (before?.waiting && !me.waiting && !withdrawing && me.seats.length === before.seats.length)
    change({ told: { text: w("join.passed") } });
}

/** Where a seat of this phone went on to another. */
export function movedNotice() {
  if (!page.me.moved.length) return nothing;
  return html`<p class="notice" role="status" data-test="moved">${w("join.moved", { name: names(page.me.moved) })}</p>`;
}

/** Asks the table which seats this phone holds, again while another player's yes is awaited. */
export async function whoAmI() {
  const mine = (asked = {});
  try {
    const me = await get("api/me");
    // Answers may overtake each other: only the last question's counts.
    if (asked === mine) noteSeats(me);
  } catch {
    // The stream says that the table is out of reach.
  }
  if (!page.me || page.me.waiting) setTimeout(whoAmI, ASK_AGAIN);
}

/** Asks for a seat that was this person's already; a free one is this phone's at once. */
export async function comeBack(seat) {
  if (!(await tell("api/rejoin", { seat: seat.id }))) return;
  wanted = seat.phone ? null : seat;
  await whoAmI();
}

/** While this phone takes its request back: then nobody has said no. */
let withdrawing = false;

async function withdraw() {
  withdrawing = true;
  const done = await tell("api/rejoin/withdraw", {});
  withdrawing = false;
  if (!done) return;
  change({ me: { ...page.me, waiting: false, sign: null } });
  await whoAmI();
}

/** Follows a link that somebody got at the computer: this phone has the seat then, and the link works no more. */
export async function takeLink() {
  const secret = /^#seat=(\w+)$/.exec(location.hash)?.[1];
  if (!secret) return;
  history.replaceState(null, "", location.pathname);
  if (await tell("api/link", { secret })) await whoAmI();
}

/** In a game a seat that was given up is free for whoever taps it. */
export async function giveUp(seat) {
  if (await tell("api/standup", { seat })) await whoAmI();
}

/** The app plays on for somebody who has to go. */
export async function entrust(seat, level) {
  if (await tell("api/entrust", { seat, level })) await whoAmI();
}

/** While a phone asks for a seat: the number that tells it from others, who can say yes, and the way back from it. */
export function waitingNotice() {
  if (!page.me?.waiting) return nothing;
  const alone = page.state.asks.some((ask) => ask.what === "seat" && ask.button);
  const said = page.state.table.button ? "join.waiting.alone" : "join.waiting.only";
  return html`<p class="notice waiting" role="status" data-test="waiting">
    <b class="sign">${page.me.sign}</b>${w(alone ? said : "join.waiting", page.me)}
    <button class="quiet" data-test="withdraw" @click=${withdraw}>${w("ask.never")}</button>
  </p>`;
}

/** How well the app plays. */
const levels = () =>
  html`<fieldset>
    <legend>${w("app.level")}</legend>
    ${LEVELS.map(
      (level) =>
        html`<label class="option"
          ><input
            type="radio"
            name="level"
            .checked=${draft.level === level}
            data-test=${`level-${level}`}
            @change=${() => {
              draft.level = level;
              change();
            }}
          /><span>${w(`app.level.${level}`)}</span></label
        >`,
    )}
  </fieldset>`;

function title() {
  if (draft.seat !== undefined) return w(draft.level ? "lobby.edit" : "join.edit");
  return draft.another ? w("join.another") : w("join.who");
}

/** Where a name is typed; `test` is what tests call it. */
export const nameField = (test, name = "") =>
  html`<label class="field"
    >${w("join.name")}
    <input
      name="name"
      maxlength="20"
      required
      autocomplete="nickname"
      autocapitalize="words"
      enterkeyhint="done"
      .value=${name}
      data-test=${test}
  /></label>`;

export function joinForm() {
  const chosen = {
    colour: draft.colour ?? firstFree(COLOURS, "colour"),
    shape: draft.shape ?? firstFree(Object.keys(SHAPES), "shape"),
  };
  return html`<form class="join card" @submit=${submit}>
    <h2>${seatMark(chosen)} ${title()}</h2>
    ${nameField("name", draft.name)} ${choices("colour", COLOURS, (colour) => seatMark({ colour, shape: "square" }))}
    ${choices("shape", Object.keys(SHAPES), (shape) => seatMark({ colour: chosen.colour, shape }))}
    ${draft.level ? levels() : nothing}
    <button class="main" data-test="join">${draft.seat === undefined ? w("join.go") : w("join.save")}</button>
    ${
      draft.seat === undefined
        ? nothing
        : html`<button type="button" class="quiet" data-test="stand-up" @click=${standUp}>
            ${w(draft.level ? "app.remove" : "join.leave")}
          </button>`
    }
  </form>`;
}
