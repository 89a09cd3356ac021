// The line at the bottom: plain text, or a slash command with its options as fields.
import { byId, h } from "./dom.js";
import { Combobox } from "./combobox.js";
import { field } from "./fields.js";
import { begin, clearNotices, finish, notice } from "./pending.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** Commands that fit what was typed after the slash: by the beginnings of words, then anywhere. */
export function matching(query) {
  const words = query.toLowerCase().trim().split(/\s+/).filter(Boolean);
  const rank = (c) => {
    if (!words.length) return 0;
    const parts = [c.words, c.path];
    if (parts.some((path) => words.every((w, i) => path[i]?.startsWith(w)))) return 0;
    if (parts.some((path) => words.every((w) => path.some((p) => p.includes(w))))) return 1;
    return words.every((w) => c.description.toLowerCase().includes(w)) ? 2 : 3;
  };
  return state.commands.map((c) => [rank(c), c]).filter(([r]) => r < 3).sort(([a], [b]) => a - b).map(([, c]) => c);
}

/** What was typed behind a command's name, into its fields: `clock:Live place:Here`; without a name, into the first. */
function fill(fields, typed) {
  const words = new Map(fields.map((each) => [each, []]));
  let into = fields[0];
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const named = fields.find((each) => [each.name, each.label].some((name) => word.toLowerCase().startsWith(`${name.toLowerCase()}:`)));
    into = named ?? into;
    words.get(into)?.push(named ? word.slice(word.indexOf(":") + 1) : word);
  }
  for (const [each, said] of words) if (said.length) each.fill(said.join(" ").trim());
}

/** Send a command that needs no further questions; resolves nothing, says what went wrong. */
export function sendCommand(wire, command, options, onFail = notice) {
  clearNotices();
  const id = begin({ label: `/${command.label}`, onFail: (reason) => onFail(`/${command.label}: ${reason}`) });
  const sent = wire.send("command", { nonce: id, channel_id: state.current, path: command.path, options });
  if (!sent) finish(id, "failed", say("no_link"));
  return sent;
}

export class Composer {
  constructor(wire) {
    this.wire = wire;
    this.form = byId("composer");
    this.command = null;
    this.asked = new Map(); // nonce -> resolve
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.command && !event.defaultPrevented) this.plain();
    });
    this.plain({ focus: false });
  }

  /** An empty line for text. */
  plain({ text = "", focus = true } = {}) {
    this.command = null;
    this.input = h("input", {
      type: "text", maxlength: 2000, enterkeyhint: "send", "aria-label": say("line"), dataset: { testid: "composer" },
    });
    const slash = h("button", { type: "button", class: "quiet icon", "aria-label": say("commands"), title: say("commands"), dataset: { testid: "slash" }, onclick: () => {
      this.input.value = this.input.value.startsWith("/") ? this.input.value : "/";
      this.input.focus();
      this.suggest();
    } }, "/");
    this.form.replaceChildren(h("div", { class: "line" }, slash, this.input, this.sendButton()));
    this.box = new Combobox(this.input, this.form, {
      label: say("commands"),
      testid: "commands",
      draw: (c) => [h("strong", {}, `/${c.label}`), h("span", { class: "hint" }, c.options.filter((o) => o.required).map((o) => o.label).join(" · ")),
        h("span", { class: "subtext" }, c.description)],
      pick: (c) => this.choose(c),
    });
    this.input.addEventListener("input", () => this.suggest());
    this.input.value = text;
    this.place();
    if (focus) this.input.focus();
    if (text.startsWith("/")) this.suggest();
  }

  sendButton() {
    return h("button", { type: "submit", class: "button primary", dataset: { testid: "send" } }, say("send"));
  }

  /** Take up the language that the page has now, without losing what was written. */
  speak() {
    const focus = this.form.contains(document.activeElement);
    if (this.command) this.plain({ focus });
    else this.plain({ text: this.input.value, focus });
  }

  /** Say in the empty line where one writes. */
  place() {
    const channel = state.channels.get(state.current);
    if (!this.command) this.input.placeholder = channel ? innerWidth > 720 ? say("write_in", { channel: channel.name }) : say("write") : "";
  }

  suggest() {
    const text = this.input.value;
    this.box.show(text.startsWith("/") ? matching(text.slice(1)) : []);
  }

  /** Take up a command by its written name, as a click on a mention does. */
  type(text) {
    const command = state.commands.find((c) => `/${c.name}` === text.trim());
    if (command) this.choose(command);
    else this.plain({ text });
  }

  /** Show a command's fields; `typed` is what was typed behind its name. */
  choose(command, typed = "") {
    this.command = command;
    const panel = h("div", { class: "command", role: "group", "aria-label": `/${command.label}` });
    this.form.replaceChildren(panel);
    this.fields = [...command.options].sort((a, b) => Boolean(b.required) - Boolean(a.required))
      .map((option) => field(option, (focused) => this.ask(focused), this.form));
    const close = h("button", { type: "button", class: "quiet icon", "aria-label": say("not_this"), onclick: () => this.plain() }, "✕");
    const send = this.sendButton();
    panel.append(
      h("div", { class: "command-head" }, h("code", { dataset: { testid: "command-name" } }, `/${command.label}`),
        h("span", { class: "subtext" }, command.description), close),
      h("div", { class: "command-body" }, h("div", { class: "fields" }, this.fields.map((f) => f.node)), send));
    fill(this.fields, typed);
    // A select does not send its form on Enter by itself, as a text field does.
    for (const f of this.fields.filter((one) => one.input.matches("select"))) {
      f.input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && f.input.value !== "") {
          event.preventDefault();
          this.form.requestSubmit();
        }
      });
    }
    const missing = this.fields.find((each) => each.required && each.input.value === "");
    ((missing ?? this.fields[0])?.input ?? send).focus();
  }

  values() {
    return Object.fromEntries(this.fields.map((f) => [f.name, f.value()]).filter(([, v]) => v !== undefined));
  }

  ask(focused) {
    // The pause before asking may outlast the command's fields.
    if (!this.command) return Promise.resolve([]);
    return new Promise((resolve) => {
      const id = begin({ onFail: () => this.answer({ nonce: id, choices: [] }), onDone: () => {} });
      this.asked.set(id, resolve);
      const options = { [focused]: "", ...this.values() };
      const sent = this.wire.send("autocomplete", { nonce: id, channel_id: state.current, path: this.command.path, options, focused });
      if (!sent) finish(id, "failed");
    });
  }

  /** The server's suggestions. */
  answer({ nonce, choices }) {
    this.asked.get(nonce)?.(choices);
    this.asked.delete(nonce);
    finish(nonce, "done");
  }

  send() {
    if (this.command) {
      const command = this.command;
      if (sendCommand(this.wire, command, this.values())) this.plain();
      return;
    }
    const content = this.input.value.trim();
    if (!content) return;
    if (content.startsWith("/")) {
      const [command, written] = state.commands.flatMap((c) => [[c, c.label], [c, c.name]])
        .filter(([, name]) => `${content} `.startsWith(`/${name} `)).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
      if (command) this.choose(command, content.slice(written.length + 1).trim());
      else notice(say("no_command", { command: content.split(/\s/)[0] }));
      return;
    }
    if (this.wire.send("say", { channel_id: state.current, content })) this.plain();
    else notice(say("no_link"));
  }
}
