/**
 * Loads a page again where a script or its styles did not arrive: the connection was lost while it was loading. Nothing
 * else may be there then, so this stands in the page itself and needs no other script.
 */
(() => {
  const AGAIN = 1_000; // ms between two tries
  let missing = null;

  /** Another try to fetch what did not arrive. A page that came to be drawn without it is left alone. */
  async function retry() {
    const drawn = document.getElementById("app").childElementCount > 0;
    document.getElementById("connecting").hidden = drawn;
    if (drawn && missing.rel !== "stylesheet") return;
    const answer = await fetch(missing.src ?? missing.href, { cache: "reload" }).catch(() => null);
    if (answer?.ok) location.reload();
    else setTimeout(retry, AGAIN);
  }

  function failed(event) {
    if (missing || !event.target.matches?.("script, link")) return;
    missing = event.target;
    setTimeout(retry, AGAIN);
  }

  // What fails to load tells nobody but who listens on the way to it.
  addEventListener("error", failed, true);
})();
