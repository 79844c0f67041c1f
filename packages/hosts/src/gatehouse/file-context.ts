import type { Parsed } from "@gatehouse-hooks/condition";
import type { Tier } from "@gatehouse-hooks/engine";
import type { Report } from "../text/report.js";
import type { Source } from "../text/source.js";
import type { Document } from "../yaml/document.js";

/** What every policy of a file shares. */
export interface PolicyFileContext {
  readonly source: Source;
  readonly document: Document;
  readonly report: Report;
  readonly tier: Tier;
  /** The conditions that `tools` of its policies mean, by their text. */
  readonly toolConditions: Map<string, Parsed>;
}
