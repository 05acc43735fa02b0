// Sets the colours before the page is drawn, and when the user chooses other colours. This script is not a module,
// because a module would run after the page is drawn.
"use strict";

(function () {
  const key = "guion2audio:studio:theme";
  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem(key) || "auto";
  } catch (_) {
    // Storage is forbidden, so the page uses the colours of the system.
  }
  document.addEventListener("DOMContentLoaded", function () {
    const choice = document.getElementById("theme");
    choice.value = root.dataset.theme;
    choice.addEventListener("change", function () {
      root.dataset.theme = choice.value;
      try {
        localStorage.setItem(key, choice.value);
      } catch (_) {
        // Without storage the choice is lost when the page is closed.
      }
    });
  });
})();
