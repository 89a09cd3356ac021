// Buttons and selects as they stand in messages and modals. They hold no handlers of their own: actions.js
// listens on the whole list, so that a message may be redrawn without losing anything.
import { h } from "./dom.js";
import { cardName } from "./cards.js";
import { emojiNode, suits } from "./markdown.js";
import { nameOf, state } from "./state.js";
import { say } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const USERS = 5;
const CHANNELS = 8;

export function button(part) {
  const inner = [];
  if (part.emoji) inner.push(emojiNode(part.emoji, Boolean(part.label)));
  // Beside a tile a label keeps one colour: the tile's may be others.
  if (part.label) inner.push(h("span", {}, part.emoji?.id ? part.label : suits(part.label)));
  const kind = STYLES[part.style] ?? "secondary";
  if (kind === "link") {
    return h("a", { class: "button link", href: safe(part.url), target: "_blank", rel: "noopener noreferrer" },
      inner, h("span", { "aria-hidden": "true" }, "↗"));
  }
  const card = cardName(part.label ?? "", state.me?.locale);
  return h("button", {
    type: "button", class: `button ${kind}${card ? " card" : ""}`, "aria-label": card,
    disabled: part.disabled, dataset: { customId: part.custom_id },
  }, inner);
}

/** Only web addresses may be followed. */
export function safe(url) {
  try {
    const target = new URL(url, location.href);
    return ["http:", "https:"].includes(target.protocol) ? target.href : "#";
  } catch {
    return "#";
  }
}

/** The options of any kind of select in one shape: {value, label, description, default}. */
function optionsOf(part) {
  if (part.type !== USERS && part.type !== CHANNELS) return part.options ?? [];
  const chosen = new Set((part.default_values ?? []).map((v) => v.id));
  const all = part.type === USERS
    ? [...state.people, ...(state.bot ? [state.bot] : [])].map((u) => ({ value: u.id, label: nameOf(u), description: `@${u.username}` }))
    : [...state.channels.values()].map((c) => ({ value: c.id, label: `#${c.name}` }));
  return all.map((o) => ({ ...o, default: chosen.has(o.value) }));
}

/** What an option of a browser's own list can show of an emoji: no picture. */
const emojiText = (emoji) => (emoji && !emoji.id ? `${emoji.name} ` : "");

function single(part, label) {
  const options = optionsOf(part);
  const chosen = options.find((o) => o.default);
  const optional = part.min_values === 0;
  return h("select", {
    class: "select", disabled: part.disabled, "aria-label": label ?? part.placeholder ?? say("make_choice"),
    dataset: { customId: part.custom_id, key: JSON.stringify([part, options]) },
  },
  (!chosen || optional) && h("option", { value: "", selected: !chosen, disabled: !optional, hidden: !optional },
    optional && chosen ? say("nothing") : part.placeholder ?? say("make_choice")),
  options.map((o) => h("option", { value: o.value, selected: o === chosen },
    emojiText(o.emoji) + o.label + (o.description ? ` — ${o.description}` : ""))));
}

/** Several may be chosen: a box that unfolds into checkboxes and a Choose button. */
function several(part, label) {
  const options = optionsOf(part);
  const chosen = options.filter((o) => o.default);
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const count = least === most ? say("choose_exactly", { n: least }) : say("choose_between", { least, most });
  return h("details", {
    class: "several", "aria-disabled": part.disabled ? "true" : null,
    dataset: { customId: part.custom_id, key: JSON.stringify([part, options]), least, most },
  },
  h("summary", { class: "select", tabindex: part.disabled ? "-1" : null, dataset: { placeholder: part.placeholder ?? say("make_choice") } },
    chosen.length ? suits(chosen.map((o) => o.label).join(", ")) : part.placeholder ?? say("make_choice")),
  h("div", { class: "choices", role: "group", "aria-label": label ?? part.placeholder ?? count },
    options.map((o) => h("label", { class: "choice" },
      h("input", { type: "checkbox", value: o.value, checked: o.default, disabled: part.disabled, dataset: { label: o.label } }),
      h("span", {}, o.emoji && [emojiNode(o.emoji, true), " "], o.emoji?.id ? o.label : suits(o.label), o.description && h("small", {}, o.description)))),
    h("div", { class: "choose" }, h("span", { class: "subtext" }, count),
      h("button", { type: "button", class: "button primary", dataset: { choose: "" } }, say("choose")))));
}

/** A select of any kind (3 and 5 to 8). In a modal `label` names it. */
export function select(part, label) {
  return (part.max_values ?? 1) > 1 ? several(part, label) : single(part, label);
}

/** What a control from `select` now says, as a list of values. */
export function valuesOf(node) {
  if (node.matches("select")) return node.value === "" ? [] : [node.value];
  return [...node.querySelectorAll("input:checked")].map((input) => input.value);
}

/** Show what was chosen on the closed box, and allow Choose only with a number that fits. */
export function refreshSeveral(details) {
  const boxes = [...details.querySelectorAll("input")];
  const on = boxes.filter((box) => box.checked);
  const { least, most } = details.dataset;
  const full = on.length >= Number(most);
  boxes.forEach((box) => { box.disabled = full && !box.checked; });
  const choose = details.querySelector("[data-choose]");
  if (choose) choose.disabled = on.length < Number(least) || on.length > Number(most);
  const summary = details.querySelector("summary");
  summary.replaceChildren(...(on.length ? suits(on.map((b) => b.dataset.label).join(", ")) : [summary.dataset.placeholder]));
}

/** Back to what the message says, so that the same choice can be made again. */
export function resetSelect(node) {
  if (node.matches("select")) [...node.options].forEach((o) => { o.selected = o.defaultSelected; });
  else {
    node.querySelectorAll("input").forEach((box) => { box.checked = box.defaultChecked; });
    refreshSeveral(node);
  }
}
