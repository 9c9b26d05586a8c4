// Comfort only: every page works without it.
"use strict";

// Times in the reader's own zone; what the server wrote, in UTC, stays as the title.
for (const element of document.querySelectorAll("time[data-minute]")) {
  const time = new Date(element.dateTime);
  if (Number.isNaN(time.getTime())) continue;
  element.title = element.textContent;
  element.textContent = time.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
}

// What can no longer be undone is no longer offered.
for (const form of document.querySelectorAll("form[data-undo-seconds]")) {
  setTimeout(() => form.remove(), Number(form.dataset.undoSeconds) * 1000);
}
