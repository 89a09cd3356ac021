// Discord's markdown as DOM nodes. The source is untrusted: it only ever ends up in text nodes and
// in attributes that cannot run anything (links are http and https alone).
import { h } from "./dom.js";
import { nameOf, state, userOf } from "./state.js";
import { timeNode } from "./times.js";
import { say } from "./words.js";

const RED = /(?:\b(?:10|[2-9AKQJT]))?[♥♦]\uFE0E?/gu;
const RUN = /[♠♥♦♣]\uFE0E?(?: (?:10|[2-9AKQJT])\b)+/gu; // "♦ K 9 5", as hands are written

/** Plain text with hearts and diamonds tinted, and the rank before them; a suit and its cards stay on one line. */
export function suits(text) {
  const nodes = [];
  let from = 0;
  const plain = text.replace(RUN, (run) => run.replaceAll(" ", "\u00A0"));
  for (const hit of plain.matchAll(RED)) {
    if (hit.index > from) nodes.push(plain.slice(from, hit.index));
    nodes.push(h("span", { class: "red" }, hit[0]));
    from = hit.index + hit[0].length;
  }
  if (from < plain.length) nodes.push(plain.slice(from));
  return nodes;
}

/** An emoji's name as one says it: without colons, low lines, and the mark of a drawing at its end. */
const spoken = (name) => name.replace(/^:|(?:_[0-9a-f]{4})?:$/g, "").replaceAll("_", " ");

/**
 * A custom emoji as a picture (its name where there is none, see the end of this file); others as they are. Beside a
 * label that says all (`labelled`) a picture is an ornament, and silent.
 */
export function emojiNode(emoji, labelled = false) {
  if (!emoji.id) return emoji.name ?? "";
  const known = state.emojis.get(emoji.id);
  const name = `:${emoji.name ?? known?.name ?? "emoji"}:`;
  const source = known?.url ?? `/emojis/${emoji.id}.png`;
  if (labelled) return h("img", { class: "emoji", src: source, alt: "" });
  return h("img", { class: "emoji", src: source, alt: spoken(name), title: name });
}

const wrap = (tag, props) => (m) => h(tag, props, inline(m[1]));
const link = (href, ...inner) =>
  h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...inner);

