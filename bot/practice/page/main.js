// Tricktable practice: joins the connection, the state and the parts of the page.
import { byId } from "./dom.js";
import { listen } from "./actions.js";
import { Composer } from "./composer.js";
import { drawChannel, drawMessage, removeMessage } from "./messages.js";
import { openModal } from "./modal.js";
import { failAll, finish, notice } from "./pending.js";
import { drawChannels, drawPeople, showMenu } from "./sidebar.js";
import { dropMessage, leaves, nameOf, state, takeMessage, takeReady } from "./state.js";
import { drawWelcome } from "./welcome.js";
import { Wire } from "./wire.js";
import { say, sayFrame } from "./words.js";

// Ann, the first person of the club (bot/practice/club.py): who one is when the address does not say.
const FIRST_PERSON = "1160000000000000001";

const connection = byId("connection");
const announcer = byId("announcer");
let lastChannel = null;

function redraw({ toBottom = true } = {}) {
  if (state.current !== lastChannel) byId("messages").replaceChildren();
  lastChannel = state.current;
  drawChannels();
  drawChannel({ toBottom });
  drawWelcome(wire, composer);
}

function go(id) {
  if (!state.channels.has(id)) return;
  const changed = id !== state.current;
  state.current = id;
  state.unread.delete(id);
  showMenu(false);
  redraw({ toBottom: changed });
  composer.place();
}

function become(id) {
  if (id === state.me?.id) return;
  failAll(say("somebody_else"));
  history.replaceState(null, "", `/?as=${encodeURIComponent(id)}`);
  wire.connect(id);
}

/** Have this person's Discord in another language. */
function speak(locale) {
  history.replaceState(null, "", `/?as=${encodeURIComponent(state.me.id)}&locale=${encodeURIComponent(locale)}`);
  wire.connect(state.me.id, locale);
}

/** The texts of a message's components, in the order they are drawn in. */
const textsOf = (parts) => (parts ?? []).flatMap((part) => [...(part.type === 10 ? [part.content] : []), ...textsOf(part.components)]);

/** Read a new message out, or of a private one what it says now and did not say before; briefly. */
function announce(message, known) {
  const node = document.querySelector(`[data-message-id="${CSS.escape(message.id)}"] .body`);
  const before = new Set(textsOf(known?.components));
  const said = textsOf(message.components);
  const text = [...(node?.querySelectorAll(".text") ?? [])]
    .filter((part, i) => !before.has(said[i]))
    .map((part) => part.textContent).join(". ").slice(0, 300);
  const whose = message.ephemeral_for ? say("read_private") : nameOf(message.author);
  if (text) announcer.textContent = `${whose}: ${text}`;
}

const FRAMES = {
  ready(data) {
    const other = state.me && state.me.id !== data.me.id;
    const spoken = state.me?.locale;
    takeReady(data);
    if (state.me?.locale !== spoken) {
      sayFrame();
      composer.speak();
    }
    if (other) announcer.textContent = say("you_are_now", { name: nameOf(state.me) });
    drawPeople(become, speak);
    redraw({ toBottom: false });
    composer.place();
  },
  message(message) {
    const known = state.messages.get(message.channel_id)?.get(message.id);
    if (!takeMessage(message)) return;
    if (message.channel_id !== state.current) {
      if (!known && !state.unread.has(message.channel_id)) {
        state.unread.add(message.channel_id);
        drawChannels();
      }
      return;
    }
    if (JSON.stringify(known) === JSON.stringify(message)) return;
    drawMessage(message);
    drawWelcome(wire, composer);
    if (message.author?.id !== state.me?.id && (!known || message.ephemeral_for)) announce(message, known);
  },
  message_delete({ id, channel_id: channelId }) {
    dropMessage(channelId, id);
    if (channelId === state.current) removeMessage(id);
    drawWelcome(wire, composer);
  },
  channel(channel) {
    state.channels.set(channel.id, channel);
    drawChannels();
    if (!state.current) go(channel.id);
  },
  channel_delete({ id }) {
    state.channels.delete(id);
    if (state.current !== id) return drawChannels();
    return go([...state.channels.values()].find((c) => c.type === 0)?.id);
  },
  guild(data) {
    state.guild = data;
  },
  commands(data) {
    state.commands = leaves(data, state.me?.locale);
    drawWelcome(wire, composer);
  },
  bot({ online }) {
    state.online = online;
    sayConnection();
    drawWelcome(wire, composer);
  },
  interaction({ nonce, state: how, reason }) {
    if (how !== "pending") finish(nonce, how, reason);
  },
  modal(data) {
    finish(data.nonce, "done");
    openModal(wire, data);
  },
  choices: (data) => composer.answer(data),
  error({ nonce, reason }) {
    if (!nonce || !finish(nonce, "failed", reason)) notice(reason);
  },
};

let connected = false;
function sayConnection() {
  const text = connected ? (state.online ? "" : say("bot_away")) : say("lost_trying");
  connection.textContent = text;
  connection.hidden = !text || (connected && !byId("welcome").hidden);
}

const wire = new Wire(
  (op, data) => {
    FRAMES[op]?.(data);
    if (op === "ready") sayConnection();
  },
  (how) => {
    connected = how === "open";
    document.body.dataset.connection = how;
    if (!connected) {
      failAll(say("lost"));
      sayConnection();
    }
  },
);
const composer = new Composer(wire);
listen(wire, { go, type: (text) => composer.type(text) });
byId("channels").addEventListener("click", (event) => {
  const target = event.target.closest("[data-channel-id]");
  if (target) go(target.dataset.channelId);
});
document.addEventListener("keydown", (event) => {
  // A slash typed anywhere outside a field begins a command.
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
  event.preventDefault();
  if (!composer.command) composer.plain({ text: "/" });
});
const asked = new URLSearchParams(location.search);
wire.connect(asked.get("as") || FIRST_PERSON, asked.get("locale"));
