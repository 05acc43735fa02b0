// Chooses the colours before the page is drawn, and again when the person chooses others.
// Not a module: modules run after the page is drawn.
"use strict";

(function () {
  const key = "guion2audio:studio:theme";
  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem(key) || "auto";
  } catch (_) {
    // Storage is forbidden: the page uses the colours of the system.
  }
  document.addEventListener("DOMContentLoaded", function () {
    const choice = document.getElementById("theme");
    choice.value = root.dataset.theme;
    choice.addEventListener("change", function () {
      root.dataset.theme = choice.value;
      try {
        localStorage.setItem(key, choice.value);
      } catch (_) {
        // The choice holds until the page closes.
      }
    });
  });
})();
