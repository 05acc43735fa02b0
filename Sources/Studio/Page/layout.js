// The tabs of the panel, and scrolling in the script. On a small screen, the page shows either the script or the panel.

import { get, calm } from "./dom.js";

const tabs = [...get("tabs").children];

export function openTab(name, focus = false) {
  for (const tab of tabs) {
    const mine = tab.id === "tab-" + name;
    tab.setAttribute("aria-selected", String(mine));
    tab.tabIndex = mine ? 0 : -1;
    get(tab.getAttribute("aria-controls")).hidden = !mine;
    if (mine && focus) tab.focus();
    if (mine) tab.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" }); // a narrow page has them in one row
  }
  nameView();
  document.dispatchEvent(new CustomEvent("tab", { detail: name }));
}

export const openTabButton = () => tabs.find((tab) => tab.tabIndex === 0);

get("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) openTab(tab.id.slice(4));
});

get("tabs").addEventListener("keydown", (event) => {
  const at = tabs.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  openTab(tabs[(to + tabs.length) % tabs.length].id.slice(4), true);
});

const small = matchMedia("(max-width: 52rem)"); // the same width is in style.css

// On a small screen, the panel is a sheet that comes from below.
function mark() {
  get("view").setAttribute("aria-expanded", String(small.matches && document.body.dataset.view === "panel"));
}
small.addEventListener("change", mark);

// Shows the script or the panel. On a wide screen both are always shown.
export function setView(view) {
  document.body.dataset.view = view;
  mark();
  nameView();
  document.dispatchEvent(new CustomEvent("view", { detail: small.matches ? view : "both" }));
}

// The button of the sheet has the name of what it opens, and the number of open questions or findings there.
function nameView() {
  get("view").textContent = document.body.dataset.view === "panel" ? "Close" : openTabButton().firstChild.textContent;
}

// Closes the sheet of a small screen. Returns whether it was open.
export function closeSheet() {
  if (!small.matches || document.body.dataset.view !== "panel") return false;
  setView("script");
  get("view").focus({ preventScroll: true });
  return true;
}

get("view").addEventListener("click", () => setView(document.body.dataset.view === "script" ? "panel" : "script"));
new MutationObserver(nameView).observe(get("tabs"), { childList: true, subtree: true });
setView("script");

// The bar with the chosen voice stays at the top of its pane. An element that gets the focus must scroll to a place
// below the bar.
new ResizeObserver(() => {
  get("role").style.scrollPaddingTop = get("chosen").offsetHeight + 8 + "px";
}).observe(get("chosen"));

// ----- Scrolling in the script

// Scrolls to an element unless it is in view. If the element is far away, the page jumps, because a long smooth scroll
// does not help the user.
export function reveal(element, block = "center") {
  const box = element.getBoundingClientRect();
  const frame = get("script").getBoundingClientRect();
  const top = Math.max(frame.top, 0);
  const bottom = Math.min(frame.bottom, get("player").getBoundingClientRect().top);
  if (box.top >= top + 24 && box.bottom <= bottom - 24) return;
  const far = box.top < top - frame.height || box.bottom > bottom + frame.height;
  element.scrollIntoView({ block: box.height > bottom - top ? "start" : block, behavior: far || calm() ? "instant" : "smooth" });
}

let pointed = null; // the element that `point` has marked

// Marks an element until the next key or click. The mark is needed because browsers show no focus after a click.
export function point(element) {
  if (pointed) pointed.classList.remove("pointed");
  pointed = element;
  if (pointed) pointed.classList.add("pointed");
}
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => point(null), { capture: true, passive: true });
