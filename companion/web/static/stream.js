/** The table's public state as it comes; connecting again is the same as connecting. */

const SILENCE = 25_000; // ms; then the link may be dead without the browser knowing.
const PATIENCE = 3_000; // ms until a link that does not open counts as lost
const RETRY = 1_000;

/**
 * Calls onState with every state and onLink with "open" or "lost".
 * A link that says nothing for long, or a phone that wakes up, connects anew. Returns a function that does so at once.
 */
export function listen(onState, onLink) {
  let source = null;
  let silence = 0;
  let patience = 0;
  let retry = 0;

  const heard = () => {
    onLink("open");
    clearTimeout(silence);
    clearTimeout(patience);
    silence = setTimeout(connect, SILENCE);
  };

  function connect() {
    clearTimeout(retry);
    clearTimeout(silence);
    clearTimeout(patience);
    source?.close();
    patience = setTimeout(() => onLink("lost"), PATIENCE);
    source = new EventSource("/api/stream");
    source.addEventListener("open", heard);
    source.addEventListener("beat", heard);
    source.addEventListener("state", (message) => {
      heard();
      onState(JSON.parse(message.data));
    });
    source.addEventListener("error", () => {
      onLink("lost");
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(connect, RETRY);
    });
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") connect();
  });
  addEventListener("online", connect);
  addEventListener("offline", () => onLink("lost"));
  addEventListener("pageshow", (event) => event.persisted && connect());
  addEventListener("pagehide", () => source?.close());
  connect();
  return connect;
}