// Tried in this order at every place where one may begin; `y` pins them to that place.
const INLINE = [
  [/\\([^\p{L}\p{N}\s])/uy, (m) => m[1]],
  [/``([^]+?)``(?!`)/y, (m) => h("code", {}, m[1].trim())],
  [/`([^`]+)`/y, (m) => h("code", {}, m[1])],
  [/<@!?(\d+)>/y, (m) => h("span", { class: m[1] === state.me?.id ? "mention self" : "mention" }, `@${nameOf(userOf(m[1]))}`)],
  [/<@&\d+>/y, () => h("span", { class: "mention" }, "@role")],
  [/<#(\d+)>/y, (m) => {
    const name = state.channels.get(m[1])?.name;
    return h("button", { type: "button", class: "mention", disabled: !name, dataset: { channel: m[1] } }, `#${name ?? "unknown"}`);
  }],
  [/<\/([^:<>\n]{1,100}):(\d+)>/y, (m) =>
    h("button", { type: "button", class: "mention", dataset: { command: m[1] } }, `/${m[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => timeNode(Number(m[1]), m[2] ?? "f")],
  [/<a?:(\w{1,32}):(\d+)>/y, (m) => emojiNode({ name: m[1], id: m[2] })],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s<>)]+)>?\)/y, (m) => link(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], m[1])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]]/y, (m) => link(m[0], m[0])],
  [/\*\*\*(?=\S)([^]+?)\*\*\*/y, (m) => h("strong", {}, h("em", {}, inline(m[1])))],
  [/\*\*(?=\S)([^]+?)\*\*(?!\*)/y, wrap("strong")],
  [/__(?=\S)([^]+?)__(?!_)/y, wrap("u")],
  [/\*(?=[^\s*])([^]*?[^\s*])\*(?!\*)/y, wrap("em")],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^]*?[^\s_])_(?![\p{L}\p{N}_])/uy, wrap("em")],
  [/~~(?=\S)([^]+?)~~/y, wrap("s")],
  [/\|\|([^]+?)\|\|/y, (m) => h("button", { type: "button", class: "spoiler", "aria-label": say("hidden"), "aria-expanded": "false" }, h("span", {}, inline(m[1])))],
];
const START = /[\\`<[*_~|]|https?:\/\//g;

/** The nodes of a piece of text without block structure. */
export function inline(source) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(...suits(plain));
    plain = "";
  };
  let at = 0;
  while (at < source.length) {
    START.lastIndex = at;
    const next = START.exec(source)?.index ?? source.length;
    plain += source.slice(at, next);
    at = next;
    if (at === source.length) break;
    let found = false;
    for (const [pattern, build] of INLINE) {
      pattern.lastIndex = at;
      const hit = pattern.exec(source);
      if (!hit) continue;
      const node = build(hit);
      if (typeof node === "string") plain += node;
      else {
        flush();
        nodes.push(node);
      }
      at += hit[0].length;
      found = true;
      break;
    }
    if (!found) plain += source[at++];
  }
  flush();
  return nodes;
}

const LIST = /^( *)([-*]|\d+\.) +(.*)$/;

function list(lines) {
  const ordered = /\d/.test(LIST.exec(lines[0])[2]);
  const depth = LIST.exec(lines[0])[1].length;
  const root = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(LIST.exec(lines[0])[2], 10) } : {});
  for (let i = 0; i < lines.length; i++) {
    const item = h("li", {}, inline(LIST.exec(lines[i])[3]));
    const inner = [];
    while (i + 1 < lines.length && LIST.exec(lines[i + 1])[1].length > depth) inner.push(lines[++i]);
    if (inner.length) item.append(list(inner));
    root.append(item);
  }
  return root;
}

function blocks(source) {
  const nodes = [];
  const lines = source.split("\n");
  let para = [];
  const flush = () => {
    const text = para.join("\n").replace(/^\n+|\n+$/g, "");
    text.split(/\n{2,}/).forEach((part) => part && nodes.push(h("p", {}, inline(part))));
    para = [];
  };
  const take = (i, test) => {
    let end = i;
    while (end < lines.length && test(lines[end])) end++;
    return lines.slice(i, end);
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    if (heading) {
      flush();
      // The channel's name is the h1, and whose message it is an h2: whatever size these have, they stand below that.
      nodes.push(h("h3", { class: `head${heading[1].length}` }, inline(heading[2])));
    } else if (/^-# +\S/.test(line)) {
      flush();
      nodes.push(h("p", { class: "subtext" }, inline(line.slice(3).trim())));
    } else if (line.startsWith(">>> ")) {
      flush();
      nodes.push(h("blockquote", {}, blocks([line.slice(4), ...lines.slice(i + 1)].join("\n"))));
      break;
    } else if (line.startsWith("> ")) {
      flush();
      const part = take(i, (l) => l.startsWith("> "));
      nodes.push(h("blockquote", {}, blocks(part.map((l) => l.slice(2)).join("\n"))));
      i += part.length - 1;
    } else if (LIST.test(line)) {
      flush();
      const part = take(i, (l) => LIST.test(l));
      nodes.push(list(part));
      i += part.length - 1;
    } else para.push(line);
  }
  flush();
  return nodes;
}

/** The nodes of a whole text: blocks of code first, since nothing inside them counts. */
export function markdown(source) {
  return String(source ?? "").split(/(```[^]+?```)/).flatMap((part) => {
    const code = /^```(?:\w*\n)?([^]+?)\n?```$/.exec(part);
    return code ? [h("pre", {}, h("code", {}, code[1]))] : blocks(part);
  });
}

document.addEventListener("error", (event) => {
  if (event.target.matches?.("img.emoji")) event.target.replaceWith(event.target.title);
}, true);
