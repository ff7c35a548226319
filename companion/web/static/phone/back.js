/** Android's Back: it closes what lies over the map, then goes to the map, and only then leaves the game. */
import { asBefore, layingOut } from "./forms.js";
import { change, onChange, page } from "../lib/page.js";

const INSIDE = "companion-inside";

/** What Back would close now, the topmost first; null on the bare map. */
function closing() {
  if (page.state?.phase !== "play") return null;
  if (page.explained) return { explained: null };
  if (page.sheet) return { sheet: null, open: null };
  if (page.open?.startsWith("player-")) return { open: null };
  if (page.past) return { past: null };
  if (page.screen !== "map") return { screen: "map", open: null };
  const laid = layingOut();
  return laid ? asBefore(laid) : null;
}

/** While there is something to close, one step of the browser's history stands for it. */
function keep() {
  if (closing() && history.state !== INSIDE) history.pushState(INSIDE, "");
}

addEventListener("popstate", () => {
  const patch = closing();
  if (patch) change(patch);
});
onChange(keep);
