import type { Handler, PolicyDefinition } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import {
  contentHash,
  isTrusted,
  needsTrust,
  type TrustStore,
  withoutTrusted,
} from "@gatehouse-hooks/runtime";
import type { PlacedFile } from "../places/once-per-checkout.js";
import { boxed, type Palette, printable } from "@gatehouse-hooks/console/print";

/** A policy that acts only when its file is trusted: all that it would run, set or answer. */
interface ActingPolicy {
  readonly policy: string;
  readonly why: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly when?: string;
  readonly handler: Handler;
}

/** A file, and what trusting it means. */
export interface FileTrust {
  /** As shown. */
  readonly path: string;
  /** What the file is known by: absolute, without links. */
  readonly realPath: string;
  /** SHA-256 of its bytes, in lower-case hex. */
  readonly sha256: string;
  /** `changed`: other bytes were trusted at this place. */
  readonly trust: "trusted" | "changed" | "none";
  /** The policies that act only when the file is trusted. */
  readonly acts: readonly ActingPolicy[];
  /** What could not be read, and acts neither with nor without trust. */
  readonly lost: readonly string[];
}

/** Says what a file would do if it were trusted. */
export async function fileTrust(file: PlacedFile, store: TrustStore): Promise<FileTrust> {
  const { path, realPath, text, format } = file;
  const { policies, lost } = load(text, { path, ...(format === undefined ? {} : { format }) });
  const known = await isTrusted(store, realPath, text);
  const changed = !known && (await withoutTrusted(store, [realPath])).files.length < store.files.length;
  return {
    path,
    realPath,
    sha256: contentHash(text),
    trust: known ? "trusted" : changed ? "changed" : "none",
    acts: policies.flatMap(acting),
    lost: lost.map(({ why }) => why),
  };
}

function acting({
  id,
  events,
  enabled = true,
  condition,
  handler,
}: PolicyDefinition): readonly ActingPolicy[] {
  const why = needsTrust(handler);
  if (why === null) return [];
  const when = condition === undefined ? {} : { when: condition.text };
  return [{ policy: id, why, events, enabled, ...when, handler }];
}

/** A file for people: whole, since what is not shown would be trusted unseen. */
export function trustLines(
  { path, sha256, trust, acts, lost }: FileTrust,
  colors: Palette,
): readonly string[] {
  const state = trust === "none" ? "not trusted" : trust;
  const paint = trust === "trusted" ? colors.green : colors.yellow;
  return [
    `${paint(state)}  ${printable(path)}`,
    colors.dim(`  sha256 ${sha256}`),
    ...(acts.length === 0 ? ["  nothing in it needs trust"] : acts.flatMap(policyLines)),
    ...lost.flatMap((why) => ["  not in force", ...boxed(why, "    | ")]),
  ];
}

function policyLines({ policy, why, events, enabled, when, handler }: ActingPolicy): readonly string[] {
  const off = enabled ? "" : " (switched off)";
  return [
    `  ${printable(policy)} ${why}${off}, on ${printable(events.join(", "))}`,
    ...(when === undefined ? [] : ["    when", ...boxed(when, "      | ")]),
    // Every field that the handler has: one that is new here must not be hidden.
    ...Object.entries(handler).flatMap(([key, value]: [string, unknown]) =>
      key === "kind" ? [] : [`    ${printable(key)}`, ...boxed(stringOrEmpty(value), "      | ")],
    ),
  ];
}

function stringOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
