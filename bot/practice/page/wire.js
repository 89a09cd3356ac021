// The WebSocket to the practice server: JSON frames, and a connection that comes back by itself.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

let count = 0;
const stem = Math.random().toString(36).slice(2, 10);

/** A fresh mark by which the answers to one action are told apart. */
export const nonce = () => `${stem}-${++count}`;

export class Wire {
  /** `onFrame(op, data)` for every frame; `onState("open" | "lost")` when the connection changes. */
  constructor(onFrame, onState) {
    this.onFrame = onFrame;
    this.onState = onState;
    this.wait = FIRST_WAIT;
    this.socket = null;
    this.timer = null;
  }

  /** Connect as this person, their Discord in this language (without one as it was), leaving any older connection. */
  connect(person, locale = null) {
    this.person = person;
    this.locale = locale;
    clearTimeout(this.timer);
    const old = this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ as: person, ...(locale && { locale }) });
    const socket = new WebSocket(`${scheme}://${location.host}/page?${query}`);
    this.socket = socket;
    old?.close();
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      const { op, data } = JSON.parse(event.data);
      if (op === "ready") {
        this.wait = FIRST_WAIT;
        this.onState("open");
      }
      this.onFrame(op, data);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.onState("lost");
      this.timer = setTimeout(() => this.connect(this.person, this.locale), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    });
  }

  /** Send one frame; false when there is no connection. */
  send(op, fields) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ op, ...fields }));
    return true;
  }
}
