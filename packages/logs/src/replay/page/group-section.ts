import type { LeftOut } from "../page-model/page-report.js";
import { groupCard } from "./example-card.js";
import { pagedList } from "./paged-list.js";
import { type FilteredGroup, type ReportFilter, wantsGroup } from "../page-model/report-filter.js";
import { counted, countText } from "../page-model/shown-number.js";
import { type Inside, tag } from "./tag.js";

/** A section of the page that filters change. */
export interface FilteredSection {
  readonly root: HTMLElement;
  readonly filter: (filter: ReportFilter) => void;
}

/** Groups as a section shows them. */
interface GroupSectionOptions<Group extends FilteredGroup> {
  readonly id: string;
  readonly title: string;
  /** What the section is about, above its groups. */
  readonly about: readonly Inside[];
  readonly groups: readonly Group[];
  readonly left: LeftOut;
  /** False: the replay could not keep all groups. */
  readonly isComplete: boolean;
  readonly line: (group: Group) => readonly Inside[];
  /** The titles of the reasons of its examples. */
  readonly sides: (group: Group) => readonly string[];
  /** Said where there is no group at all. */
  readonly none: string;
}

const MOST_GROUPS = 20;

/** A heading with a section below it. */
export function titled(id: string, title: string, ...inside: readonly Inside[]): HTMLElement {
  return tag(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    tag("h2", { id: `${id}-title` }, title),
    ...inside,
  );
}

/** Groups of events with their examples, those with most events first. */
export function groupSection<Group extends FilteredGroup>(
  options: GroupSectionOptions<Group>,
): FilteredSection {
  const { id, title, about, groups, left, isComplete, line, sides, none } = options;
  const list = pagedList<Group>({
    into: tag("div"),
    most: MOST_GROUPS,
    noun: "groups",
    none: groups.length === 0 ? none : "Nothing here passes the filters.",
    row: (group) => groupCard(line(group), group.events, group.examples, sides(group)),
  });
  const seen = tag("p", { class: "faint", role: "status" });
  const notes = [
    ...(left.groups === 0
      ? []
      : [
          `The smallest ${counted(left.groups, "group")}, of ${counted(left.events, "event")}, are not on this page: the report as JSON has them.`,
        ]),
    ...(isComplete
      ? []
      : ["There were more groups than are kept: these are some of them, with complete numbers."]),
  ];
  return {
    root: titled(
      id,
      title,
      ...about,
      ...notes.map((note) => tag("p", { class: "note" }, note)),
      seen,
      list.root,
    ),
    filter: (filter) => {
      const wanted = groups.filter((group) => wantsGroup(filter, group));
      const events = wanted.reduce((sum, group) => sum + group.events, 0);
      seen.textContent =
        groups.length === 0
          ? ""
          : `${countText(wanted.length)} of ${counted(groups.length, "group")}, ${counted(events, "event")}`;
      list.show(wanted);
    },
  };
}
