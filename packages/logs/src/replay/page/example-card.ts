import type { ReplayExample } from "@gatehouse-hooks/replay";
import { countText, timeText } from "../page-model/shown-number.js";
import { type Inside, tag } from "./tag.js";

/** What decides, as a line shows it: `deny no-force-push`. */
export function deciderLine(effect: string, policy: string | null): HTMLElement {
  return tag(
    "span",
    { class: "decider" },
    tag("strong", { class: `effect ${effect}` }, effect),
    " ",
    policy === null ? tag("span", { class: "faint" }, "no policy") : tag("span", { class: "policy" }, policy),
  );
}

/**
 * One event: what was called, where it is in the log, what became of it, and what is said to it.
 *
 * @param sides the titles of the reasons before and after a change; one title where nothing changes
 */
function exampleCard(example: ReplayExample, sides: readonly string[]): HTMLElement {
  const { call, at, session, agent, event, tool, place } = example;
  const told = [
    at === null ? null : timeText(at),
    [event, tool].filter((part) => part !== null).join(" "),
    agent,
    session === null ? null : `session ${session}`,
    `${place.path}:${countText(place.line).replaceAll(",", "")}`,
    becameOf(example),
  ];
  const reasons = [example.reason, example.reasonAgainst ?? ""];
  return tag(
    "li",
    { class: "example" },
    tag(
      "pre",
      { tabindex: "0", role: "group", "aria-label": "call" },
      tag("code", {}, call === "" ? "(no parameters)" : call),
    ),
    tag("p", { class: "faint told" }, told.filter((part) => part !== null && part !== "").join(" · ")),
    tag(
      "dl",
      { class: sides.length > 1 ? "sides" : "side" },
      ...sides.map((title, index) =>
        tag(
          "div",
          {},
          tag("dt", {}, title),
          tag("dd", {}, reasons[index] === "" ? "–" : (reasons[index] ?? "–")),
        ),
      ),
    ),
  );
}

function becameOf({ outcome, person }: ReplayExample): string | null {
  const parts = [
    outcome === null || outcome === "unknown"
      ? null
      : `it ${outcome === "denied" || outcome === "rewritten" ? `was ${outcome}` : outcome}`,
    person === null ? null : `a person ${person} it`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

/** A group of events that opens: its line, how many, and its examples. */
export function groupCard(
  line: readonly Inside[],
  events: number,
  examples: readonly ReplayExample[],
  sides: readonly string[],
): HTMLElement {
  const body = tag("div");
  const card = tag(
    "details",
    { class: "group" },
    tag("summary", {}, tag("span", { class: "times" }, `${countText(events)} ×`), " ", ...line),
    body,
  );
  // What is closed is not made: there may be thousands.
  card.addEventListener("toggle", () => {
    if (!card.open || body.childElementCount > 0) return;
    const left = events - examples.length;
    body.append(
      tag("ol", {}, ...examples.map((example) => exampleCard(example, sides))),
      ...(left > 0
        ? [
            tag(
              "p",
              { class: "faint" },
              `and ${countText(left)} more like ${examples.length === 1 ? "this" : "these"}`,
            ),
          ]
        : []),
    );
  });
  return card;
}
