// What stands in a channel without messages: what this is, what to do first, and who one is.
import { byId, h } from "./dom.js";
import { sendCommand } from "./composer.js";
import { avatar } from "./messages.js";
import { messagesIn, nameOf, state } from "./state.js";
import { said, say } from "./words.js";

/** A tile for each game: the choices of the one thing that `/table open` has to be told. */
function opening(command, wire, composer) {
  const game = command.options?.find((option) => option.required && option.choices?.length);
  const tile = (name, value, onclick) =>
    h("button", { type: "button", class: "tile", dataset: { testid: "welcome-open", game: value }, onclick },
      h("span", { class: "tile-lead" }, name ? say("open_of") : say("open")), name && h("strong", {}, name));
  return game
    ? game.choices.map(({ name, value }) => tile(name, value, () => sendCommand(wire, command, { [game.name]: value })))
    : tile("", "", () => composer.choose(command));
}

/** The others of the club, each in a tab of their own. */
function others() {
  const rest = state.people.filter((user) => user.id !== state.me?.id);
  return rest.map((user) => h("a", {
    class: "chip", href: `/?as=${encodeURIComponent(user.id)}`, target: "_blank", "aria-label": say("open_as", { name: nameOf(user) }),
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
    h("h2", { id: "welcome-title" }, say("room")),
    h("p", {}, said("intro", { name: nameOf(state.me) })),
    waiting
      ? h("p", { class: "wait", role: "status" }, say("starting"))
      : [
        open && h("div", { class: "tiles", role: "group", "aria-label": say("open") }, opening(open, wire, composer)),
        h("ol", { class: "steps" },
          h("li", {}, say("first")),
          h("li", {}, said("second")),
          h("li", {}, say("third"))),
      ],
    state.people.length > 1 && h("div", { class: "chips" }, h("p", { class: "subtext" }, say("several_tabs")), others()),
    h("p", { class: "subtext" }, say("slash"),
      !waiting && help && [" ", h("button", { type: "button", class: "quiet", dataset: { testid: "welcome-help" }, onclick: () => sendCommand(wire, help, {}) }, say("how"))]),
  ].flat().filter(Boolean));
}
