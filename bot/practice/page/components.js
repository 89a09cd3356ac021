// Message components and embeds as DOM nodes.
import { h } from "./dom.js";
import { button, safe, select } from "./controls.js";
import { markdown } from "./markdown.js";

const colour = (number) => `#${Number(number).toString(16).padStart(6, "0")}`;
const sourceOf = (media) => safe(media?.proxy_url ?? media?.url);
const isImage = (file) => (file.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp|avif)$/i.test(file.filename ?? "");

const BUILD = {
  1: (part) => h("div", { class: `row${(part.components ?? []).every((c) => c.type === 2) ? "" : " wide"}` },
    (part.components ?? []).map(component)),
  2: button,
  3: (part) => select(part),
  5: (part) => select(part),
  6: (part) => select(part),
  7: (part) => select(part),
  8: (part) => select(part),
  9: (part) => h("div", { class: "section" },
    h("div", { class: "section-text" }, (part.components ?? []).map(component)),
    part.accessory && h("div", { class: "accessory" }, component(part.accessory))),
  10: (part) => h("div", { class: "text" }, markdown(part.content)),
  11: (part) => h("img", { class: "thumbnail", src: sourceOf(part.media), alt: part.description ?? "" }),
  12: (part) => h("div", { class: `gallery of${Math.min((part.items ?? []).length, 3)}` },
    (part.items ?? []).map((item) => h("img", { src: sourceOf(item.media), alt: item.description ?? "" }))),
  13: (part) => fileLink(part.name ?? part.file?.url?.split("/").pop() ?? "file", part.file?.url, part.size),
  14: (part) => h("hr", { class: part.divider === false ? "gap" : null, dataset: { spacing: part.spacing ?? 1 } }),
  17: (part) => {
    const node = h("div", { class: "container" }, (part.components ?? []).map(component));
    if (part.accent_color !== null && part.accent_color !== undefined) node.style.setProperty("--bar", colour(part.accent_color));
    return node;
  },
};

export function component(part) {
  const build = BUILD[part.type];
  return build ? build(part) : h("p", { class: "subtext" }, `(a component of type ${part.type})`);
}

const size = (bytes) => (bytes > 1048576 ? `${(bytes / 1048576).toFixed(1)} MiB` : `${Math.max(1, Math.round(bytes / 1024))} KiB`);

function fileLink(name, url, bytes) {
  return h("a", { class: "file", href: safe(url), download: name, target: "_blank" },
    h("span", { class: "file-mark", "aria-hidden": "true" }, "⤓"), h("span", { class: "file-name" }, name),
    bytes ? h("span", { class: "subtext" }, size(bytes)) : null);
}

export function attachment(file) {
  return isImage(file)
    ? h("img", { class: "picture", src: safe(file.url), alt: file.description ?? file.filename ?? "" })
    : fileLink(file.filename, file.url, file.size);
}

export function embed(part) {
  const node = h("div", { class: "container embed" },
    part.author?.name && h("p", { class: "subtext" }, part.author.name),
    part.title && h("p", { class: "embed-title" },
      part.url ? h("a", { href: safe(part.url), target: "_blank", rel: "noopener noreferrer" }, part.title) : part.title),
    part.description && h("div", { class: "text" }, markdown(part.description)),
    part.fields?.length > 0 && h("dl", {}, part.fields.map((f) =>
      h("div", { class: f.inline ? "inline" : null }, h("dt", {}, markdown(f.name)), h("dd", {}, markdown(f.value))))),
    part.image && h("img", { class: "picture", src: sourceOf(part.image), alt: "" }),
    part.footer?.text && h("p", { class: "subtext" }, part.footer.text));
  if (part.color) node.style.setProperty("--bar", colour(part.color));
  return node;
}
