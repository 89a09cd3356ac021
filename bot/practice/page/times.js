// Points in time as Discord's markdown writes them; relative ones are kept up to date every second.
import { h } from "./dom.js";
import { state } from "./state.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const locale = () => state.me?.locale ?? "en";
const clocks = new Map(); // like spans, by language and style
const clock = (style, when) => {
  const key = `${locale()} ${style}`;
  if (!clocks.has(key)) clocks.set(key, new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f));
  return clocks.get(key).format(when);
};
const spans = new Map(); // by the language of one's Discord, in which it writes them
const spanIn = (language) => {
  if (!spans.has(language)) spans.set(language, new Intl.RelativeTimeFormat(language, { numeric: "always" }));
  return spans.get(language);
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 42 seconds", "3 minutes ago"; the larger unit from one and a half of it. */
export function relative(unix, now = Date.now() / 1000) {
  const left = Math.round(unix - now);
  const [unit, size] = UNITS.find(([, s]) => Math.abs(left) >= 1.5 * s) ?? ["second", 1];
  return spanIn(locale()).format(Math.round(left / size), unit);
}

const text = (unix, style) => (style === "R" ? relative(unix) : clock(style, unix * 1000));

/** A <time> node for `<t:unix:style>`. */
export function timeNode(unix, style = "f") {
  const when = new Date(unix * 1000);
  if (Number.isNaN(when.getTime())) return document.createTextNode("Invalid date");
  return h("time", {
    class: "stamp", datetime: when.toISOString(), title: clock("F", when),
    dataset: { unix, style },
  }, text(unix, style));
}

/** The small time beside an author's name. */
export function clockNode(iso) {
  const when = new Date(iso);
  if (Number.isNaN(when.getTime())) return null;
  const today = when.toDateString() === new Date().toDateString();
  return h("time", { class: "when", datetime: iso, title: clock("F", when) },
    today ? clock("t", when) : `${clock("d", when)} ${clock("t", when)}`);
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const now = relative(Number(node.dataset.unix));
    if (node.firstChild.nodeValue !== now) node.firstChild.nodeValue = now;
  }
}, 1000);
