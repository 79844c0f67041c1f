import type { Node } from "jsonc-parser";
import { type InstalledLine, readHookCommandLine } from "./hook-command-line.js";
import { elementsOf, propertyOf, stringOf } from "./read-settings.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";

/** An entry of a hook, ours or another's, where it is in the tree. */
export interface HookEntry {
  readonly event: string;
  /** The object with the command. */
  readonly node: Node;
  /** The object around it that has the matcher; absent where the agent has no groups. */
  readonly group?: Node;
  readonly command: string | undefined;
  /** Ours, taken apart; undefined: another's. */
  readonly own: InstalledLine | undefined;
  /** Where it is, for an editor. */
  readonly path: readonly (string | number)[];
}

/** All hooks of a settings file. What is not of the agent's shape is passed over. */
export function installedEntries(root: Node | undefined, wiring: Wiring): readonly HookEntry[] {
  const events = propertyOf(root, "hooks");
  if (events?.type !== "object") return [];
  return (events.children ?? []).flatMap(({ children }) => {
    const event: unknown = children?.[0]?.value;
    if (typeof event !== "string") return [];
    return (elementsOf(children?.[1]) ?? []).flatMap((element, index) => {
      const path = ["hooks", event, index];
      if (wiring.shape === "flat") return [entryAt(event, element, path, wiring)];
      return (elementsOf(propertyOf(element, "hooks")) ?? []).map((node, inner) => ({
        ...entryAt(event, node, [...path, "hooks", inner], wiring),
        group: element,
      }));
    });
  });
}

function entryAt(
  event: string,
  node: Node,
  path: readonly (string | number)[],
  { commandKey }: Wiring,
): HookEntry {
  const command = stringOf(node, commandKey) ?? stringOf(node, "command");
  const own = command === undefined ? undefined : readHookCommandLine(command);
  return { event, node, command, own, path };
}
