import { policiesOf, type Policy, type PolicySet } from "@gatehouse-hooks/engine";
import type { HandlerKind, Handlers, Notice } from "@gatehouse-hooks/runtime/portable";

/** Policies that are named in one notice; of the others it is said how many there are. */
const MOST_NAMED = 5;

/** What to do about it, by the kind of handler. */
const CURES: Readonly<Record<HandlerKind, string>> = {
  judge: "give `createGatehouse` a `judge`",
  command: "give `createGatehouse` a handler, `handlers: { command }`, or decide with the command line",
  builtin: "give `createGatehouse` the builtin, `handlers: { builtin }`, or decide with the command line",
  function: "give `createGatehouse` the function, `handlers: { function }`",
};

/**
 * What no event can ask here, since nothing answers such policies: a notice for each kind of handler, said before the first event. That
 * these policies fail, and what that means, is decided with each event.
 */
export function unanswered(set: PolicySet, handlers: Handlers): readonly Notice[] {
  const names = new Map<HandlerKind, string[]>();
  for (const policy of policiesOf(set)) {
    const kind = policy.enabled ? unansweredKind(policy, handlers) : undefined;
    if (kind !== undefined) names.set(kind, [...(names.get(kind) ?? []), policy.id]);
  }
  return [...names].map(([kind, ids]) => {
    const named = ids.slice(0, MOST_NAMED).map((id) => `\`${id}\``);
    const more = ids.length > MOST_NAMED ? [`${ids.length - MOST_NAMED} more`] : [];
    const list = [...named, ...more].join(", ");
    const message = `no ${kind} handler answers ${list}: they are never asked here, they fail, and their \`onFailure\` decides`;
    return { code: `${kind}-unavailable`, message: `${message}; cure: ${CURES[kind]}` };
  });
}

function unansweredKind({ handler }: Policy, handlers: Handlers): HandlerKind | undefined {
  if (handler.kind === "static") return undefined;
  const given = Object.hasOwn(handlers, handler.kind) ? handlers[handler.kind] : undefined;
  if (typeof given === "function") return undefined;
  if (given === undefined || !("name" in handler)) return handler.kind;
  return Object.hasOwn(given, handler.name) ? undefined : handler.kind;
}
