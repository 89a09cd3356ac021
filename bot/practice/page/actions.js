// Clicks and choices inside messages, heard once for the whole list.
import { byId } from "./dom.js";
import { refreshSeveral, valuesOf } from "./controls.js";
import { drawMessage, removeMessage } from "./messages.js";
import { begin, finish, isBusy } from "./pending.js";
import { dropMessage, state } from "./state.js";
import { say } from "./words.js";

const KNOWS_OPEN = CSS.supports("selector(select:open)") && "showPicker" in HTMLSelectElement.prototype;

/** `go(channelId)` opens a channel, `type(text)` puts a command into the composer. */
export function listen(wire, { go, type }) {
  const scroller = byId("scroller");
  const messageOf = (node) => state.messages.get(state.current)?.get(node.closest("[data-message-id]")?.dataset.messageId);

  function setFailure(id, reason) {
    if (reason) state.failures.set(id, reason);
    else state.failures.delete(id);
    const message = state.messages.get(state.current)?.get(id);
    if (message) drawMessage(message);
  }

  function press(node, values) {
    const message = messageOf(node);
    const customId = node.dataset.customId;
    if (!message || isBusy(message.id, customId)) return;
    if (state.failures.has(message.id)) setFailure(message.id, null);
    const id = begin({ messageId: message.id, customId, onFail: (reason) => setFailure(message.id, reason) });
    const sent = wire.send("component", {
      nonce: id, message_id: message.id, channel_id: message.channel_id, custom_id: customId,
      ...(values ? { values } : {}),
    });
    if (!sent) finish(id, "failed", say("no_link"));
  }

  scroller.addEventListener("click", (event) => {
    const node = event.target.closest("button, summary");
    if (!node) return;
    if (node.matches("summary")) {
      if (node.parentElement.getAttribute("aria-disabled")) event.preventDefault();
    } else if (node.dataset.choose !== undefined) {
      const details = node.closest("details");
      press(details, valuesOf(details));
      details.open = false;
      details.querySelector("summary").focus({ preventScroll: true });
    } else if (node.dataset.dismiss !== undefined) {
      const message = messageOf(node);
      wire.send("dismiss", { message_id: message.id });
      dropMessage(message.channel_id, message.id);
      removeMessage(message.id);
    } else if (node.dataset.forgive !== undefined) setFailure(messageOf(node).id, null);
    else if (node.dataset.command) type(`/${node.dataset.command}`);
    else if (node.dataset.channel) go(node.dataset.channel);
    else if (node.classList.contains("spoiler")) {
      const shown = node.getAttribute("aria-expanded") === "true";
      node.setAttribute("aria-expanded", String(!shown));
      node.setAttribute("aria-label", shown ? say("hidden") : node.textContent);
    } else if (node.dataset.customId) press(node);
  });

  scroller.addEventListener("change", (event) => {
    const details = event.target.closest("details.several");
    if (details) refreshSeveral(details);
    else if (event.target.matches("select[data-custom-id]")) press(event.target, valuesOf(event.target));
  });

  scroller.addEventListener("keydown", (event) => {
    // A closed select would take each arrow key for a finished choice: open it instead.
    const node = event.target;
    if (KNOWS_OPEN && node.matches?.("select[data-custom-id]:not(:open)") && !event.ctrlKey && !event.metaKey && !event.altKey
      && (event.key.startsWith("Arrow") || event.key.length === 1 || event.key === "Enter")) {
      event.preventDefault();
      node.showPicker();
    }
    const details = node.closest?.("details.several");
    if (event.key === "Escape" && details?.open) {
      details.open = false;
      details.querySelector("summary").focus({ preventScroll: true });
    }
  });
}
