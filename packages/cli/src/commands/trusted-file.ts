import type { Handler, PolicyDefinition } from "@gatehouse/engine";
import { load } from "@gatehouse/formats";
import {
  contentHash,
  isTrusted,
  needsTrust,
  type PolicyFile,
  type TrustStore,
  withoutTrusted,
} from "@gatehouse/runtime";
import { boxed } from "../print/boxed.js";
import type { Palette } from "../print/palette.js";
import { printable } from "../print/printable.js";

/** A policy that acts only when its file is trusted: all that it would run, set or answer. */
export interface ActingPolicy {
  readonly policy: string;
  readonly why: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly when?: string;
  readonly handler: Handler;
}

/** A file, and what trusting it means. */
export interface FileTrust {
  readonly path: string;
  /** SHA-256 of its bytes, in lower-case hex. */
  readonly sha256: string;
  /** `changed`: other bytes were trusted at this place. */
  readonly trust: "trusted" | "changed" | "none";
  /** The policies that act only when the file is trusted. */
  readonly acts: readonly ActingPolicy[];
}

/**
 * Says what a file would do if it were trusted.
 *
 * @param at the file's path, absolute
 */
export async function fileTrust(file: PolicyFile, at: string, store: TrustStore): Promise<FileTrust> {
  const { policies } = load(file.text, { path: file.path });
  const known = await isTrusted(store, at, file.text);
  const changed = !known && (await withoutTrusted(store, [at])).files.length < store.files.length;
  return {
    path: file.path,
    sha256: contentHash(file.text),
    trust: known ? "trusted" : changed ? "changed" : "none",
    acts: policies.flatMap(acting),
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
export function trustLines({ path, sha256, trust, acts }: FileTrust, colors: Palette): readonly string[] {
  const state = trust === "none" ? "not trusted" : trust;
  const paint = trust === "trusted" ? colors.green : colors.yellow;
  return [
    `${paint(state)}  ${printable(path)}`,
    colors.dim(`  sha256 ${sha256}`),
    ...(acts.length === 0 ? ["  nothing in it needs trust"] : acts.flatMap(policyLines)),
  ];
}

function policyLines({ policy, why, events, enabled, when, handler }: ActingPolicy): readonly string[] {
  const off = enabled ? "" : " (switched off)";
  return [
    `  ${printable(policy)} ${why}${off}, on ${printable(events.join(", "))}`,
    ...(when === undefined ? [] : ["    when", ...boxed(when, "      | ")]),
    // Every field that the handler has: one that is new here must not be hidden.
    ...Object.entries(handler).flatMap(([key, value]: [string, unknown]) =>
      key === "kind" ? [] : [`    ${printable(key)}`, ...boxed(textOf(value), "      | ")],
    ),
  ];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
