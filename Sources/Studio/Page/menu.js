// The menu of the header: settings, colours, keys. It closes with Escape, or when the focus or a click leaves it.

import { get } from "./dom.js";

const opener = get("menu-button");
const menu = get("menu");

export function closeMenu(back = false) {
  if (menu.hidden) return;
  menu.hidden = true;
  opener.setAttribute("aria-expanded", "false");
  if (back) opener.focus();
}

opener.addEventListener("click", () => {
  const opens = menu.hidden;
  menu.hidden = !opens;
  opener.setAttribute("aria-expanded", String(opens));
  if (opens) getSelection().removeAllRanges(); // the buttons of marked words would lie behind the menu
  if (opens) menu.querySelector("a, button, select, input").focus();
});
document.addEventListener("pointerdown", (event) => {
  if (!menu.contains(event.target) && !opener.contains(event.target)) closeMenu();
});
menu.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget) && event.relatedTarget !== opener) closeMenu();
});
for (const element of [menu, opener]) {
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || menu.hidden) return;
    event.stopPropagation();
    closeMenu(true);
  });
}

// Keys of one letter can be switched off, because programs that write what a person says send such keys.
const letters = get("letters");
const KEY = "guion2audio:studio:letters";
try {
  letters.checked = localStorage.getItem(KEY) !== "off";
} catch (_) {
  letters.checked = true; // storage is forbidden
}
letters.addEventListener("change", () => {
  try {
    localStorage.setItem(KEY, letters.checked ? "on" : "off");
  } catch (_) {
    // Without storage, the choice is for this visit.
  }
});
export const letterKeys = () => letters.checked;
