// Building DOM nodes, and changing old ones into new ones in place.
// User text only ever becomes text nodes and attribute values; nothing here parses HTML.

/** h("button", {class: "x", dataset: {id: 1}, disabled: true}, "text", node, [more]) */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "dataset") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== undefined && text !== null) node.dataset[key] = text;
      }
    } else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

/**
 * Change `old` into `fresh` with as few changes as possible and return the node now in the document.
 * Elements with the same data-key are taken to be equal and left alone (an open select stays open).
 */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return old;
  }
  if (old.dataset.key || fresh.dataset.key) {
    if (old.dataset.key === fresh.dataset.key) return old;
    old.replaceWith(fresh);
    return fresh;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((node, i) => (i < before.length ? morph(before[i], node) : old.append(node)));
  before.slice(after.length).forEach((node) => node.remove());
  return old;
}

const CONTROLS = "button, select, summary, input, a[href]";

/** Where the focus stands inside `root`, to be found again after a change; null when it is elsewhere. */
export function focusIn(root) {
  const at = document.activeElement;
  if (!at || !root.contains(at)) return null;
  return { at, id: at.dataset.customId, label: labelOf(at), place: [...root.querySelectorAll(CONTROLS)].indexOf(at) };
}

const labelOf = (node) => node.getAttribute("aria-label") ?? node.textContent;

/** Put the focus back: on the same control, else on one of its name, on the one now in its place, or on `root` itself. */
export function refocus(root, was) {
  if (!was) return;
  const usable = (node) => node && node.isConnected && !node.disabled;
  const all = [...root.querySelectorAll(CONTROLS)];
  const same = was.id && all.find((node) => node.dataset.customId === was.id);
  const named = was.id && all.find((node) => node.dataset.customId && labelOf(node) === was.label);
  const target = [same, named, was.at, all[was.place]].find(usable) ?? root;
  if (document.activeElement !== target) target.focus({ preventScroll: true });
}
