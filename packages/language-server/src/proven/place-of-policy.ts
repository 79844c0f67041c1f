import type { Policy } from "@gatehouse-hooks/engine";
import { placeInPolicy, type PolicyPart } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import type { Sources } from "./with-column.js";

/** Where a policy is: its file, and the line and column where they are known. */
export type PolicyPosition = Pick<Issue, "path" | "line" | "column" | "offset">;

/** The place of a policy's name. */
export function placeOfPolicy(policy: Policy, sources: Sources): PolicyPosition {
  const { source } = policy;
  if (source === undefined) return {};
  const place = placeOfPart(policy, sources, { in: "name" });
  return place ?? { path: source.path, ...(source.line !== undefined && { line: source.line }) };
}

/** The place of a part of a policy; nothing where no person wrote it, or its file is not known. */
export function placeOfPart(policy: Policy, sources: Sources, part: PolicyPart): PolicyPosition | undefined {
  const path = policy.source?.path;
  const text = path === undefined ? undefined : sources.get(path);
  const place = text === undefined ? undefined : placeInPolicy(text, policy, part);
  return path === undefined || place === undefined ? undefined : { path, ...place };
}
