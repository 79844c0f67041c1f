import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { EventWord, EventNames } from "./event-names.js";

/**
 * An event that a person has written under an agent's name, as the canonical one: as a host would have prepared the agent's payload. One
 * with the fields of an agent whose names events have stays as it is, for policies understand these, too.
 */
export function asDecided(event: Event, names: EventNames): Event {
  const known = names.of(event.event);
  const [canonical, other] = known?.canonical ?? [];
  if (known === undefined || canonical === undefined || other !== undefined || known.agents.length === 0)
    return event;
  const hasOwn = known.rules.some(({ own: [root = ""] }) => Object.hasOwn(event, root));
  if (known.isOfEvents && (hasOwn || known.isOfFiles)) return event;
  return { ...moved(event, known), ...ofPart(event, known, names), event: canonical };
}

function moved(event: Event, { rules }: EventWord): JsonObject {
  const named = rules.filter(
    ({ own: [root = ""], canonical: [first] }) => first !== "raw" && Object.hasOwn(event, root),
  );
  const fields = new Map(Object.entries(event));
  for (const {
    own: [root = ""],
    canonical,
  } of named) {
    const value = fields.get(root);
    const [first = "", key] = canonical;
    const outer = fields.get(first);
    fields.delete(root);
    if (value !== undefined)
      fields.set(first, key === undefined ? value : { ...(isRecord(outer) ? outer : {}), [key]: value });
  }
  return Object.fromEntries(fields);
}

/** What tells that it is of the part that the name means, where it does not say so itself. */
function ofPart(event: Event, { name, part = {} }: EventWord, { tools }: EventNames): JsonObject {
  const { kinds, failed, own } = part;
  const tool = tools.find((one) => kinds?.includes(one.kind));
  return {
    ...(tool !== undefined &&
      !Object.hasOwn(event, "tool") &&
      !Object.hasOwn(event, "toolName") &&
      !Object.hasOwn(event, "tool_name") && {
        tool: { kind: tool.kind, name: tool.name },
        toolName: tool.name,
      }),
    ...(failed === true && !Object.hasOwn(event, "error") && { error: "the call failed" }),
    ...(own === true && { raw: { ...(isRecord(event["raw"]) ? event["raw"] : {}), hook_event_name: name } }),
  };
}
