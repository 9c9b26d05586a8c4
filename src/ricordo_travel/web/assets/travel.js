// Streams answers into the page, and keeps the panel up to date. Without this script the forms work as they are.
"use strict";

const form = document.getElementById("ask");
const said = document.getElementById("said");
const talk = document.getElementById("talk");
const end = document.getElementById("end");
const panel = document.getElementById("panel");
const learning = document.getElementById("learning");
const trouble = document.getElementById("trouble");
const send = form.querySelector("button[type=submit]");
const conversation = form.elements.conversationId.value;
const POLL_MS = 1000;
const POLLS = 120;
let failed = null;
let polling = 0;

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html").body.childNodes;
}

function scroll() {
  talk.scrollTop = talk.scrollHeight;
}

// Shows an answer from its beginning if it is longer than the window.
function showFrom(turn) {
  talk.scrollTop = Math.min(talk.scrollHeight, turn.offsetTop - 8);
}

function addTurn(role, who, text) {
  const box = document.createElement("div");
  box.className = `turn ${role}`;
  const name = document.createElement("span");
  name.className = "who";
  name.textContent = who;
  const words = document.createElement("div");
  words.className = "words";
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  words.append(paragraph);
  box.append(name, words);
  talk.insertBefore(box, end);
  scroll();
  return box;
}

async function explain(response) {
  try {
    return (await response.json()).error.message;
  } catch {
    return "the assistant could not answer";
  }
}

async function* readLines(response) {
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    const lines = (rest + piece.value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
  }
}

async function answer(fields) {
  const box = addTurn("assistant", "Assistant", "");
  const paragraph = box.querySelector("p");
  box.classList.add("waiting");
  try {
    const response = await fetch("/say", {
      method: "POST",
      headers: { Accept: "application/x-ndjson" },
      body: new URLSearchParams(fields),
    }).catch(() => { throw new Error("the assistant cannot be reached"); });
    if (!response.ok) throw new Error(await explain(response));
    for await (const event of readLines(response)) {
      if (event.error) throw new Error(event.error);
      if (event.text) paragraph.textContent += event.text;
      if (event.answer) {
        box.replaceWith(...parse(event.answer));
        return;
      }
      scroll();
    }
    throw new Error("the answer broke off");
  } catch (error) {
    box.remove();
    throw error;
  }
}

function listItems() {
  return [...panel.querySelectorAll("[data-item]")].map((item) => item.dataset.item);
}

async function loadPanel() {
  const turned = [...panel.querySelectorAll("details")].filter((part) => part.open !== ("open" in part.dataset));
  const chosen = new Map(turned.map((part) => [part.dataset.part, part.open])); // by the person
  const response = await fetch(`/panel?conversation=${conversation}`);
  if (!response.ok) return false;
  panel.replaceChildren(...parse(await response.text()));
  for (const part of panel.querySelectorAll("details")) part.open = chosen.get(part.dataset.part) ?? part.open;
  return panel.querySelector("[data-learning]") !== null;
}

// The panel is loaded again while something is being learned, and what is new in it is marked and announced.
async function refresh() {
  const round = ++polling;
  const before = new Set(listItems());
  for (let count = 0; count < POLLS && round === polling; count += 1) {
    const isLearning = await loadPanel().catch(() => false);
    const added = [...panel.querySelectorAll("[data-item]")].filter((item) => !before.has(item.dataset.item));
    for (const item of added) item.classList.add("new");
    const news = added.filter((item) => item.closest("dl")).map((item) => item.dataset.item);
    learning.textContent = news.length ? `Learned: ${news.join("; ")}` : isLearning ? "Learning from what you said" : "";
    if (!isLearning) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function setBusy(isBusy) {
  for (const button of document.querySelectorAll("button")) button.disabled = isBusy;
  if (isBusy) talk.setAttribute("aria-busy", "true");
  else talk.removeAttribute("aria-busy");
}

// Proposals from before a turn cannot be agreed to any more once the conversation goes on.
function closeBefore(turn) {
  for (const card of talk.querySelectorAll(".card.asks")) {
    if (turn.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_PRECEDING) card.querySelector(".buttons")?.remove();
  }
  document.getElementById("suggestions")?.remove();
}

async function submit(fields, shown) {
  setBusy(true);
  trouble.hidden = true;
  const turn = addTurn("user", "You", shown);
  try {
    await answer(fields);
    failed = null;
    showFrom(turn);
    closeBefore(turn);
    history.replaceState(null, "", `/?conversation=${conversation}`);
    refresh();
  } catch (error) {
    turn.remove();
    failed = { fields, shown };
    trouble.querySelector("span").textContent = `That did not work: ${error.message}.`;
    trouble.hidden = document.getElementById("again").hidden = false;
    if (fields.userInput && fields.userInput === shown) said.value = shown;
  } finally {
    setBusy(false);
    if (failed) document.getElementById("again").focus();
    else if (matchMedia("(pointer: fine)").matches) said.focus({ preventScroll: true }); // a phone's keyboard hides the answer
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = said.value.trim();
  if (!text || send.disabled) return;
  said.value = "";
  submit({ conversationId: conversation, userInput: text }, text);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.press")) return;
  event.preventDefault();
  if (!send.disabled) submit(Object.fromEntries(new FormData(event.target)), event.target.dataset.said);
});

document.getElementById("again").addEventListener("click", () => {
  if (!failed) return;
  said.value = "";
  submit(failed.fields, failed.shown);
});

said.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});

scroll();
if (panel.querySelector("[data-learning]")) refresh();
