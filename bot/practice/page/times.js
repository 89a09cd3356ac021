// Points in time as Discord's markdown writes them; relative ones are kept up to date every second.
import { h } from "./dom.js";
import { state } from "./state.js";

const format = (options) => new Intl.DateTimeFormat(navigator.language, options);
const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
};
const spans = new Map(); // by the language of one's Discord, in which it writes them
const spanIn = (locale) => {
  if (!spans.has(locale)) spans.set(locale, new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
  return spans.get(locale);
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 42 seconds", "3 minutes ago"; the larger unit from one and a half of it. */
export function relative(unix, now = Date.now() / 1000) {
  const left = Math.round(unix - now);
  const [unit, size] = UNITS.find(([, s]) => Math.abs(left) >= 1.5 * s) ?? ["second", 1];
  return spanIn(state.me?.locale ?? "en").format(Math.round(left / size), unit);
}

const text = (unix, style) => (style === "R" ? relative(unix) : (STYLES[style] ?? STYLES.f).format(unix * 1000));

/** A <time> node for `<t:unix:style>`. */
export function timeNode(unix, style = "f") {
  const when = new Date(unix * 1000);
  if (Number.isNaN(when.getTime())) return document.createTextNode("Invalid date");
  return h("time", {
    class: "stamp", datetime: when.toISOString(), title: STYLES.F.format(when),
    dataset: { unix, style },
  }, text(unix, style));
}

/** The small time beside an author's name. */
export function clockNode(iso) {
  const when = new Date(iso);
  if (Number.isNaN(when.getTime())) return null;
  const today = when.toDateString() === new Date().toDateString();
  return h("time", { class: "when", datetime: iso, title: STYLES.F.format(when) },
    today ? STYLES.t.format(when) : `${STYLES.d.format(when)} ${STYLES.t.format(when)}`);
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const now = relative(Number(node.dataset.unix));
    if (node.firstChild.nodeValue !== now) node.firstChild.nodeValue = now;
  }
}, 1000);
