import { EVENT_KINDS, eventKindOf, type Issue, type PolicyDefinition, type Tier } from "@gatehouse/engine";
import type { OnLoadError } from "../settings.js";

/** A policy file of which something is not in force. */
export interface BrokenFile {
  readonly path: string;
  readonly tier: Tier;
  /** The errors that say why, the first one first. */
  readonly issues: readonly Issue[];
  /** The events of the policies that the file lost, when they are known. */
  readonly events?: readonly string[];
}

/** Ids are at most 500 characters; the end of a path says more than its beginning. */
const MAX_PATH = 400;

/**
 * What stands in for a policy file that cannot be loaded: a policy that denies every gating event that the file may
 * have been about, so that a typing error never opens a door. It runs last in its tier: a policy that has something
 * to say about the event says it first. With `warn`, decisions carry a warning instead.
 */
export function loadErrorPolicies(
  files: readonly BrokenFile[],
  onLoadError: OnLoadError,
): readonly PolicyDefinition[] {
  return files.map((file) => ({
    id: `load-error:${file.path.slice(-MAX_PATH)}`,
    tier: file.tier,
    events: gatingEvents(file.events),
    priority: Number.MIN_SAFE_INTEGER,
    description: "stands in for a policy file that cannot be loaded",
    handler: { kind: "static", verdict: onLoadError, reason: reasonOf(file) },
    source: { path: file.path },
  }));
}

function gatingEvents(events: readonly string[] | undefined): readonly string[] {
  const known = (events ?? []).filter((name) => eventKindOf(name).gates);
  return known.length > 0 ? known : EVENT_KINDS.filter((kind) => kind.gates).map((kind) => kind.name);
}

function reasonOf(file: BrokenFile): string {
  const [issue] = file.issues;
  if (issue === undefined) return `the policy file \`${file.path}\` cannot be loaded`;
  const line = issue.line === undefined ? "" : `:${issue.line}`;
  const cure = issue.cure === undefined ? "" : `; cure: ${issue.cure}`;
  return `the policy file \`${file.path}${line}\` cannot be loaded: ${issue.message}${cure}`;
}
