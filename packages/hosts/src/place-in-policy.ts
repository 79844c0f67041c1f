import type { Policy } from "@gatehouse-hooks/engine";
import type { Position } from "@gatehouse-hooks/json";
import type { PolicyPart } from "./host-files.js";
import type { Host } from "./host.js";
import { HOSTS } from "./hosts.js";
import { positionOf, readSource, type Source } from "./text/source.js";

/**
 * Where a policy, or a part of it, is in its file. The file is read again: places are asked for where something is wrong only.
 *
 * @param text the file that `policy.source` names, as it was loaded
 * @param part absent: the policy's name
 * @returns nothing where the policy was not written in this file, or the loader made that part of something else
 */
export function placeInPolicy(
  text: string | Uint8Array,
  policy: Pick<Policy, "id" | "source">,
  part: PolicyPart = { in: "name" },
  hosts: readonly Host[] = HOSTS,
): Position | undefined {
  const { path, line, format } = policy.source ?? {};
  if (path === undefined || line === undefined) return undefined;
  const read = readSource(text, path);
  if (read.kind === "refused") return undefined;
  const { source } = read;
  const files = hosts.find(({ name }) => name === format)?.files;
  const offset = files?.placeOf?.(source, { id: policy.id, line }, part);
  if (offset !== undefined) return positionOf(source, offset);
  return part.in === "name" ? positionOf(source, onLine(source, line, policy.id)) : undefined;
}

/** The name on its line, or what the line begins with. */
function onLine({ text, lines }: Source, line: number, id: string): number {
  const start = lines[line - 1] ?? 0;
  const written = text.slice(start, lines[line] ?? text.length);
  const at = written.indexOf(id);
  return start + (at >= 0 ? at : Math.max(0, written.search(/\S/)));
}
