/** The head of the game: whose turn it is, what is to do, and what is in hand. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { appTurn } from "./appturn.js";
import { dueRoll } from "./roll.js";
import { timeOf } from "../lib/clock.js";
import {
  formOf,
  gathers,
  headed,
  inHand,
  layingOut,
  leaving,
  playable,
  remaining,
  room,
  single,
  stays,
  toPlace,
  touched,
  unplaced,
} from "./forms.js";
import { icon } from "../lib/emblems.js";
import { explain } from "./explain.js";
import { losses } from "./losses.js";
import { awaited, bandOf, focus, game, held, mover, nameOf, offersOf, page, seatOf, waiting } from "../lib/page.js";
import { seatMark, teamMark } from "../lib/seats.js";
import { anySteps } from "./steps.js";
import { counted, listed, named, small, w } from "../lib/words.js";

/** The seat whose turn comes after this one. */
function following() {
  const seats = page.state.seats.filter((seat) => !seat.left);
  const place = seats.findIndex((seat) => seat.id === game().turn.seat);
  return seats[(place + 1) % seats.length]?.id;
}

/** Stages that have a title of their own: there is one thing to do. */
const TITLED = ["redeploy", "score"];

/** Where there is nothing else, all that can still be done is to end the turn. */
const ENDS = ["done", "finish", "turn"];

/** A piece to be placed, whose form says where and how many; null where there is none. */
const piece = (seat) => {
  const form = seat === null ? null : formOf(offersOf(seat));
  return form?.kind === "place" ? form : null;
};

/** What a seat of this phone is to do now, in a few words. */
function task(seat) {
  const offers = offersOf(seat);
  const inForm = formOf(offers);
  const { stage } = game().turn;
  const kinds = new Set(playable(offers, inForm).map((offer) => offer.kind));
  // Something else than to end the turn stands below.
  const more = offers.some((offer) => offer.kind === "act" || (offer.kind === "finish" && offer.sign));
  if (dueRoll()) return w("glance.roll");
  if (gathers(inForm)) return w("glance.gather", { race: counted(inForm.form.what, 2) });
  if (inForm?.kind === "ready" && touched(inForm) && !kinds.has("conquer") && !kinds.has("attempt"))
    return w("glance.ready");
  if (layingOut()) {
    const count = remaining(layingOut());
    return count > 0 ? w("glance.place", { count }) : w("glance.laying");
  }
  if (kinds.has("choose")) return w("glance.choose");
  if (kinds.has("pick")) return w("glance.pick");
  if (kinds.has("conquer")) return w(stage === "begin" && kinds.has("ready") ? "glance.begin" : "glance.conquer");
  if (kinds.has("attempt")) return w("glance.attempt");
  if (stage === "redeploy") {
    const count = piece(seat) ? toPlace(piece(seat)) : 0;
    // A single one moves to the region that is tapped.
    if (piece(seat) && (count || !single(piece(seat)))) return w(count ? "glance.put" : "glance.lift", { count });
    const left = inForm?.kind === "redeploy" && headed(inForm) ? remaining(inForm) : 0;
    if (left > 0) return w("glance.place", { count: left });
    return leaving(offers) || w(!stays(inForm) ? "glance.redeploy" : more ? "glance.act" : "glance.over");
  }
  if (stage === "score") return w(anySteps() ? "glance.score.hands" : "glance.score");
  const ends = [...kinds].every((kind) => ENDS.includes(kind));
  if (ends && kinds.has("done")) {
    const done = offers.find(({ kind }) => kind === "done");
    return leaving(offers) || w(stays(done) && !more ? "glance.over" : "glance.end");
  }
  if (ends && kinds.size && stage === "conquer") return w("glance.stop");
  return kinds.size ? w("glance.act") : "";
}

/** Tokens of this phone that wait to go back on the map. */
function withdrawn() {
  return game().bands.filter((band) => held(band.seat) && band.withdrawn > 0);
}

/** What a seat is to do, with its name on a phone of several players. */
const own = (seat, said) => (page.me.seats.length > 1 ? named(nameOf(seat), small(said)) : said);

/** Who of this phone has the next turn, by name where several share it; "" where nobody of it has. */
function nextHere() {
  const next = following();
  if (!held(next)) return "";
  return page.me.seats.length > 1 ? w("glance.next.name", { name: nameOf(next) }) : w("glance.next");
}

