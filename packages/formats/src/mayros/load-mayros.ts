import type { PolicyDefinition, Tier } from "@gatehouse/engine";
import type { Report } from "../text/report.js";
import { positionOf, type Source } from "../text/source.js";
import { collectFields } from "./collect-fields.js";
import { readBody } from "./read-body.js";
import { readEntries } from "./read-entries.js";
import {
  readCache,
  readDescription,
  readEnabled,
  readEvents,
  readModel,
  readName,
  readPriority,
  readTimeout,
} from "./read-fields.js";
import { readHookCondition } from "./read-hook-condition.js";
import { splitFrontmatter } from "./split-frontmatter.js";

/** Reads one Mayros hook file: a markdown file with front matter, whose body is the judge's question (document 000). */
export function loadMayros(
  source: Source,
  tier: Tier,
  order: number,
  report: Report,
): readonly PolicyDefinition[] {
  const frontmatter = splitFrontmatter(source, report);
  if (frontmatter === null) return [];
  const fields = collectFields(readEntries(source, frontmatter.block, report), report);
  // Every field is read, also after one that prevents loading: all problems are reported at once.
  const id = readName(fields, report);
  const events = readEvents(fields, report);
  const description = readDescription(fields, report);
  const condition = readHookCondition(fields, report);
  const model = readModel(fields, report);
  const timeoutMs = readTimeout(fields, report);
  const cache = readCache(fields, report);
  const priority = readPriority(fields, report);
  const enabled = readEnabled(fields, report);
  const prompt = readBody(source, frontmatter.bodyStart, report);
  if (id === null || events === null || timeoutMs === null || cache === null) return [];
  if (priority === null || prompt === null) return [];
  const { line } = positionOf(source, fields.get("name")?.keyAt ?? 0);
  return [
    {
      id,
      tier,
      enabled: enabled !== false,
      events,
      handler: {
        kind: "judge",
        prompt,
        ...(model === null || model === "" ? {} : { model }),
        timeoutMs,
        cache,
      },
      priority,
      order,
      ...(description === null || description === "" ? {} : { description }),
      ...(condition === null ? {} : { condition }),
      source: { path: source.path, line, format: "mayros" },
    },
  ];
}
