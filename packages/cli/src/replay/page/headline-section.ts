import type { ContrastGroup, EffectCounts, Unread } from "@gatehouse-hooks/replay";
import type { PageReport, PageSet } from "../page-report.js";
import { EFFECTS } from "./effects.table.js";
import { titled } from "./group-section.js";
import { counted, countText, shareText } from "./shown-number.js";
import { tag } from "./tag.js";

/** What was replayed, the figures that matter most, and what could not be read. */
export function headlineSection({ source, stopped, part }: PageReport): HTMLElement {
  const { events, calls, copies, now, against, unreadable, unrecognised, sessions, days } = part;
  const { flips } = part;
  const named = (title: string, names: readonly string[]): readonly HTMLElement[] => [
    tag("dt", {}, title),
    tag("dd", {}, names.length === 0 ? "–" : names.join(", ")),
  ];
  return titled(
    "figures",
    "Figures",
    tag(
      "dl",
      { class: "source" },
      ...named("Log", source.logs),
      ...named("Policies", source.policies),
      ...(source.against === null ? [] : named("Other policies", source.against)),
    ),
    ...(stopped === null ? [] : [tag("p", { class: "note" }, `This is a part of the log: ${stopped}`)]),
    tag(
      "ul",
      { class: "figures" },
      figure(
        "events",
        countText(events),
        copies === 0
          ? `${counted(calls, "call")}`
          : `${counted(calls, "call")}, ${countText(copies)} copies left out`,
      ),
      figure(
        "sessions",
        `${sessions.complete ? "" : "more than "}${countText(sessions.rows.length)}`,
        `on ${counted(days.rows.filter(({ day }) => day !== "").length, "day")}`,
      ),
      ...EFFECTS.map(({ effect }) =>
        figure(
          effect === "unknown" ? "not known" : effect,
          countText(now.effects[effect]),
          shareText(now.effects[effect], events),
          effect,
        ),
      ),
      figure(
        "friction",
        countText(eventsOf(part.contrasts.rows, ["denied-allowed", "asked-allowed"])),
        "stopped, and a person had allowed it",
      ),
      figure(
        "gap",
        countText(eventsOf(part.contrasts.rows, ["allowed-refused", "abstained-refused"])),
        "let through, and a person had refused it",
      ),
      ...(flips === null
        ? []
        : [
            figure(
              "flips",
              countText(flips.flipped),
              `${countText(flips.looser)} looser, ${countText(flips.stricter)} stricter`,
            ),
          ]),
    ),
    ...questionNotes(now, "the policies"),
    ...(against === null ? [] : questionNotes(against, "the other policies")),
    ...(now.malformed === 0
      ? []
      : [
          tag(
            "p",
            { class: "note" },
            `${counted(now.malformed, "event")} of the denies are malformed: no policy has seen them.`,
          ),
        ]),
    ...unread("unreadable", unreadable, "line"),
    ...unread("of a format that is not known", unrecognised, "file"),
  );
}

function eventsOf(groups: readonly ContrastGroup[], kinds: readonly ContrastGroup["kind"][]): number {
  return groups.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { events }) => sum + events, 0);
}

function figure(
  name: string,
  value: string,
  more: string,
  effect: keyof EffectCounts | "" = "",
): HTMLElement {
  return tag(
    "li",
    {},
    tag("span", { class: "name" }, name),
    tag("strong", { class: `value ${effect}`.trim() }, value),
    tag("span", { class: "faint" }, more),
  );
}

function questionNotes({ questions, effects }: PageSet, whose: string): readonly HTMLElement[] {
  if (effects.unknown === 0) return [];
  const about = `${questions.complete ? "" : "more than "}${counted(questions.count, "question")}`;
  return [
    tag(
      "p",
      { class: "note" },
      `${counted(effects.unknown, "event")} wait for ${about} of ${whose} that no record answers. Nothing was asked.`,
    ),
  ];
}

/** What could not be read, with the first places: a report must not look whole when it is not. */
function unread(what: string, { count, places }: Unread, noun: string): readonly HTMLElement[] {
  if (count === 0) return [];
  return [
    tag(
      "details",
      { class: "note" },
      tag("summary", {}, `${counted(count, noun)} ${what}: not in any number above`),
      tag(
        "ul",
        {},
        ...places.map(({ place, code, message }) =>
          tag("li", {}, `${place.path}:${place.line} ${message} (${code})`),
        ),
        ...(count > places.length ? [tag("li", {}, `and ${countText(count - places.length)} more`)] : []),
      ),
    ),
  ];
}
