// The list of channels and threads, and the choice of who one is.
import { byId, h } from "./dom.js";
import { avatar } from "./messages.js";
import { byAge, isThread, nameOf, state } from "./state.js";
import { say } from "./words.js";

const sidebar = byId("sidebar");
const menu = byId("menu");
const scrim = byId("scrim");
const people = byId("people");

export function showMenu(open) {
  sidebar.classList.toggle("open", open);
  scrim.hidden = !open;
  menu.setAttribute("aria-expanded", String(open));
  if (open) (sidebar.querySelector("[aria-current]") ?? sidebar.querySelector("button"))?.focus();
  else if (sidebar.contains(document.activeElement)) menu.focus();
}

function item(channel, threads) {
  const here = channel.id === state.current;
  const unread = state.unread.has(channel.id);
  const closed = channel.thread_metadata?.archived;
  return h("li", {},
    h("button", {
      type: "button", class: `channel${unread ? " unread" : ""}${closed ? " closed" : ""}`, "aria-current": here ? "page" : null,
      dataset: { channelId: channel.id, testid: "channel-item" },
    }, h("span", { class: "sign", "aria-hidden": "true" }, isThread(channel) ? "↳" : channel.type === 2 ? "♪" : "#"),
    h("span", { class: "name" }, channel.name), unread && h("span", { class: "dot" }, h("span", { class: "unseen" }, say("unread"))),
    closed && h("span", { class: "subtext" }, say("archived"))),
    threads.length > 0 && h("ul", {}, threads.map((t) => item(t, []))));
}

export function drawChannels() {
  const all = [...state.channels.values()];
  const order = (a, b) => (a.position ?? 0) - (b.position ?? 0) || byAge(a.id, b.id);
  const tops = all.filter((c) => !isThread(c) && c.type !== 4).sort(order);
  const held = document.activeElement?.dataset?.channelId;
  byId("channels").replaceChildren(...tops.map((c) => item(c, all.filter((t) => isThread(t) && t.parent_id === c.id).sort(order))));
  if (held) byId("channels").querySelector(`[data-channel-id="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  const channel = state.channels.get(state.current);
  const parent = channel && isThread(channel) ? state.channels.get(channel.parent_id) : null;
  byId("channel-name").replaceChildren(...(parent ? [h("span", { class: "parent" }, `#${parent.name} › `)] : []), channel ? `${parent ? "" : "#"}${channel.name}` : "");
  byId("guild-name").textContent = state.guild?.name ?? say("practice");
  document.title = channel ? `${channel.name} · ${nameOf(state.me)} · ${say("title")}` : say("title");
}

/** The languages of Discord that the menu offers, each by its own name. */
const LANGUAGES = [["en-US", "English"], ["sv-SE", "Svenska"], ["bg", "Български"], ["ru", "Русский"]];

function languages(speak) {
  const select = h("select", { class: "select", dataset: { testid: "language" }, onchange: () => {
    people.hidePopover();
    speak(select.value);
  } }, LANGUAGES.map(([locale, name]) => h("option", { value: locale, lang: locale, selected: locale === state.me?.locale }, name)));
  return h("label", { class: "language" }, say("language", { name: nameOf(state.me) }), select);
}

/** The menu of people; `become(id)` switches this page, `speak(locale)` the language of one's Discord. */
export function drawPeople(become, speak) {
  byId("person-name").textContent = nameOf(state.me);
  byId("person-avatar").replaceChildren(avatar(state.me));
  people.replaceChildren(
    h("p", { class: "subtext" }, say("several")),
    h("ul", {}, state.people.map((user) => h("li", {},
      h("button", {
        type: "button", class: "person", "aria-current": user.id === state.me?.id ? "true" : null, dataset: { userId: user.id, testid: "person-item" },
        onclick: () => {
          people.hidePopover();
          become(user.id);
        },
      }, avatar(user), h("span", {}, nameOf(user)), user.id === state.me?.id && h("span", { class: "subtext" }, say("you"))),
      h("a", { class: "quiet", href: `/?as=${encodeURIComponent(user.id)}`, target: "_blank", "aria-label": say("open_as", { name: nameOf(user) }), title: say("open_as", { name: nameOf(user) }) }, say("new_tab"))))),
    languages(speak));
}

menu.addEventListener("click", () => showMenu(!sidebar.classList.contains("open")));
scrim.addEventListener("click", () => showMenu(false));
sidebar.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && sidebar.classList.contains("open")) showMenu(false);
});
