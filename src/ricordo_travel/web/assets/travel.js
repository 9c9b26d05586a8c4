// Streams answers into the page. Without this script the form works as it is.
"use strict";

const form = document.getElementById("ask");
const said = document.getElementById("said");
const talk = document.getElementById("talk");
const end = document.getElementById("end");
const panel = document.getElementById("panel");
const trouble = document.getElementById("trouble");
const conversation = form.elements.conversationId.value;

function turn(role, who, text) {
  const box = document.createElement("div");
  box.className = `turn ${role}`;
  const name = document.createElement("span");
  name.className = "who";
  name.textContent = who;
  const words = document.createElement("p");
  words.textContent = text;
  box.append(name, words);
  talk.insertBefore(box, end);
  talk.scrollTop = talk.scrollHeight;
  return words;
}

async function problem(response) {
  try {
    return (await response.json()).error.message;
  } catch {
    return `the assistant could not answer (${response.status})`;
  }
}

async function answer(text) {
  const query = new URLSearchParams({ userInput: text, conversationId: conversation });
  const response = await fetch(`/api/v1/agent?${query}`);
  if (!response.ok) throw new Error(await problem(response));
  const words = turn("assistant", "Assistant", "");
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    words.textContent += piece.value;
    talk.scrollTop = talk.scrollHeight;
  }
}

async function refresh() {
  const open = [...panel.querySelectorAll("details[open] > summary")].map((it) => it.textContent.replace(/\d+/, ""));
  const response = await fetch(`/panel?conversation=${conversation}`);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  panel.replaceChildren(...page.body.childNodes);
  for (const summary of panel.querySelectorAll("summary")) {
    summary.parentElement.open = open.includes(summary.textContent.replace(/\d+/, ""));
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = said.value.trim();
  const button = form.querySelector("button");
  if (!text || button.disabled) return;
  button.disabled = true;
  trouble.textContent = "";
  talk.setAttribute("aria-busy", "true");
  turn("user", "You", text);
  said.value = "";
  try {
    await answer(text);
    history.replaceState(null, "", `/?conversation=${conversation}`);
    await refresh();
    setTimeout(refresh, 3000); // a model learns behind the answer
  } catch (error) {
    trouble.textContent = `That did not work: ${error.message}`;
    said.value = text;
  } finally {
    talk.removeAttribute("aria-busy");
    button.disabled = false;
    said.focus();
  }
});

said.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});

talk.scrollTop = talk.scrollHeight;
