import type {
  ContrastGroup,
  ContrastKind,
  FlipGroup,
  FlipReport,
  LiveGroup,
  StopGroup,
} from "@gatehouse-hooks/replay";
import type { PageReport } from "../page-model/page-report.js";
import { deciderLine } from "./example-card.js";
import { type FilteredSection, groupSection } from "./group-section.js";
import type { FilteredGroup } from "../page-model/report-filter.js";
import { counted, countText } from "../page-model/shown-number.js";
import { tag } from "./tag.js";

type Grouped<Group> = Group & Pick<FilteredGroup, "deciders">;

const NONE_LEFT = { groups: 0, events: 0 };

/** What is different beside the effect, in words. */
const CHANGES: Readonly<Record<FlipGroup["change"], string>> = {
  effect: "another effect",
  policy: "another policy decides",
  rewrite: "another rewrite",
  attached: "other warnings or context",
};

/** What the other policies decide otherwise; nothing where nothing was compared. */
export function flipSections({ report: { flips }, left, cut }: PageReport): readonly FilteredSection[] {
  if (flips === null) return [];
  const { flipped, looser, stricter, same, unknown, groups } = flips;
  return [
    groupSection<Grouped<FlipGroup>>({
      id: "flips",
      title: "Flips",
      about: [
        tag(
          "p",
          {},
          `The other policies answer ${counted(flipped, "event")} otherwise: ${countText(looser)} less strictly, ${countText(stricter)} more strictly. They answer ${counted(same, "event")} alike.`,
          unknown > 0
            ? ` ${counted(unknown, "event")} cannot be compared: an answer is missing that the log does not hold.`
            : "",
        ),
        ...classNotes(flips),
      ],
      groups: groups.map((group) => ({ ...group, deciders: [group.from, group.to] })),
      left: left.flips,
      isComplete: !cut.includes("flips"),
      sides: ({ from, to }) => [`These policies: ${from.effect}`, `The other policies: ${to.effect}`],
      line: ({ from, to, change }) => [
        deciderLine(from.effect, from.policy),
        tag("span", { class: "arrow" }, " → "),
        deciderLine(to.effect, to.policy),
        ...(change === "effect" ? [] : [" ", tag("span", { class: "change" }, CHANGES[change])]),
      ],
      none: "Both answer every event alike.",
    }),
  ];
}

/** What the analysis says that the two sets can answer differently, beside what the log shows of it. */
function classNotes({ classes, unclear }: FlipReport): readonly HTMLElement[] {
  const missing = classes.filter(({ events }) => events === 0).length;
  const list =
    classes.length === 0
      ? []
      : [
          tag(
            "details",
            { class: "classes" },
            tag(
              "summary",
              {},
              `The policies differ in ${counted(classes.length, "way")}, ${missing === 0 ? "all of which" : `${countText(classes.length - missing)} of which`} this log shows`,
            ),
            tag(
              "ul",
              {},
              ...classes.map(({ from, to, loosens, changed, witness, events }) =>
                tag(
                  "li",
                  {},
                  deciderLine(from.effect, from.policy),
                  " → ",
                  deciderLine(to.effect, to.policy),
                  `: ${events === 0 ? "not in this log" : counted(events, "event")}${loosens ? ", looser" : ""} (${changed.join(", ")})`,
                  tag(
                    "pre",
                    { tabindex: "0", role: "group", "aria-label": "an event that both decide so" },
                    tag("code", {}, JSON.stringify(witness)),
                  ),
                ),
              ),
            ),
          ),
        ];
  return unclear.length === 0
    ? list
    : [
        ...list,
        tag("p", { class: "note" }, `The analysis does not know what is changed by ${unclear.join(", ")}.`),
      ];
}

