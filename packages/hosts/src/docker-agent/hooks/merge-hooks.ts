import type { Hooks } from "./definition.js";

/** Appends hooks to hooks, event by event; `null` stands for no hooks. */
export function mergeHooks(base: Hooks | null, more: Hooks | null): Hooks | null {
  if (base === null || more === null) return base ?? more;
  const events = new Set([...Object.keys(base), ...Object.keys(more)]);
  return Object.fromEntries(
    [...events].map((event) => [event, [...hooksFor(base, event), ...hooksFor(more, event)]]),
  );
}

function hooksFor(hooks: Hooks, event: string): Hooks[string] {
  return Object.hasOwn(hooks, event) ? (hooks[event] ?? []) : [];
}
