import type { Issue } from "@gatehouse-hooks/json";
import type { LostPolicy } from "@gatehouse-hooks/engine";
import { type HostOptions, load } from "@gatehouse-hooks/hosts";
import { formatNamed, FORMATS } from "@gatehouse-hooks/local";
import { field, type PolicyRow, policyRow, type Row } from "@gatehouse-hooks/console/lines";

/** The policies of a file and its issues. */
export interface LoadAnswer {
  /** The row itself was wrong: nothing was loaded. */
  readonly ok?: false;
  readonly policies: readonly PolicyRow[];
  readonly issues: readonly Issue[];
  /** What is not in force although the file means it to be: `all gating`, or the events it would have guarded. */
  readonly lost: readonly LostPolicy[];
}

/** `{ format, path, text }`, or `base64` instead of `text` for bytes that are not UTF-8; `format` may be absent. */
export function answerLoad(row: Row, options: HostOptions = {}): LoadAnswer {
  if (row.kind === "refused") return failedLoad(row.issue);
  const given = field(row.row, "format");
  const format = formatNamed(given);
  const path = field(row.row, "path") ?? "";
  const base64 = field(row.row, "base64");
  const text = typeof base64 === "string" ? Buffer.from(base64, "base64") : field(row.row, "text");
  if (given !== undefined && format === undefined)
    return invalidLoad(`\`format\` must be one of ${FORMATS.join(", ")}`);
  if (typeof path !== "string") return invalidLoad("`path` must be a string");
  if (typeof text !== "string" && !(text instanceof Uint8Array))
    return invalidLoad("`text` must be a string");
  const { policies, issues, lost } = load(text, {
    path,
    options,
    ...(format === undefined ? {} : { format }),
  });
  return { policies: policies.map(policyRow), issues, lost };
}

function invalidLoad(message: string): LoadAnswer {
  return failedLoad({ severity: "error", code: "invalid-row", message });
}

function failedLoad(issue: Issue): LoadAnswer {
  return { ok: false, policies: [], issues: [issue], lost: [] };
}
