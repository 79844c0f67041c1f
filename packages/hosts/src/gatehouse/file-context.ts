import type { Parsed } from "@gatehouse-hooks/condition";
import type { Tier } from "@gatehouse-hooks/engine";
import type { EventNames } from "../names/event-names.js";
import type { Report } from "../text/report.js";
import type { KnownConditions } from "../host-files.js";
import type { Source } from "../text/source.js";
import type { ReadSet } from "./sets/set-shape.js";
import type { Document } from "../yaml/document.js";

/** What every policy of a file shares. */
export interface PolicyFileContext extends KnownConditions {
  readonly source: Source;
  readonly document: Document;
  readonly report: Report;
  readonly tier: Tier;
  /** The names of events of all hosts. */
  readonly names: EventNames;
  /** Names of events and of tools that are the file's own, or the embedder's. */
  readonly own: { readonly events: readonly string[]; readonly tools: readonly string[] };
  /** The sets of the file, by name. */
  readonly sets: ReadonlyMap<string, ReadSet>;
  /** Fields that conditions may read and no event carries. */
  readonly derived: readonly string[];
  /** Its policies are tried silently, where they do not say otherwise. */
  readonly observe: boolean;
  /** The conditions that `tools` of its policies mean, by their text. */
  readonly toolConditions: Map<string, Parsed>;
}