/** What somebody else's turn means for this phone. */
function meanwhile() {
  const due = waiting().filter((seat) => seat !== game().turn.seat);
  if (due.length && !held(due[0])) return w("glance.awaits", { names: listed(due.map(nameOf)) });
  return held(game().turn.seat) ? "" : nextHere();
}

/** The app has played: somebody moves its pieces. */
const appPlays = ({ seat, ends }) => ({
  seat,
  title: w(ends ? "app.title" : "app.thinking", { name: nameOf(seat) }),
  said: ends ? w("app.task") : "",
  lost: losses(),
});

/** Title and task: loud on the phone of whoever is awaited. */
function glance() {
  const { turn } = game();
  const app = appTurn();
  if (app && !dueRoll()) return appPlays(app);
  const seat = focus();
  const [back] = withdrawn();
  if (page.resting) {
    const { seat: scored } = game().sheet;
    return {
      seat: scored,
      title: w("score.title", { name: nameOf(scored) }),
      said: w("pass.title", seatOf(awaited())),
    };
  }
  if (turn.stage === "withdraw" && back && held(back.seat))
    return {
      seat: back.seat,
      title: own(back.seat, w("glance.tokens", { count: back.withdrawn })),
      said: w("glance.back"),
    };
  const others = waiting().filter((each) => each !== turn.seat);
  const returned = turn.stage === "withdraw" && others.includes(seat) ? formOf(offersOf(seat))?.form : null;
  if (returned) {
    const { total: count, what } = returned;
    const title = own(seat, w("title.place", { count, piece: counted(what, count) }));
    return { seat, title, said: w("glance.back") };
  }
  if (turn.stage === "withdraw" && others.length) {
    // Whoever has scored has no turn any more.
    const title = w("glance.awaits", { names: listed(others.map(nameOf)) });
    return { seat: others[0], title, said: nextHere(), lost: losses() };
  }
  const whose = mover();
  if (page.acting === whose) return { seat: whose, title: turn.text, said: task(whose) };
  if (!held(whose)) return { seat: whose, title: turn.text, said: meanwhile(), lost: losses() };
  const put = piece(seat);
  const still = seat !== null && !put && stays(formOf(offersOf(seat)));
  const titled = seat === whose && TITLED.includes(turn.stage) && !still;
  const stage = put
    ? unplaced(put)
      ? w("title.place", { count: room(put), piece: counted(put.form.what, room(put)) })
      : put.label
    : w(`title.${turn.stage}`);
  const title = titled ? stage : w("turn.yours");
  const plain = page.me.seats.length > 1 ? (titled ? own(whose, title) : turn.text) : title;
  return {
    seat: whose,
    title: seat === whose && layingOut() ? own(whose, w("title.redeploy")) : plain,
    said: dueRoll() ? w("glance.roll") : seat === null ? meanwhile() : task(seat),
  };
}

export function header() {
  const { turn } = game();
  const { seat: id, title, said, lost = "" } = glance();
  const seat = seatOf(id);
  const band = bandOf(turn.band);
  // What is laid out on this phone alone is no less in hand for that, as all others read.
  const [now, hand] = [band?.hand, inHand(band)];
  return html`<header
    class=${`turn c-${seat.colour} ${held(id) ? "yours" : ""}`}
    data-test="turn"
    data-seat=${turn.seat}
    data-stage=${turn.stage}
  >
    <span class="sign">${seatMark(seat)}${teamMark(seat.team)}</span>
    <div class=${lost && said ? "lines" : nothing}>
      <div class="top">
        ${page.screen === "map" ? html`<h1>${title}</h1>` : html`<b>${title}</b>`}
        <small
          ><span role="img" aria-label=${w("turn.of", turn)}>${turn.number}/${turn.of}</span>
          ${timeOf(turn.seat)}</small
        >
      </div>
      ${lost ? html`<strong class="lost" role="status" data-test="losses">${lost}</strong>` : nothing}
      ${said ? html`<strong data-test="task">${said}</strong>` : nothing}
    </div>
    ${
      band
        ? html`<button
            class="hand"
            aria-label=${named(band.name, w("turn.hand", { count: hand }))}
            data-test="explain-hand"
            @click=${() => explain(...band.rules.map(({ key }) => key))}
          >
            ${icon(band.race)}${now === hand ? nothing : html`<small data-test="hand-now">${now}→</small>`}<b
              data-test="hand"
              >${hand}</b
            >
          </button>`
        : nothing
    }
  </header>`;
}
