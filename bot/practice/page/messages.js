// The message list of the channel on show. Messages are patched by id: a redraw keeps focus and place.
import { byId, focusIn, h, morph, refocus } from "./dom.js";
import { attachment, component, embed } from "./components.js";
import { refreshSeveral } from "./controls.js";
import { markdown } from "./markdown.js";
import { watchOwn } from "./own.js";
import { messagesIn, nameOf, state } from "./state.js";
import { clockNode } from "./times.js";
import { markBusy } from "./pending.js";
import { say } from "./words.js";

const V2 = 1 << 15;
const LOADING = 1 << 7;
const GROUP_MS = 6 * 60 * 1000;
const NEAR = 48;

const scroller = byId("scroller");
const listNode = byId("messages");
const newer = byId("newer");
let stuck = true; // the reader is at the bottom and wants to stay there

export function avatar(user) {
  const name = nameOf(user);
  const hue = (Number(String(user?.id ?? 0).slice(-4)) * 137.5) % 360; // the golden angle keeps neighbours apart
  const node = h("span", { class: `avatar${user?.bot ? " app" : ""}`, "aria-hidden": "true" }, user?.bot ? "♠" : [...name][0].toUpperCase());
  node.style.setProperty("--hue", hue);
  return node;
}

function systemLine(message) {
  if (message.type === 18) {
    return h("p", { class: "subtext" }, say("started", { name: nameOf(message.author) }), threadLink(message.thread?.id ?? message.message_reference?.channel_id, message.content));
  }
  if (message.type === 6) return h("p", { class: "subtext" }, say("pinned", { name: nameOf(message.author) }));
  return null;
}

const threadLink = (id, name) =>
  h("button", { type: "button", class: "mention", dataset: { channel: id } }, state.channels.get(id)?.name ?? name ?? "thread");

export function messageNode(message) {
  const { author, interaction_metadata: used } = message;
  const plain = systemLine(message) ?? (message.content ? h("div", { class: "text" }, markdown(message.content)) : null);
  const failure = state.failures.get(message.id);
  const layout = Boolean((message.flags ?? 0) & V2);
  const own = Boolean(message.ephemeral_for);
  // Its heading names a message, and the article after it; whether it is private is heard before what it says.
  const heading = `heading-${message.id}`;
  return h("li", {
    class: `message${own ? " private" : ""}`, tabindex: "-1",
    dataset: { messageId: message.id, ephemeral: own ? "true" : null },
  },
  avatar(author),
  h("article", { class: "body", "aria-labelledby": heading, lang: own ? state.me?.locale : state.guild?.preferred_locale ?? "en" },
    used?.name && h("p", { class: "used", lang: state.me?.locale }, h("strong", {}, nameOf(used.user)), say("used"), h("code", {}, `/${used.name.replace(/^\//, "")}`)),
    h("div", { class: "head", lang: state.me?.locale },
      h("h2", { class: "byline", id: heading }, h("strong", {}, nameOf(author)), author?.bot && h("span", { class: "badge" }, "app"), " ", clockNode(message.timestamp),
        own && h("span", { class: "only-you" }, say("only_you"))),
      own && h("button", { type: "button", class: "quiet dismiss", dataset: { dismiss: "" } }, say("dismiss"))),
    message.referenced_message && h("p", { class: "used" }, say("in_answer", { name: nameOf(message.referenced_message.author) })),
    message.flags & LOADING ? h("p", { class: "wait" }, say("thinking", { name: nameOf(author) })) : plain,
    (message.embeds ?? []).map(embed),
    layout ? null : (message.attachments ?? []).map(attachment),
    (message.components ?? []).map(component),
    message.thread && message.type !== 18 && h("p", { class: "thread-link" }, say("thread"), threadLink(message.thread.id, message.thread.name)),
    failure && h("p", { class: "failure", role: "alert", lang: state.me?.locale }, h("span", {}, failure),
      h("button", { type: "button", class: "quiet", dataset: { forgive: "" } }, say("dismiss")))));
}

/** A button that may not be pressed is explained by the text above it, where a message says what it asks. */
function explain(root) {
  let above = null;
  let n = 0;
  for (const node of root.querySelectorAll(".text, .button:disabled")) {
    if (node.matches(".text")) above = node;
    else if (above) {
      above.id ||= `text-${root.dataset.messageId}-${n++}`;
      node.setAttribute("aria-describedby", above.id);
    }
  }
  return root;
}

const nodeOf = (id) => [...listNode.children].find((node) => node.dataset.messageId === id);

/** Messages of one author in a row share one head. */
function group() {
  let last = null;
  for (const message of messagesIn(state.current)) {
    const follows = last && last.author?.id === message.author?.id && !message.interaction_metadata?.name
      && !message.ephemeral_for === !last.ephemeral_for && new Date(message.timestamp) - new Date(last.timestamp) < GROUP_MS;
    nodeOf(message.id)?.classList.toggle("follows", Boolean(follows));
    last = message;
  }
  watchOwn();
}

function settle() {
  if (stuck) scroller.scrollTop = scroller.scrollHeight;
}

/** Draw one message anew, or put it in its place when it is new here. */
export function drawMessage(message) {
  if (message.channel_id !== state.current) return;
  const old = nodeOf(message.id);
  const fresh = explain(messageNode(message));
  if (old) {
    const was = focusIn(old);
    const unfolded = old.querySelectorAll("details[open]").length;
    morph(old, fresh);
    refocus(old, was);
    if (unfolded && message.ephemeral_for) old.querySelectorAll("details").forEach(refreshSeveral);
    markBusy(old);
  } else {
    const next = messagesIn(state.current).find((m) => m.id.length > message.id.length || (m.id.length === message.id.length && m.id > message.id));
    listNode.insertBefore(fresh, (next && nodeOf(next.id)) ?? null);
    fresh.querySelectorAll("details").forEach(refreshSeveral);
    if (!stuck) newer.hidden = false;
  }
  group();
  settle();
}

export function removeMessage(id) {
  const node = nodeOf(id);
  if (!node) return;
  const held = node.contains(document.activeElement);
  const neighbour = node.previousElementSibling ?? node.nextElementSibling;
  node.remove();
  if (held) (neighbour ?? byId("composer").querySelector("input")).focus({ preventScroll: true });
  group();
  settle();
}

/** Draw the whole channel; messages that are still there keep their nodes. */
export function drawChannel({ toBottom = true } = {}) {
  const wanted = new Set(messagesIn(state.current).map((m) => m.id));
  for (const node of [...listNode.children]) if (!wanted.has(node.dataset.messageId)) node.remove();
  if (toBottom) stuck = true;
  messagesIn(state.current).forEach(drawMessage);
  newer.hidden = stuck || newer.hidden;
  settle();
}

scroller.addEventListener("scroll", () => {
  stuck = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
  if (stuck) newer.hidden = true;
}, { passive: true });
newer.addEventListener("click", () => {
  stuck = true;
  newer.hidden = true;
  settle();
});
// Pictures that arrive late, and a window that changes its size, must not push the end out of sight.
const watch = new ResizeObserver(settle);
watch.observe(listNode);
watch.observe(scroller);
