import type { JudgeHandler, PolicyDefinition } from "@gatehouse-hooks/engine";
import type { FileToRead, PlaceOf } from "../host-files.js";
import { type Report, whyLost, reportOn } from "../text/report.js";
import { positionOf } from "../text/source.js";
import { nearEvents } from "../names/near-events.js";
import { collectFields, type Fields } from "./collect-fields.js";
import { readBody, shownBy } from "./read-body.js";
import { readEntries } from "./read-entries.js";
import {
  readCache,
  readDescription,
  readEnabled,
  namedEvents,
  readEvents,
  readModel,
  readName,
  readPriority,
  readTimeout,
} from "./read-fields.js";
import { readHookCondition } from "./read-hook-condition.js";
import { splitFrontmatter } from "./split-frontmatter.js";

/** Where the hook of a Mayros file is, or its condition. */
export const placeInMayros: PlaceOf = (source, _, part) => {
  const report = reportOn(source, "project");
  const frontmatter = splitFrontmatter(source, report);
  if (frontmatter === null) return undefined;
  const fields = collectFields(readEntries(source, frontmatter.block, report), report);
  if (part.in !== "condition") return undefined;
  const { value, line } = fields.get("condition") ?? {};
  // YAML and Mayros may read a line differently: the reading that was taken is the one of this text.
  if (value !== undefined && value.kind !== "collection" && value.text === part.text)
    return value.within(part.offset);
  return line?.text === part.text ? line.within(part.offset) : undefined;
};

/** Document 000, "LLM response format". */
const DECISIONS = ["approve", "warn", "deny"] as const;

/** In the message of an error that cost the hook. */
const NOT_LOADED = "not loaded";

/** Reads one Mayros hook file: a markdown file with front matter, whose body is the judge's question (document 000). */
export function loadMayros({
  source,
  tier,
  order,
  report,
  options: { mayros = {} },
}: FileToRead): readonly PolicyDefinition[] {
  const frontmatter = splitFrontmatter(source, report, tier);
  if (frontmatter === null) return [];
  const fields = collectFields(readEntries(source, frontmatter.block, report), report);
  // Every field is read, also after one that prevents loading: all problems are reported at once.
  const id = readName(fields, report);
  const events = readEvents(fields, report);
  const description = readDescription(fields, report);
  const condition = readHookCondition(fields, events ?? [], report);
  const model = readModel(fields, report);
  const timeoutMs = readTimeout(fields, report, mayros);
  const cache = readCache(fields, report, mayros);
  const priority = readPriority(fields, report);
  const enabled = readEnabled(fields, report);
  const prompt = readBody(source, frontmatter.bodyStart, report);
  if (
    id === null ||
    events === null ||
    timeoutMs === null ||
    cache === null ||
    priority === null ||
    prompt === null
  ) {
    lose(fields, enabled !== false, report);
    return [];
  }
  const { line } = positionOf(source, fields.get("name")?.keyAt ?? 0);
  return [
    {
      id,
      tier,
      enabled: enabled !== false,
      events,
      handler: judgeOf(prompt, model, { timeoutMs, cache }),
      priority,
      order,
      ...(description === null || description === "" ? {} : { description }),
      ...(condition === null ? {} : { condition }),
      source: { path: source.path, line, format: "mayros" },
    },
  ];
}

function judgeOf(
  prompt: string,
  model: string | null,
  terms: Pick<JudgeHandler, "timeoutMs" | "cache">,
): JudgeHandler {
  return {
    kind: "judge",
    prompt,
    ...(model === null || model === "" ? {} : { model }),
    ...terms,
    ...shownBy(prompt),
    decisions: DECISIONS,
  };
}

/** The hook is not loaded: the events that it may have listened to are lost. */
function lose(fields: Fields, enabled: boolean, report: Report): void {
  const error = report
    .issues()
    .find(({ severity, message }) => severity === "error" && message.includes(NOT_LOADED));
  const why = whyLost({ message: "the hook is not loaded", cure: "correct it", ...error });
  const names = namedEvents(fields) ?? [];
  const events = [...new Set(names.flatMap((name) => [name, ...nearEvents(name)]))];
  report.lose(
    !enabled ? [] : events.length === 0 ? "all gating" : events,
    why,
    fields.get("name")?.keyAt ?? 0,
  );
}
