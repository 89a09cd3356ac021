// What stands in a channel without messages: what this is, and what to do first.
import { byId, h } from "./dom.js";
import { sendCommand } from "./composer.js";
import { messagesIn, state } from "./state.js";

/** A button for each game: the choices of the one thing that `/table open` has to be told. */
function opening(command, wire, composer) {
  const game = command.options?.find((option) => option.required && option.choices?.length);
  const button = (label, game, onclick) =>
    h("button", { type: "button", class: "button primary", dataset: { testid: "welcome-open", game }, onclick }, label);
  return game
    ? game.choices.map(({ name, value }) =>
      button(`Open a table of ${name}`, value, () => sendCommand(wire, command, { [game.name]: value })))
    : [button("Open a table", "", () => composer.choose(command))];
}

export function drawWelcome(wire, composer) {
  const box = byId("welcome");
  box.hidden = !state.current || messagesIn(state.current).length > 0;
  if (box.hidden) return;
  const open = state.commands.find((c) => c.name === "table open");
  const help = state.commands.find((c) => c.name === "table help");
  const waiting = !state.online || state.commands.length === 0;
  box.replaceChildren(
    h("p", { class: "welcome-suits", "aria-hidden": "true" }, "♠ ", h("span", { class: "red" }, "♥ "), h("span", { class: "red" }, "♦ "), "♣"),
    h("h2", {}, "Nobody is playing yet"),
    h("p", {}, "This is a practice room for the card games Tricktable runs in chat: the same bot, with people and computer players to sit down with, all on this computer. Open a table, press “Play now with computers”, and your cards come to you."),
    waiting
      ? h("p", { class: "wait", role: "status" }, "The bot is starting…")
      : h("div", { class: "row" },
        open && opening(open, wire, composer),
        help && h("button", { type: "button", class: "button secondary", dataset: { testid: "welcome-help" }, onclick: () => sendCommand(wire, help, {}) }, "How does it work?")),
    h("p", { class: "subtext" }, "Or type / below to see every command."));
}
