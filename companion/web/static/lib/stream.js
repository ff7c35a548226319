/** The table's public state as it comes; connecting again is the same as connecting. */

// The table is heard every 1,500 ms. A line that was deaf for a moment repeats itself after 200, 600, 1,400 and
// 3,000 ms or so, and the last of these is late by a second and more, so a fresh line is tried before it.
const DOUBT = 2_200; // ms
const SILENCE = 5_000; // ms; by then the line is dead
const PATIENCE = 3_000; // ms until a first look that brought nothing counts as lost
const WAKING = 1_000; // ms; the same for a phone that was here before and shows an old picture
const AGAIN = 700; // ms between two tries
const FULL = 5_000; // ms between two pictures where too many watch for one more stream
const TRIES = 3; // under way at a time: on a slow line one takes longer than the next waits

/**
 * Calls onState with every state, onLink with "open", "lost" or "full", and onBeat with what the table says in between.
 * A line that is silent for long, or a phone that wakes up, connects again. Returns a function that does so at once.
 * A network that was away for seconds sends what it kept only seconds later, so a fresh line is tried before that.
 */
export function listen(onState, onLink, onBeat = (times) => times) {
  let heard = null; // the stream that is listened to
  let tries = []; // those that are to take its place, the oldest first
  let doubt = 0;
  let silence = 0;
  let patience = 0;
  let again = 0;
  let before = false;

  const lose = () => onLink("lost");

  function onAlive() {
    before = true;
    onLink("open");
    [doubt, silence].forEach(clearTimeout);
    doubt = setTimeout(attempt, DOUBT);
    silence = setTimeout(lose, SILENCE);
  }

  function closeAll() {
    [doubt, silence, patience, again].forEach(clearTimeout);
    [heard, ...tries].forEach((source) => source?.close());
    heard = null;
    tries = [];
  }

  /** The first try that opens is listened to; all others end. */
  function adopt(source) {
    if (source === heard) return;
    tries = tries.filter((each) => each !== source);
    closeAll();
    heard = source;
    onAlive();
  }

  /** Too many watch: it is looked at now and then, until somebody makes room. Whoever sits down is let in. */
  function pollOnce() {
    [silence, patience, again].forEach(clearTimeout);
    again = setTimeout(attempt, FULL);
    fetch("api/state", { cache: "no-store" })
      .then((answer) => answer.json())
      .then((state) => {
        if (heard) return;
        onLink("full");
        onState(state);
      })
      .catch(lose);
  }

  function attempt() {
    clearTimeout(again);
    again = setTimeout(attempt, AGAIN);
    while (tries.length >= TRIES) tries.shift().close();
    const source = new EventSource("api/stream");
    tries.push(source);
    const on = (kind, work) =>
      source.addEventListener(kind, (message) => {
        adopt(source);
        onAlive();
        work(JSON.parse(message.data));
      });
    source.addEventListener("open", () => adopt(source));
    on("state", onState);
    on("beat", onBeat);
    source.addEventListener("error", () => {
      // What was answered and is no stream is over for the browser; what got no answer it would try again.
      const refused = source.readyState === EventSource.CLOSED;
      source.close();
      tries = tries.filter((each) => each !== source);
      if (refused && !heard) pollOnce();
      if (source !== heard) return;
      closeAll();
      patience = setTimeout(lose, WAKING);
      again = setTimeout(attempt, AGAIN);
    });
  }

  /** What is heard goes on until a fresh try has opened. */
  function connect() {
    clearTimeout(patience);
    patience = setTimeout(lose, before ? WAKING : PATIENCE);
    attempt();
  }

  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connect());
  addEventListener("online", connect);
  addEventListener("offline", lose);
  addEventListener("pageshow", (event) => event.persisted && connect());
  // A page that is put to sleep hears nothing, and the table is not to think that it does.
  addEventListener("pagehide", closeAll);
  document.addEventListener("freeze", closeAll);
  document.addEventListener("resume", connect);
  connect();
  return connect;
}
