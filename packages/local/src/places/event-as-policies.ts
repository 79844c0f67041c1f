import { lookup, parseJson } from "@gatehouse-hooks/json";
import type { FoundPolicyFile } from "@gatehouse-hooks/runtime";

/** Notices about events that were named where policy files belong: the words behind an option are easily mixed up. */
export function eventsAsPolicies(
  files: readonly Pick<FoundPolicyFile, "path" | "text">[],
): readonly string[] {
  return files
    .filter(({ text }) => isEvent(text))
    .map(
      ({ path }) =>
        `\`${path}\` is an event, not a policy file; --policies takes one path: gatehouse decide --policies RULES.yaml ${path}`,
    );
}

function isEvent(text: FoundPolicyFile["text"]): boolean {
  const read = parseJson(text);
  if (!("value" in read)) return false;
  const has = (key: string): boolean => lookup(read.value, key) !== undefined;
  return !has("policies") && !has("version") && ["event", "hook_event_name"].some(has);
}
