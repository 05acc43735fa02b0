// Sends requests to the server and waits for changes. If the server refuses a request, `Refused` is thrown with the
// message for the user.

import { get, make, button } from "./dom.js";

export class Refused extends Error {
  constructor(status, body) {
    super(body.error || "The server answered with status " + status + ".");
    this.status = status;
    this.body = body;
  }
}

// The server cannot be reached.
export class Gone extends Error {}

async function request(address, options) {
  let answer;
  try {
    answer = await fetch(address, { credentials: "same-origin", cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError" || error.name === "TimeoutError") throw error;
    throw new Gone("The studio does not answer.");
  }
  const body = await answer.json().catch(() => ({}));
  if (answer.status === 401) {
    banner("session", "The session has ended. Open the address that guion2audio shows in the terminal.");
  }
  if (!answer.ok) throw new Refused(answer.status, body);
  return body;
}

export const read = (address, options) => request(address, options);

export const send = (address, body = {}) =>
  request(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

// Sends a file.
export const upload = (address, file) =>
  request(address, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });

// Shows a message above the page, or removes it if `words` is null. `action` is a button: [text, listener].
export function banner(id, words, action) {
  const place = get("banners");
  const old = place.querySelector(`[data-banner="${id}"]`);
  if (!words) return old && old.remove();
  if (old && old.firstChild.textContent === words && Boolean(action) === Boolean(old.querySelector("button"))) return;
  const made = make("div", { class: "banner", data: { banner: id } }, make("p", {}, words));
  if (action) made.append(button(action[0], action[1]));
  if (old) old.replaceWith(made);
  else place.append(made);
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const isHidden = () => document.visibilityState === "hidden";

// Waits until the page is visible.
const shown = () =>
  new Promise((done) => {
    const look = () => {
      if (isHidden()) return;
      document.removeEventListener("visibilitychange", look);
      done();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });

// Sends a request that the server answers only after a change. A hidden page cancels the request, because
// all tabs of a browser share six connections to a server.
async function poll(address) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const look = () => isHidden() && end();
  const limit = setTimeout(end, 40_000);
  document.addEventListener("visibilitychange", look);
  try {
    return await read(address, { signal: controller.signal });
  } finally {
    clearTimeout(limit);
    document.removeEventListener("visibilitychange", look);
  }
}

// Calls `changed` with each answer of /api/changes. After each failure, the function waits longer. After
// about a minute of failures, the function stops.
export async function watch(changed) {
  let seen = 0;
  let failures = 0;
  for (;;) {
    try {
      await shown();
      const news = await poll("/api/changes?seen=" + seen);
      seen = news.seen;
      if (failures) banner("gone", null);
      failures = 0;
      await changed(news);
    } catch (error) {
      if (error.status === 401) return;
      if (isHidden() && error.name === "AbortError") continue;
      failures += 1;
      if (failures === 2) banner("gone", "The studio was ended, or it does not answer. Trying again…");
      if (failures > 10) {
        const again = () => {
          banner("gone", null);
          watch(changed);
        };
        return banner("gone", "The studio was ended. Start it again, and open the address that the terminal shows: each start has a new one.", ["Try again", again]);
      }
      await pause(Math.min(8000, 300 * 2 ** failures));
    }
  }
}
