// What the page knows: one object, filled by the frames of the server.

export const state = {
  me: null,
  people: [],
  bot: null,
  online: false,
  guild: null,
  channels: new Map(),
  messages: new Map(), // channel id -> Map(message id -> message)
  commands: [], // see leaves()
  emojis: new Map(),
  current: null, // id of the channel on show
  unread: new Set(),
  failures: new Map(), // message id -> reason
};

/** Snowflakes grow with time but do not fit a number. */
export const byAge = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const nameOf = (user) => user?.global_name || user?.username || "someone";

export const isThread = (channel) => [10, 11, 12].includes(channel.type);

export function userOf(id) {
  return state.people.find((user) => user.id === id) ?? (state.bot?.id === id ? state.bot : null);
}

/** What a command, an option or a choice is called in this language of Discord, or says there. */
const said = (node, what, locale) => node[`${what}_localizations`]?.[locale] ?? node[what] ?? "";

const optionIn = (locale) => (o) => ({
  ...o,
  label: said(o, "name", locale),
  description: said(o, "description", locale),
  choices: o.choices?.map((c) => ({ ...c, name: said(c, "name", locale) })),
});

/**
 * Every command that can be sent, subcommands spelled out: {path, name, words, label, description, options, id}.
 * `path` and `name` are the app's own words, which are sent; `words` and `label` what a person of that language reads.
 */
export function leaves(commands, locale) {
  const walk = (node, path, words, id) => {
    const own = [...path, node.name];
    const read = [...words, said(node, "name", locale)];
    const inner = (node.options ?? []).filter((o) => o.type === 1 || o.type === 2);
    if (inner.length) return inner.flatMap((o) => walk(o, own, read, id));
    return [{
      path: own, name: own.join(" "), words: read, label: read.join(" "), description: said(node, "description", locale),
      options: (node.options ?? []).map(optionIn(locale)), id,
    }];
  };
  return commands
    .filter((c) => (c.type ?? 1) === 1)
    .flatMap((c) => walk(c, [], [], c.id))
    .sort((a, b) => a.label.localeCompare(b.label));
}

export function takeReady(data) {
  state.me = data.me;
  state.people = data.people ?? [];
  state.bot = data.bot ?? null;
  state.guild = data.guild ?? null;
  state.channels = new Map((data.channels ?? []).map((c) => [c.id, c]));
  state.commands = leaves(data.commands ?? [], data.me?.locale);
  state.emojis = new Map((data.emojis ?? []).map((e) => [e.id, e]));
  state.online = data.online ?? data.bot?.online ?? state.commands.length > 0;
  state.failures.clear();
  state.messages = new Map();
  for (const list of Object.values(data.messages ?? {})) list.forEach(takeMessage);
  if (!state.channels.has(state.current)) {
    state.current = [...state.channels.values()].find((c) => c.type === 0)?.id ?? null;
  }
}

/** Keep a new or changed message; false when it is meant for somebody else's eyes. */
export function takeMessage(message) {
  if (message.ephemeral_for && message.ephemeral_for !== state.me?.id) return false;
  if (!state.messages.has(message.channel_id)) state.messages.set(message.channel_id, new Map());
  state.messages.get(message.channel_id).set(message.id, message);
  return true;
}

export function dropMessage(channelId, id) {
  state.messages.get(channelId)?.delete(id);
  state.failures.delete(id);
}

/** The messages of a channel, oldest first. */
export function messagesIn(channelId) {
  return [...(state.messages.get(channelId)?.values() ?? [])].sort((a, b) => byAge(a.id, b.id));
}
