// The fields for the options of a slash command.
import { h } from "./dom.js";
import { Combobox } from "./combobox.js";
import { suits } from "./markdown.js";
import { nameOf, state } from "./state.js";
import { say } from "./words.js";

const PAUSE_MS = 120;
const TYPE = { INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, NUMBER: 10 };

function choicesOf(option) {
  if (option.choices?.length) return option.choices.map((c) => [c.name, c.value]);
  if (option.type === TYPE.BOOLEAN) return [[say("yes"), true], [say("no"), false]];
  if (option.type === TYPE.USER) return [...state.people, ...(state.bot ? [state.bot] : [])].map((u) => [nameOf(u), u.id]);
  if (option.type === TYPE.CHANNEL) return [...state.channels.values()].map((c) => [`#${c.name}`, c.id]);
  return null;
}

/**
 * One labelled field: {name, label, node, input, value(), fill(text), required}. `ask(name)` requests suggestions for
 * it and resolves to a list of {name, value}, which is shown over `place`.
 */
export function field(option, ask, place) {
  const id = `option-${option.name}`;
  const choices = choicesOf(option);
  const label = h("label", { for: id }, option.label, option.required ? null : h("span", { class: "subtext" }, say("optional")));
  const common = { id, required: option.required, title: option.description, dataset: { testid: id } };
  if (choices) {
    const input = h("select", { ...common, class: "select" },
      h("option", { value: "" }, option.required ? say("choose_one") : "—"),
      choices.map(([name], i) => h("option", { value: i }, name)));
    const fill = (text) => {
      const wanted = text.toLowerCase();
      const names = choices.map(([name, value]) => [name, String(value)].map((each) => each.toLowerCase()));
      const whole = names.findIndex((each) => each.includes(wanted));
      const found = whole < 0 ? names.findIndex(([name]) => name.startsWith(wanted)) : whole;
      if (wanted && found >= 0) input.value = found;
    };
    return { name: option.name, label: option.label, required: option.required, input, fill, node: h("div", { class: "field" }, label, input),
      value: () => (input.value === "" ? undefined : choices[Number(input.value)][1]) };
  }
  const numeric = option.type === TYPE.INTEGER || option.type === TYPE.NUMBER;
  const input = h("input", {
    ...common, type: numeric && !option.autocomplete ? "number" : "text", placeholder: option.description,
    min: option.min_value, max: option.max_value, step: option.type === TYPE.NUMBER ? "any" : null,
    minlength: option.min_length, maxlength: option.max_length, autocomplete: "off",
  });
  const node = h("div", { class: "field" }, label, input);
  let picked = null; // the suggestion whose name stands in the field
  if (option.autocomplete) {
    const box = new Combobox(input, place, {
      label: option.description ?? option.name,
      testid: "choices",
      draw: (choice) => suits(choice.name),
      pick: (choice) => {
        picked = choice;
        input.value = choice.name;
      },
    });
    let timer = null;
    let turn = 0;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const mine = ++turn;
        const found = await ask(option.name);
        if (mine === turn && document.activeElement === input) box.show(found, input.value !== "");
      }, PAUSE_MS);
    };
    input.addEventListener("input", () => {
      picked = null;
      refresh();
    });
    input.addEventListener("focus", refresh);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" && !box.open) refresh();
    });
  }
  return { name: option.name, label: option.label, required: option.required, input, node,
    fill: (text) => {
      input.value = text;
    },
    value: () => {
      if (picked && picked.name === input.value) return picked.value;
      if (input.value === "") return undefined;
      return numeric && !Number.isNaN(Number(input.value)) ? Number(input.value) : input.value;
    } };
}
