// A text field with a list of suggestions above it, used by keyboard, pointer and screen reader alike.
import { h } from "./dom.js";

let count = 0;

export class Combobox {
  /**
   * `input` gets the list; `draw(item)` gives the nodes of a row; `pick(item)` hears the choice.
   * The list stands in `place`, which must be positioned.
   */
  constructor(input, place, { draw, pick, label, testid }) {
    this.input = input;
    this.draw = draw;
    this.pick = pick;
    this.items = [];
    this.at = -1;
    this.list = h("ul", { id: `suggestions-${++count}`, class: "suggestions", role: "listbox", "aria-label": label, hidden: true, dataset: { testid } });
    place.append(this.list);
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id,
    })) input.setAttribute(name, value);
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.show([]));
    // The pointer must not take the focus from the field before the click is heard.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.choose(this.items[[...this.list.children].indexOf(row)]);
    });
  }

  get open() {
    return !this.list.hidden;
  }

  /** Show these items (none: close). The first is marked unless `mark` is false. */
  show(items, mark = true) {
    this.items = items;
    this.list.hidden = items.length === 0;
    this.input.setAttribute("aria-expanded", String(this.open));
    this.list.replaceChildren(...items.map((item, i) =>
      h("li", { id: `${this.list.id}-${i}`, role: "option", "aria-selected": "false" }, this.draw(item))));
    this.mark(items.length && mark ? 0 : -1);
  }

  mark(at) {
    this.at = at;
    [...this.list.children].forEach((row, i) => row.setAttribute("aria-selected", String(i === at)));
    const row = this.list.children[at];
    if (row) {
      this.input.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  choose(item) {
    this.show([]);
    this.pick(item);
  }

  key(event) {
    if (!this.open || event.isComposing) return;
    const last = this.items.length - 1;
    if (event.key === "ArrowDown") this.mark(this.at >= last ? 0 : this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at <= 0 ? last : this.at - 1);
    else if (event.key === "Escape") this.show([]);
    else if ((event.key === "Enter" || event.key === "Tab") && this.at >= 0 && !event.shiftKey) this.choose(this.items[this.at]);
    else return;
    event.preventDefault();
    event.stopPropagation(); // Enter has picked, it must not send as well
  }
}
