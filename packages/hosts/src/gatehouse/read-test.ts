import type { JsonValue } from "@gatehouse-hooks/json";
import type { Event } from "@gatehouse-hooks/engine";
import { fieldProblem } from "../text/field-problems.js";
import { nearEvents } from "../names/near-events.js";
import { cite } from "../text/cite.js";
import { positionOf } from "../text/source.js";
import { checkShape } from "./check-shape.js";
import type { DocumentPath } from "../yaml/document.js";
import type { Expectation, PolicyTest } from "./policy-test.js";
import type { PolicyFileContext } from "./file-context.js";
import { testSchema } from "./schema.js";
import type { TestShape } from "./shape.js";
import { readEventNames } from "../names/read-event-names.js";
import { readFrom } from "../names/read-from.js";
import { asDecided } from "../names/as-decided.js";
import type { EventWord } from "../names/event-names.js";
import { expandTest, isMembers } from "./shorthands.js";

/** The policy that a test belongs to. */
interface TestedPolicy {
  readonly id: string;
  /** Its event, where it waits for one only. */
  readonly event: string | null;
  /** The agent's name by which it has the event. */
  readonly agent?: EventWord;
}

/** Reads one test of the native format; a test with a problem is left out, for it might pass by accident. */
export function readTest(
  given: JsonValue,
  path: DocumentPath,
  beside: TestedPolicy | null,
  file: PolicyFileContext,
): PolicyTest | null {
  const { document, report, source, names } = file;
  const expanded = expandTest(given, beside?.id ?? null, beside?.event ?? null);
  const { value, problems } = checkShape(testSchema, expanded, ([key]) =>
    key === "expect" ? "expect" : key === "answers" ? "answer" : "test",
  );
  for (const { path: inner, atKey, ...problem } of problems) {
    const at = [...path, ...inner];
    report.add(atKey ? document.keyAt(at) : document.valueAt(at), {
      ...problem,
      message: `${problem.message}; the test is left out`,
    });
  }
  if (value === null || problems.length > 0) return null;
  if (!isEvent(value.event)) {
    report.add(document.valueAt([...path, "event"]), {
      code: "missing-key",
      message: "the event of the test has no name; the test is left out",
      cure: "add `event: before_tool_call` to it",
    });
    return null;
  }
  const written = underItsName(value.event, given, beside?.agent);
  if (!isKnownEvent(written, path, file)) return null;
  const { line } = positionOf(source, document.keyAt(path));
  const index = Number(path.at(-1) ?? 0) + 1;
  return {
    name: value.name ?? `${beside?.id ?? source.path} #${index}`,
    policy: beside?.id ?? null,
    event: asDecided(written, names),
    answers: value.answers,
    expect: expectation(value.expect),
    source: { path: source.path, line, format: "gatehouse" },
  };
}

/** Without a name of its own, an event with the fields of the agent whose name the policy has is the agent's. */
function underItsName(event: Event, given: JsonValue, agent: EventWord | undefined): Event {
  const written = isMembers(given) ? given["event"] : undefined;
  if (agent?.isOfEvents !== true || (isMembers(written) && Object.hasOwn(written, "event"))) return event;
  const isOwn = agent.isOfFiles || agent.rules.some(({ own: [root = ""] }) => Object.hasOwn(event, root));
  return isOwn ? { ...event, event: agent.name } : event;
}

function isEvent(event: TestShape["event"]): event is Event {
  return typeof event["event"] === "string" && event["event"] !== "";
}

/** Without keys that are there but undefined. */
function expectation(given: TestShape["expect"]): Expectation {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A test of an event that no agent sends passes by accident: false, after saying so. What its fields lack is a warning. */
function isKnownEvent(
  event: Event,
  path: DocumentPath,
  { document, report, names, own }: PolicyFileContext,
): boolean {
  const [meant] = nearEvents(event.event, own.events);
  if (meant !== undefined) {
    report.add(document.valueAt([...path, "event"]), {
      code: "unknown-event",
      message: `no agent sends an event ${cite(event.event)}; the test is left out`,
      cure: `did you mean ${cite(meant)}?`,
    });
    return false;
  }
  const read = readEventNames([event.event], names, own.events);
  const from = readFrom(read, null);
  for (const field of Object.keys(event)) {
    const problem = fieldProblem({ path: [field] }, from);
    if (problem !== null) report.add(document.keyAt([...path, "event", field]), problem);
  }
  return true;
}
