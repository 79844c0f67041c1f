import { EVENT_NAMES, readEventNames, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { nearName } from "@gatehouse-hooks/json";

/** The first of the names that no event has, as a message says it, with the one that is meant; undefined: all are known. */
export function unknownEvent(listed: readonly string[]): string | undefined {
  const { unknown, unmatched } = readEventNames(listed, EVENT_NAMES);
  const [name] = [...unknown, ...unmatched];
  if (name === undefined) return undefined;
  // Hooks are written with the names of Claude Code: of two that are as near, they are meant.
  const first = WIRED_HOSTS.find((host) => host.name === "claude-code")?.events ?? [];
  const meant =
    nearName(
      name,
      first.map((event) => event.name),
    ) ??
    nearName(
      name,
      EVENT_NAMES.all.map((event) => event.name),
    );
  const cure = meant === null ? "see docs/events.md for those that there are" : `did you mean \`${meant}\`?`;
  return `\`${name}\`, an event that no agent has; ${cure}`;
}
