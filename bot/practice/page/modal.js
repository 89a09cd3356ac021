// Modals: a dialog with text fields and choices, open until the app has answered.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { select, valuesOf } from "./controls.js";
import { begin, finish } from "./pending.js";
import { say } from "./words.js";

let count = 0;

function textInput(part, label) {
  const id = `modal-field-${++count}`;
  const props = {
    id, required: part.required !== false, minlength: part.min_length || null, maxlength: part.max_length, placeholder: part.placeholder,
    dataset: { customId: part.custom_id },
  };
  const input = part.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
  input.value = part.value ?? "";
  return { nodes: [label && h("label", { for: id }, label), input], read: () => ({ [part.custom_id]: input.value }) };
}

function ticks(part, label, kind) {
  const group = `modal-group-${++count}`;
  const node = h("fieldset", { dataset: { customId: part.custom_id } }, label && h("legend", {}, label),
    (part.options ?? []).map((o) => h("label", { class: "choice" },
      h("input", { type: kind, name: group, value: o.value, checked: o.default, required: kind === "radio" && part.required !== false }),
      h("span", {}, o.label, o.description && h("small", {}, o.description)))));
  const chosen = () => [...node.querySelectorAll("input:checked")].map((i) => i.value);
  return { nodes: [node], read: () => ({ [part.custom_id]: kind === "radio" ? chosen()[0] ?? null : chosen() }) };
}

function build(part, label = null, description = null) {
  const hint = description && h("p", { class: "subtext" }, description);
  switch (part.type) {
    case 1: {
      const inner = (part.components ?? []).map((p) => build(p));
      return { nodes: inner.flatMap((i) => i.nodes), read: () => Object.assign({}, ...inner.map((i) => i.read())) };
    }
    case 4: {
      const made = textInput(part, label ?? part.label);
      return { nodes: [made.nodes[0], hint, made.nodes[1]], read: made.read };
    }
    case 10: return { nodes: [h("div", { class: "text" }, markdown(part.content))], read: () => ({}) };
    case 18: return build(part.component, part.label, part.description);
    case 21: case 22: {
      const made = ticks(part, label, part.type === 21 ? "radio" : "checkbox");
      return { nodes: [...made.nodes, hint], read: made.read };
    }
    case 23: {
      const box = h("input", { type: "checkbox", checked: part.default, dataset: { customId: part.custom_id } });
      return { nodes: [h("label", { class: "choice" }, box, h("span", {}, label ?? "")), hint], read: () => ({ [part.custom_id]: box.checked }) };
    }
    default: {
      const node = select(part.required === false ? { ...part, min_values: 0 } : part, label);
      if (node.matches("select") && part.required !== false) node.required = true;
      if (node.matches("details")) node.querySelector("[data-choose]").remove();
      return { nodes: [label && h("p", { class: "label" }, label), hint, node], read: () => ({ [part.custom_id]: valuesOf(node) }) };
    }
  }
}

/** Open the dialog for the server's `modal` frame; the focus goes back to where it was. */
export function openModal(wire, data) {
  const parts = (data.components ?? []).map((part) => build(part));
  const trouble = h("p", { class: "failure", role: "alert", hidden: true });
  const submit = h("button", { type: "submit", class: "button primary" }, say("submit"));
  const titleId = `modal-title-${++count}`;
  const form = h("form", { autocomplete: "off" }, h("h2", { id: titleId }, data.title), trouble,
    parts.map((p) => h("div", { class: "field" }, p.nodes)),
    h("div", { class: "row end" }, h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, say("cancel")), submit));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": titleId, dataset: { testid: "modal" } }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (submit.hasAttribute("aria-busy")) return;
    submit.setAttribute("aria-busy", "true");
    trouble.hidden = true;
    const fail = (reason) => {
      submit.removeAttribute("aria-busy");
      trouble.textContent = reason;
      trouble.hidden = false;
    };
    const id = begin({ onFail: fail, onDone: () => dialog.close() });
    const sent = wire.send("modal_submit", {
      nonce: id, interaction_id: data.interaction_id, custom_id: data.custom_id, fields: Object.assign({}, ...parts.map((p) => p.read())),
    });
    if (!sent) finish(id, "failed", say("no_link"));
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.querySelectorAll("dialog.modal").forEach((old) => old.close());
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector("input, textarea, select, summary")?.focus();
}
