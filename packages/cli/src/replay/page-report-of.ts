import type { ExampleGroup, KeptRows, ReplayPart, SetCounts } from "@gatehouse-hooks/replay";
import type { LeftOut, PageReport, PageSet, ReportSource } from "./page-report.js";
import { pageLatency } from "./page-latency.js";

/** Groups of a list that the page has. Each has up to a hundred examples of a thousand characters. */
const MOST_GROUPS = 1_000;
/** Examples of a group that the page has. */
const MOST_EXAMPLES = 10;

/**
 * What the page is made of: the part, with the groups of most events. Everything in it is from the part, whose texts are without
 * secrets.
 *
 * @param stopped why the log was not read to its end; `null`: it was
 */
export function pageReportOf(part: ReplayPart, source: ReportSource, stopped: string | null): PageReport {
  const flips = part.flips === null ? null : largest(part.flips.groups);
  const contrasts = largest(part.contrasts);
  const then = largest(part.then.groups);
  return {
    v: 1,
    source,
    stopped,
    part: {
      ...part,
      now: pageSet(part.now),
      against: part.against === null ? null : pageSet(part.against),
      flips: part.flips === null || flips === null ? null : { ...part.flips, groups: flips.kept },
      contrasts: contrasts.kept,
      then: { ...part.then, groups: then.kept },
    },
    left: { flips: flips?.left ?? { groups: 0, events: 0 }, contrasts: contrasts.left, then: then.left },
    latency: pageLatency(part.then.latency),
  };
}

function pageSet({ questions, ...set }: SetCounts): PageSet {
  return { ...set, questions: { complete: questions.complete, count: questions.rows.length } };
}

/** The groups of most events, and what was left out. */
function largest<Group extends ExampleGroup>({
  complete,
  rows,
}: KeptRows<Group>): { readonly kept: KeptRows<Group>; readonly left: LeftOut } {
  const sorted = rows.toSorted((one, other) => other.events - one.events);
  const left = sorted.slice(MOST_GROUPS);
  return {
    kept: {
      complete,
      rows: sorted
        .slice(0, MOST_GROUPS)
        .map((group) => ({ ...group, examples: group.examples.slice(0, MOST_EXAMPLES) })),
    },
    left: { groups: left.length, events: left.reduce((sum, { events }) => sum + events, 0) },
  };
}
