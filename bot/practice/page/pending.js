// What was sent and is not answered yet: busy buttons, and what is said when nothing came of it.
import { byId, h } from "./dom.js";
import { resetSelect } from "./controls.js";
import { nonce } from "./wire.js";
import { say } from "./words.js";

const PATIENCE = 20000; // the server itself says "did not respond" after 3 s
const SAY_BUSY_AFTER = 700;

const waiting = new Map(); // nonce -> {messageId, customId, onFail, onDone, timer, line}

/**
 * Note an action. `messageId` and `customId` mark a control of a message as busy; `onFail(reason)` and
 * `onDone()` hear how it ended; `label` is shown above the composer when it takes long.
 */
export function begin({ messageId = null, customId = null, label = null, onFail, onDone }) {
  const id = nonce();
  const entry = { messageId, customId, onFail, onDone };
  entry.timer = setTimeout(() => finish(id, "failed", say("no_answer")), PATIENCE);
  if (label) {
    entry.slow = setTimeout(() => {
      entry.line = h("p", { class: "notice wait" }, `${label} …`);
      byId("notices").append(entry.line);
    }, SAY_BUSY_AFTER);
  }
  waiting.set(id, entry);
  if (messageId) busy(entry, true);
  return id;
}

export const isBusy = (messageId, customId) =>
  [...waiting.values()].some((e) => e.messageId === messageId && e.customId === customId);

const controls = (root, customId) => [...root.querySelectorAll("[data-custom-id]")].filter((n) => n.dataset.customId === customId);

function busy(entry, on) {
  const root = document.querySelector(`[data-message-id="${CSS.escape(entry.messageId)}"]`);
  for (const node of root ? controls(root, entry.customId) : []) {
    if (on) node.setAttribute("aria-busy", "true");
    else {
      node.removeAttribute("aria-busy");
      if (node.matches("select, details")) resetSelect(node);
    }
  }
}

/** After a redraw: mark again what is still waiting. */
export function markBusy(root) {
  for (const entry of waiting.values()) if (entry.messageId === root.dataset.messageId) busy(entry, true);
}

/** The end of an action; unknown nonces belong to another tab or are old. */
export function finish(id, how, reason) {
  const entry = waiting.get(id);
  if (!entry) return false;
  waiting.delete(id);
  clearTimeout(entry.timer);
  clearTimeout(entry.slow);
  entry.line?.remove();
  if (entry.messageId) busy(entry, false);
  if (how === "failed") entry.onFail?.(reason || say("no_response"));
  else entry.onDone?.();
  return true;
}

export function failAll(reason) {
  for (const id of [...waiting.keys()]) finish(id, "failed", reason);
}

/** A sentence above the composer that stays until it is dismissed or something else is said. */
export function notice(text) {
  const line = h("p", { class: "notice bad" }, h("span", {}, text),
    h("button", { type: "button", class: "quiet", onclick: () => line.remove() }, say("dismiss")));
  byId("notices").querySelectorAll(".bad").forEach((old) => old.remove());
  byId("notices").append(line);
}

export const clearNotices = () => byId("notices").querySelectorAll(".bad").forEach((old) => old.remove());
