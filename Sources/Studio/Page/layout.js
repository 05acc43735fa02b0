// The tabs of the panel, and the turn of script and panel on a small screen.

import { get } from "./dom.js";

const tabs = [...get("tabs").children];

export function openTab(name, focus = false) {
  for (const tab of tabs) {
    const mine = tab.id === "tab-" + name;
    tab.setAttribute("aria-selected", String(mine));
    tab.tabIndex = mine ? 0 : -1;
    get(tab.getAttribute("aria-controls")).hidden = !mine;
    if (mine && focus) tab.focus();
  }
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

const small = matchMedia("(max-width: 52rem)"); // as in style.css

// What is shown alone is the main landmark.
function mark() {
  const alone = small.matches && document.body.dataset.view === "panel";
  get("panel").setAttribute("role", alone ? "main" : "region");
}
small.addEventListener("change", mark);

// Shows the script or the panel. On a wide screen both are always there.
export function setView(view) {
  document.body.dataset.view = view;
  mark();
  get("view").textContent = view === "script" ? "Cast and render" : "Script";
}

get("view").addEventListener("click", () => setView(document.body.dataset.view === "script" ? "panel" : "script"));
setView("script");

// The bar with the chosen voice sticks to the top of its pane: what gets the focus scrolls to below the bar.
new ResizeObserver(() => {
  get("role").style.scrollPaddingTop = get("chosen").offsetHeight + 8 + "px";
}).observe(get("chosen"));