/** What happened, and what the policies say instead, in words and as the effect that they decide. */
const CONTRASTS: Readonly<Record<ContrastKind, { readonly effect: string; readonly says: string }>> = {
  "denied-allowed": { effect: "deny", says: "a person had allowed it" },
  "asked-allowed": { effect: "ask", says: "a person had allowed it" },
  "allowed-refused": { effect: "allow", says: "a person had refused it" },
  "abstained-refused": { effect: "abstain", says: "a person had refused it" },
  "denied-ran": { effect: "deny", says: "it ran" },
};

const IS_GAP: ReadonlySet<ContrastKind> = new Set(["allowed-refused", "abstained-refused"]);

/** What the policies would have stopped. */
export function stopSections({ report: { stops }, left, cut }: PageReport): readonly FilteredSection[] {
  return [
    groupSection<Grouped<StopGroup>>({
      id: "stops",
      title: "Stopped",
      about: [tag("p", {}, "Calls that these policies deny or ask about, by the policy that decides.")],
      groups: stops.map((group) => ({
        ...group,
        deciders: [{ effect: group.effect, policy: group.policy }],
      })),
      left: left.stops,
      isComplete: !cut.includes("stops"),
      sides: ({ effect }) => [`These policies: ${effect}`],
      line: ({ effect, policy }) => [deciderLine(effect, policy)],
      none: "These policies stop nothing of this log.",
    }),
  ];
}

/** What persons and agents did otherwise than the policies say: friction and gap. */
export function contrastSections({ report, left, cut }: PageReport): readonly FilteredSection[] {
  const rows = report.contrasts.map((group) => ({
    ...group,
    deciders: [{ effect: CONTRASTS[group.kind].effect, policy: group.policy }],
  }));
  const shared = {
    isComplete: !cut.includes("contrasts"),
    sides: ({ kind }: ContrastGroup) => [`These policies: ${CONTRASTS[kind].effect}`],
    line: ({ kind, policy, tool }: ContrastGroup): readonly Node[] => [
      deciderLine(CONTRASTS[kind].effect, policy),
      tag("span", { class: "change" }, `${tool === null ? "" : `${tool}: `}${CONTRASTS[kind].says}`),
    ],
  };
  return [
    groupSection<Grouped<ContrastGroup>>({
      ...shared,
      id: "friction",
      title: "Friction",
      about: [
        tag(
          "p",
          {},
          "Calls that a person had allowed, or that ran, and that these policies deny or ask about.",
        ),
      ],
      groups: rows.filter(({ kind }) => !IS_GAP.has(kind)),
      left: left.contrasts,
      none: "These policies stop nothing that was allowed, as far as the log tells.",
    }),
    groupSection<Grouped<ContrastGroup>>({
      ...shared,
      id: "gap",
      title: "Gap",
      about: [tag("p", {}, "Calls that a person had refused, and that these policies let through.")],
      groups: rows.filter(({ kind }) => IS_GAP.has(kind)),
      left: NONE_LEFT,
      none: "These policies let nothing through that a person had refused, as far as the log tells.",
    }),
  ];
}

/** What was decided otherwise when it happened; nothing where the log has no decisions. */
export function liveSections({ report: { live }, left, cut }: PageReport): readonly FilteredSection[] {
  if (live.same + live.different + live.unknown === 0) return [];
  return [
    groupSection<Grouped<LiveGroup>>({
      id: "live",
      title: "Decided otherwise then",
      about: [
        tag(
          "p",
          {},
          `When they happened, ${counted(live.different, "event")} were decided otherwise, ${counted(live.same, "event")} alike.`,
        ),
      ],
      groups: live.groups.map((group) => ({ ...group, deciders: [group.live, group.now] })),
      left: left.live,
      isComplete: !cut.includes("live"),
      sides: ({ now }) => [`These policies: ${now.effect}`],
      line: (group) => [
        deciderLine(group.live.effect, group.live.policy),
        tag("span", { class: "arrow" }, " → "),
        deciderLine(group.now.effect, group.now.policy),
      ],
      none: "Everything was decided as it is now.",
    }),
  ];
}
