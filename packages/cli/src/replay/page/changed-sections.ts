import type { ContrastGroup, ContrastKind, DecidedThenGroup, FlipGroup } from "@gatehouse-hooks/replay";
import type { PageReport } from "../page-report.js";
import { deciderLine } from "./example-card.js";
import { type FilteredSection, groupSection } from "./group-section.js";
import type { FilteredGroup } from "./report-filter.js";
import { counted } from "./shown-number.js";
import { tag } from "./tag.js";

type Grouped<Group> = Group & Pick<FilteredGroup, "deciders">;

/** What is different beside the effect, in words. */
const CHANGES: Readonly<Record<FlipGroup["change"], string>> = {
  effect: "another effect",
  policy: "another policy decides",
  rewrite: "another rewrite",
  attached: "other warnings or context",
};

/** What the other policies decide otherwise; nothing where nothing was compared. */
export function flipSections({ part, left }: PageReport): readonly FilteredSection[] {
  const { flips } = part;
  if (flips === null) return [];
  return [
    groupSection<Grouped<FlipGroup>>({
      id: "flips",
      title: "Flips",
      about: [
        tag(
          "p",
          {},
          `${counted(flips.flipped, "event")} would be answered otherwise by the other policies: ${flips.looser} less strictly, ${flips.stricter} more strictly. ${counted(flips.same, "event")} would not.`,
          flips.unknown > 0
            ? ` ${counted(flips.unknown, "event")} cannot be compared: an answer is missing that the log does not hold.`
            : "",
        ),
      ],
      groups: flips.groups.rows.map((group) => ({ ...group, deciders: [group.from, group.to] })),
      left: left.flips,
      isComplete: flips.groups.complete,
      sides: ["These policies", "The other policies"],
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

/** What happened, and what the policies say instead, in words and as the effect that they decide. */
const CONTRASTS: Readonly<Record<ContrastKind, { readonly effect: string; readonly says: string }>> = {
  "denied-allowed": { effect: "deny", says: "a person had allowed it" },
  "asked-allowed": { effect: "ask", says: "a person had allowed it" },
  "allowed-refused": { effect: "allow", says: "a person had refused it" },
  "abstained-refused": { effect: "abstain", says: "a person had refused it" },
  "denied-ran": { effect: "deny", says: "it ran" },
};

const IS_GAP: ReadonlySet<ContrastKind> = new Set(["allowed-refused", "abstained-refused"]);

/** What persons and agents did otherwise than the policies say: friction and gap. */
export function contrastSections({ part: { contrasts }, left }: PageReport): readonly FilteredSection[] {
  const line = ({ kind, policy, tool }: ContrastGroup): readonly Node[] => [
    deciderLine(CONTRASTS[kind].effect, policy),
    tag("span", { class: "change" }, `${tool === null ? "" : `${tool}: `}${CONTRASTS[kind].says}`),
  ];
  const rows = contrasts.rows.map((group) => ({
    ...group,
    deciders: [{ effect: CONTRASTS[group.kind].effect, policy: group.policy }],
  }));
  const shared = { isComplete: contrasts.complete, line, sides: ["The policies say"] };
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
      none: "The policies stop nothing that was allowed.",
    }),
    groupSection<Grouped<ContrastGroup>>({
      ...shared,
      id: "gap",
      title: "Gap",
      about: [tag("p", {}, "Calls that a person had refused, and that these policies let through.")],
      groups: rows.filter(({ kind }) => IS_GAP.has(kind)),
      left: { groups: 0, events: 0 },
      none: "The policies let nothing through that a person had refused.",
    }),
  ];
}

/** What was decided otherwise when it happened; nothing where the log has no decisions. */
export function thenSections({ part: { then }, left }: PageReport): readonly FilteredSection[] {
  if (then.same + then.different + then.unknown === 0) return [];
  return [
    groupSection<Grouped<DecidedThenGroup>>({
      id: "then",
      title: "Decided otherwise then",
      about: [
        tag(
          "p",
          {},
          `${counted(then.different, "event")} of the log were decided otherwise when they happened, ${counted(then.same, "event")} alike.`,
        ),
      ],
      groups: then.groups.rows.map((group) => ({ ...group, deciders: [group.then, group.now] })),
      left: left.then,
      isComplete: then.groups.complete,
      sides: ["These policies"],
      line: (group) => [
        deciderLine(group.then.effect, group.then.policy),
        tag("span", { class: "arrow" }, " → "),
        deciderLine(group.now.effect, group.now.policy),
      ],
      none: "Everything was decided as it is now.",
    }),
  ];
}
