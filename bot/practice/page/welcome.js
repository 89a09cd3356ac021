// What stands in a channel without messages: what this is, what to do first, and who one is.
import { byId, h } from "./dom.js";
import { sendCommand } from "./composer.js";
import { avatar } from "./messages.js";
import { messagesIn, nameOf, state } from "./state.js";

/** A tile for each game: the choices of the one thing that `/table open` has to be told. */
function opening(command, wire, composer) {
  const game = command.options?.find((option) => option.required && option.choices?.length);
  const tile = (name, value, onclick) =>
    h("button", { type: "button", class: "tile", dataset: { testid: "welcome-open", game: value }, onclick },
      h("span", { class: "tile-lead" }, name ? "Open a table of " : "Open a table"), name && h("strong", {}, name));
  return game
    ? game.choices.map(({ name, value }) => tile(name, value, () => sendCommand(wire, command, { [game.name]: value })))
    : tile("", "", () => composer.choose(command));
}

/** The others of the club, each in a tab of their own. */
function others() {
  const rest = state.people.filter((user) => user.id !== state.me?.id);
  return rest.map((user) => h("a", {
    class: "chip", href: `/?as=${encodeURIComponent(user.id)}`, target: "_blank", "aria-label": `Open as ${nameOf(user)} in a new tab`,
  }, avatar(user), nameOf(user), h("span", { "aria-hidden": "true" }, "↗")));
}

export function drawWelcome(wire, composer) {
  const box = byId("welcome");
  const held = box.contains(document.activeElement);
  box.hidden = !state.current || messagesIn(state.current).length > 0;
  if (box.hidden) {
    if (held) byId("messages").focus({ preventScroll: true }); // what was pressed is gone, its answer stands here
    return;
  }
  const open = state.commands.find((c) => c.name === "table open");
  const help = state.commands.find((c) => c.name === "table help");
  const waiting = !state.online || state.commands.length === 0;
  box.replaceChildren(...[
    h("p", { class: "welcome-suits", "aria-hidden": "true" }, "♠ ", h("span", { class: "red" }, "♥ "), h("span", { class: "red" }, "♦ "), "♣"),
    h("h2", { id: "welcome-title" }, "Practice room"),
    h("p", {}, "The real bot, with people and computer players to sit down with; all of it on this computer. You are ",
      h("strong", {}, nameOf(state.me)), "."),
    waiting
      ? h("p", { class: "wait", role: "status" }, "The bot is starting…")
      : [
        open && h("div", { class: "tiles", role: "group", "aria-label": "Open a table" }, opening(open, wire, composer)),
        h("ol", { class: "steps" },
          h("li", {}, "Open a table above."),
          h("li", {}, "Press ", h("strong", {}, "Play now with computers"), ", or let others join."),
          h("li", {}, "Your cards come in a message that only you see: press one to play it.")),
      ],
    state.people.length > 1 && h("div", { class: "chips" }, h("p", { class: "subtext" }, "Play several people, each in a tab:"), others()),
    h("p", { class: "subtext" }, "Every command begins with /.",
      !waiting && help && [" ", h("button", { type: "button", class: "quiet", dataset: { testid: "welcome-help" }, onclick: () => sendCommand(wire, help, {}) }, "How does it work?")]),
  ].flat().filter(Boolean));
}
