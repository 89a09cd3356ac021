// What stands in a channel without messages: what this is, and the two things to do first.
import { byId, h } from "./dom.js";
import { sendCommand } from "./composer.js";
import { messagesIn, state } from "./state.js";

const GAME = "phat";

/** The option of `/table open` that offers the game, and the value that names it; null when there is none. */
function opening() {
  const command = state.commands.find((c) => c.name === "table open");
  for (const option of command?.options ?? []) {
    const choice = option.choices?.find((c) => String(c.value).toLowerCase() === GAME);
    if (choice) return { command, options: { [option.name]: choice.value } };
  }
  return command ? { command, options: null } : null;
}

export function drawWelcome(wire, composer) {
  const box = byId("welcome");
  box.hidden = !state.current || messagesIn(state.current).length > 0;
  if (box.hidden) return;
  const open = opening();
  const help = state.commands.find((c) => c.name === "table help");
  const waiting = !state.online || state.commands.length === 0;
  box.replaceChildren(
    h("p", { class: "welcome-suits", "aria-hidden": "true" }, "♠ ", h("span", { class: "red" }, "♥ "), h("span", { class: "red" }, "♦ "), "♣"),
    h("h2", {}, "Nobody is playing yet"),
    h("p", {}, "This is a practice room for the card games Tricktable runs in chat: the same bot, with people and computer players to sit down with, all on this computer. Open a table, press “Play now with computers”, and your cards come to you."),
    waiting
      ? h("p", { class: "wait", role: "status" }, "The bot is starting…")
      : h("div", { class: "row" },
        open && h("button", { type: "button", class: "button primary", dataset: { testid: "welcome-open" }, onclick: () =>
          (open.options ? sendCommand(wire, open.command, open.options) : composer.choose(open.command)) }, "Open a table of Phat"),
        help && h("button", { type: "button", class: "button secondary", dataset: { testid: "welcome-help" }, onclick: () => sendCommand(wire, help, {}) }, "How does it work?")),
    h("p", { class: "subtext" }, "Or type / below to see every command."));
}
