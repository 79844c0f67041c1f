import type { ContrastGroup, EffectCounts, ReplayReport, SetReport, Unread } from "@gatehouse-hooks/replay";
import type { NamedPath, PageReport } from "../page-model/page-report.js";
import { EFFECTS } from "./effects.table.js";
import { titled } from "./group-section.js";
import { counted, countText, shareText } from "../page-model/shown-number.js";
import { tag } from "./tag.js";

/** What was replayed, the figures that matter most first, and what could not be read. */
export function headlineSection({ source, stopped, report }: PageReport): HTMLElement {
  const { now, against, unreadable, unrecognised } = report;
  const named = (title: string, names: readonly NamedPath[]): readonly HTMLElement[] => [
    tag("dt", {}, title),
    tag("dd", {}, names.length === 0 ? "–" : names.map(({ path }) => path).join(", ")),
  ];
  return titled(
    "figures",
    "Figures",
    tag(
      "dl",
      { class: "source" },
      ...named("Log", source.logs),
      ...named("Policies", source.policies),
      ...(source.against === null ? [] : named("Other policies", [source.against])),
    ),
    ...(stopped === null ? [] : [note(`This is a part of the log: ${stopped}`)]),
    tag("ul", { class: "figures" }, ...figures(report)),
    ...questionNotes(now, "the policies"),
    ...(against === null ? [] : questionNotes(against, "the other policies")),
    ...(now.malformed === 0
      ? []
      : [note(`${counted(now.malformed, "event")} of the denies are malformed: no policy has seen them.`)]),
    ...unread("unreadable", unreadable, "line"),
    ...unread("of a format that is not known", unrecognised, "file"),
  );
}

function figures({
  events,
  calls,
  copies,
  now,
  sessions,
  days,
  contrasts,
  flips,
}: ReplayReport): readonly HTMLElement[] {
  const dated = days.filter(({ day }) => day !== "").length;
  const effects = (wanted: (effect: keyof EffectCounts) => boolean): readonly HTMLElement[] =>
    EFFECTS.filter(({ effect }) => wanted(effect)).map(({ effect }) =>
      figure(
        effect === "unknown" ? "not known" : effect,
        countText(now.effects[effect]),
        shareText(now.effects[effect], events),
        effect,
      ),
    );
  const stops = new Set<keyof EffectCounts>(["deny", "ask"]);
  return [
    ...effects((effect) => stops.has(effect)),
    figure(
      "friction",
      countText(eventsOf(contrasts, ["denied-allowed", "asked-allowed"])),
      "stopped; a person had allowed it",
    ),
    figure(
      "gap",
      countText(eventsOf(contrasts, ["allowed-refused", "abstained-refused"])),
      "let through; a person had refused it",
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
    ...effects((effect) => !stops.has(effect) && now.effects[effect] > 0),
    figure(
      "events",
      countText(events),
      `${counted(calls, "call")}${copies === 0 ? "" : `, ${countText(copies)} ${copies === 1 ? "copy" : "copies"} left out`}`,
    ),
    figure(
      "sessions",
      `${sessions.exact ? "" : "about "}${countText(sessions.count)}`,
      `on ${counted(dated, "day")}`,
    ),
  ];
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

function note(text: string): HTMLElement {
  return tag("p", { class: "note" }, text);
}

function questionNotes({ questions, effects }: SetReport, whose: string): readonly HTMLElement[] {
  if (effects.unknown === 0) return [];
  const about = `${questions.exact ? "" : "about "}${counted(questions.count, "question")}`;
  return [
    note(
      `${counted(effects.unknown, "event")} wait for answers to ${about} of ${whose} that no record has. Nothing was asked.`,
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
