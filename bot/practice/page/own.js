// The way back to one's own open message, such as a hand, when newer messages have pushed it out of sight.
import { byId } from "./dom.js";
import { say } from "./words.js";

const list = byId("messages");
const pill = byId("own");
const name = byId("own-name");
let watched = null;

const sight = new IntersectionObserver(
  (seen) => { pill.hidden = seen.at(-1).isIntersecting; },
  { root: byId("scroller"), rootMargin: "-24px 0px" },
);

/** Look after the newest private message with something to press. */
export function watchOwn() {
  const node = [...list.querySelectorAll(":scope > .private:has([data-custom-id]:not(:disabled))")].at(-1) ?? null;
  if (node) name.textContent = node.querySelector(".card") ? say("your_cards") : say("your_message");
  if (node === watched) return;
  sight.disconnect();
  watched = node;
  pill.hidden = true;
  if (node) sight.observe(node);
}

pill.addEventListener("click", () => {
  watched?.scrollIntoView({ block: "end" });
  (watched?.querySelector("[data-custom-id]:not(:disabled)") ?? watched)?.focus({ preventScroll: true });
});
