// Comfort only: every page works without it.
"use strict";

// Times in the reader's own zone; what the server wrote, in UTC, stays as the title.
function showLocalTimes(root) {
  for (const element of root.querySelectorAll("time[data-minute]")) {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) continue;
    element.title = element.textContent;
    element.textContent = time.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
  }
}

// What can no longer be undone is no longer offered.
for (const form of document.querySelectorAll("form[data-undo-seconds]")) {
  setTimeout(() => form.remove(), Number(form.dataset.undoSeconds) * 1000);
}

// One box for all boxes of a list.
function offerToChooseAll(root) {
  for (const all of root.querySelectorAll("[data-choose-all]")) {
    all.closest("[hidden]").hidden = false;
    all.addEventListener("change", () => {
      for (const box of all.form.querySelectorAll("input[name=id]")) box.checked = all.checked;
    });
  }
}

function prepare(root) {
  showLocalTimes(root);
  offerToChooseAll(root);
}

// While learning goes on, the parts of a page that show its results follow. It asks often while something waits,
// seldom otherwise, not while nobody looks, and stops by itself. A part in which somebody is at work stays as it is.
function follow(main) {
  const most = 200, busySeconds = 3, idleSeconds = 15;
  const news = document.getElementById("news");
  let version = main.dataset.version, asked = 0, timer = 0, isAsking = false;

  function isInUse(part) {
    if (part.contains(document.activeElement) || part.querySelector("details[open], input[name=id]:checked")) return true;
    const fields = [...part.querySelectorAll("input:not([type=hidden]):not([type=checkbox]), textarea")];
    return fields.some((field) => field.value !== field.defaultValue);
  }

  async function update() {
    const answer = await fetch(location.href, { redirect: "error", signal: AbortSignal.timeout(20000) });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    let isShown = true;
    for (const part of document.querySelectorAll("[data-live-part]")) {
      const fresh = page.querySelector(`[data-live-part="${part.dataset.livePart}"]`);
      if (!fresh) continue;
      if (isInUse(part)) {
        isShown = false;
      } else {
        part.replaceChildren(...fresh.childNodes);
        prepare(part);
      }
    }
    news.textContent = isShown ? "There is something new, and the page shows it." : "There is something new. ";
    if (!isShown) {
      const link = document.createElement("a");
      link.href = location.href;
      link.textContent = "Show it";
      news.append(link);
    }
  }

  async function ask() {
    if (document.hidden || isAsking || asked >= most) return;
    clearTimeout(timer);
    isAsking = true;
    asked += 1;
    try {
      const answer = await fetch(main.dataset.live, { redirect: "error", signal: AbortSignal.timeout(20000) });
      if (!answer.ok) return;
      const state = await answer.json();
      if (state.version !== version) {
        version = state.version;
        await update();
      }
      timer = setTimeout(ask, (state.waiting ? busySeconds : idleSeconds) * 1000);
    } catch {
      // The service is away or the session has ended: the page stays as it is.
    } finally {
      isAsking = false;
    }
  }

  document.addEventListener("visibilitychange", () => {
    asked = 0;
    ask();
  });
  timer = setTimeout(ask, busySeconds * 1000);
}

// On a phone the pages' names stand in one row: show the one that is open.
const shown = document.querySelector(".top nav [aria-current]");
if (shown) shown.closest("ul").scrollLeft = shown.offsetLeft - 16;

prepare(document);
for (const main of document.querySelectorAll("main[data-live]")) follow(main);
