/**
 * Keeps the screen on. Browsers give the wake lock to safe addresses only, and a table at home has none; but none of
 * them lets the screen go dark over a film that comes from a stream. So the page draws one itself: a dot, without
 * sound, where nobody sees it, and without a file.
 */

const STROKE = 1_000; // ms between two pictures of the film

let lock = null;
let film = null;
let wanted = false;

function make() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [8, 8];
  const pen = canvas.getContext("2d");
  const draw = () => pen.fillRect(0, 0, 8, 8);
  draw();
  const video = document.createElement("video");
  video.className = "awake";
  video.muted = true;
  video.playsInline = true;
  video.ariaHidden = "true";
  video.disablePictureInPicture = true;
  video.srcObject = canvas.captureStream?.() ?? null;
  document.body.append(video);
  // A stream without new pictures would stand still before it has begun.
  setInterval(() => wanted && draw(), STROKE);
  return video;
}

async function hold() {
  if (!wanted || document.visibilityState !== "visible") return;
  try {
    if (navigator.wakeLock) {
      if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
      if (!wanted) lock.release();
    } else {
      film ??= make();
      if (film.paused) await film.play();
    }
  } catch {
    // It needs a touch first, or the phone saves power: the next touch tries again.
  }
}

/** Keeps the screen on, or lets it go. */
export function keepAwake(now) {
  if (wanted === now) return;
  wanted = now;
  if (now) hold();
  else {
    lock?.release();
    film?.pause();
  }
}

addEventListener("pointerup", hold);
document.addEventListener("visibilitychange", hold);
