import type { JsonValue } from "@gatehouse-hooks/json";
import { ALL_EVENTS, type Condition, type Handler, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { visibleName } from "../text/characters.js";
import { type Problem, type Report, whyLost } from "../text/report.js";
import { positionOf } from "../text/source.js";
import { checkShape, type ShapeProblem } from "./check-shape.js";
import type { DocumentPath } from "../yaml/document.js";
import type { PolicyFileContext } from "./file-context.js";
import type { EventWord } from "../names/event-names.js";
import { canonicalPath } from "../names/word-rules.js";
import { type ReadEventNames, readEventNames } from "../names/read-event-names.js";
import { ambiguousEvent, unmatchedEvent } from "./event-problems.js";
import { eventNames, lostEvents } from "./lost-events.js";
import { type Conditions, readConditions } from "./read-conditions.js";
import { readHandler } from "./read-handler.js";
import { reportDetails } from "./report-details.js";
import { type Level, policySchema } from "./schema.js";
import type { PolicyShape } from "./shape.js";
import { EFFECTS } from "./sets/set-shape.js";
import { expandPolicy, isMembers } from "./shorthands.js";

/** A policy and its tests; `null` when it is not in force. */
interface ReadPolicy {
  readonly definition: PolicyDefinition | null;
  /** Of one that is not in force: what of it can be read, for findings only. */
  readonly draft?: PolicyDefinition;
  /** The same for what is only perhaps meant (`doubt`). */
  readonly doubtful?: PolicyDefinition;
  /** The event of its tests, where it is about one only. */
  readonly event: string | null;
  /** The agent's name by which it has that event. */
  readonly agent?: EventWord;
  readonly tests: readonly unknown[];
}

/** What is said of a policy in force whose event or tool is unknown. */
const WAITS = "; the policy waits for ";
const NOT_LOADED = "the policy is not loaded";
const IN_FORCE = "it is ignored, the rest of the policy is in force";

/**
 * Reads one policy of the native format. A policy that restricts stays in force when a detail of it is wrong, without
 * the detail; one that may loosen (allow, a rewrite, a command …) is left out: both fail closed.
 */
export function readPolicy(
  given: JsonValue,
  path: DocumentPath,
  order: number,
  file: PolicyFileContext,
): ReadPolicy {
  const { document, report, source, tier } = file;
  const { value: shape, problems } = checkShape(policySchema, expandPolicy(given), levelOf);
  const { handler, problem } = shape === null ? NO_SHAPE : handlerIn(shape);
  const tolerant = handler !== null && restricts(handler);
  const kept = problems.length === 0 || (tolerant && !exposes(problems));
  /** The policy is not in force: what it would have denied must not pass. */
  const lost = (problem: Pick<Problem, "message" | "cure">, at = document.keyAt(path)): ReadPolicy => {
    report.lose(lostEvents(given, file.names, file.own.events), whyLost(problem), at);
    return { definition: null, event: null, tests: [] };
  };
  reportProblems(problems, path, kept && handler !== null, file);
  const unsaid = problem !== undefined && isUnsaid(problem, problems) ? [problem] : [];
  for (const one of unsaid)
    report.add(document.keyAt(path), { ...one, message: `${one.message}; ${NOT_LOADED}` });
  if (shape === null || handler === null || !kept) {
    const [said = UNKNOWN_PROBLEM] = unsaid;
    const [first] = unsaid.length === 0 ? problems : [];
    const read = first === undefined ? lost(said) : lost(first, placeOf(first, path, document));
    return { ...read, ...draftOf(given, path, order, file) };
  }

  const listed = [...new Set(shape.events.flatMap(eventNames))];
  const events = readEventNames(listed, file.names, file.own.events);
  const unusable = unusableEvents(listed, events, tolerant);
  const eventsAt = document.valueAt([...path, "events"]);
  if (unusable !== undefined) {
    report.add(eventsAt, { ...unusable, message: `${unusable.message}; ${NOT_LOADED}` });
    return lost(unusable, eventsAt);
  }
  const conditions = readConditions(shape, events, path, tolerant, file);
  reportDetails(shape, events, path, lostEvents(given, file.names, file.own.events).length > 0, file);
  if (conditions === null) {
    const at = document.valueAt([...path, conditionKey(shape)]);
    return lost({ message: "its tools or its condition cannot be read", cure: "correct them" }, at);
  }
  const { doubtful, ...applies } = conditions;
  const { line } = positionOf(source, document.keyAt([...path, "id"]));
  const definition: PolicyDefinition = {
    ...{ id: visibleName(shape.id), tier, enabled: shape.enabled, events: events.events },
    ...{ handler: withUses(handler, events), priority: shape.priority, order },
    ...descriptionOf(shape),
    ...applies,
    ...onFailureOf(shape),
    ...observeOf(shape, file),
    source: { path: source.path, line, format: "gatehouse" },
  };
  const { tests = [] } = shape;
  return { definition, ...doubtfulOf(definition, doubtful, shape), ...testedEvent(listed, events), tests };
}

/** The keys of a policy that say when it applies. */
const APPLYING: ReadonlySet<string> = new Set([
  "id",
  "events",
  "tools",
  "when",
  ...EFFECTS,
  "except",
  "where",
]);

/**
 * When a policy would apply that another key keeps out of force, and what is wrong with that: one mistake does not hide another. Nothing
 * where its name or its events cannot be read.
 */
function draftOf(
  given: JsonValue,
  path: DocumentPath,
  order: number,
  file: PolicyFileContext,
): Pick<ReadPolicy, "draft"> {
  if (!isMembers(given)) return {};
  const applying = Object.entries(given).filter(([key]) => APPLYING.has(key));
  const draft = expandPolicy({ id: `policy ${order + 1}`, ...Object.fromEntries(applying), deny: "…" });
  const { value: shape } = checkShape(policySchema, draft, levelOf);
  if (shape === null) return {};
  const told = { ...file, report: ofLost(file.report) };
  const events = readEventNames([...new Set(shape.events.flatMap(eventNames))], file.names, file.own.events);
  reportDetails(shape, events, path, false, told);
  const conditions = readConditions(shape, events, path, false, told);
  const { doubtful: _, ...applies }: Conditions = conditions ?? {};
  return {
    draft: {
      id: visibleName(shape.id),
      tier: file.tier,
      events: events.events,
      handler: { kind: "static", verdict: "deny", reason: "…" },
      order,
      ...applies,
      source: {
        path: file.source.path,
        line: positionOf(file.source, file.document.keyAt([...path, "id"])).line,
        format: "gatehouse",
      },
    },
  };
}

/** Of a policy that is lost already: it is not lost again, and waits for nothing. */
function ofLost({ add, ...report }: Report): Report {
  return {
    ...report,
    lose: () => undefined,
    add: (offset, problem) => {
      const [said = ""] = problem.message.split(WAITS);
      add(offset, said === problem.message ? problem : { ...problem, message: `${said}; ${NOT_LOADED}` });
    },
  };
}

/** A second policy, named after the first, with the verdict of `doubt`. */
function doubtfulOf(
  definition: PolicyDefinition,
  condition: Condition | undefined,
  { doubt = "ignore", deny, ask, warn }: PolicyShape,
): Pick<ReadPolicy, "doubtful"> {
  const reason = deny ?? ask ?? warn;
  if (condition === undefined || doubt === "ignore" || reason === undefined) return {};
  return {
    doubtful: {
      ...definition,
      id: `${definition.id}?`,
      condition,
      handler: { kind: "static", verdict: doubt, reason: `perhaps ${reason}` },
    },
  };
}

/** The event of the tests beside a policy that is about one only. */
function testedEvent(
  listed: readonly string[],
  { events, agents }: ReadEventNames,
): Pick<ReadPolicy, "event" | "agent"> {
  const [event = ALL_EVENTS] = listed.length === 1 ? events : [];
  const [agent] = listed.length === 1 ? agents : [];
  return { event: event === ALL_EVENTS ? null : event, ...(agent !== undefined && { agent }) };
}

/** What a judge may see of an agent's own event, it may see of the canonical one. */
function withUses(handler: Handler, { agents }: ReadEventNames): Handler {
  const rules = agents.flatMap((one) => one.rules);
  if (handler.kind !== "judge" || handler.uses === undefined || rules.length === 0) return handler;
  const uses = handler.uses.flatMap((path) => [path, canonicalPath(path.split("."), rules).join(".")]);
  return { ...handler, uses: [...new Set(uses)] };
}

function descriptionOf({ description }: PolicyShape): Pick<PolicyDefinition, "description"> {
  return description === undefined ? {} : { description };
}

/** The key of a policy counts before that of its file. */
function observeOf({ observe }: PolicyShape, file: PolicyFileContext): Pick<PolicyDefinition, "observe"> {
  return (observe ?? file.observe) ? { observe: true } : {};
}

function onFailureOf({ onFailure }: PolicyShape): Pick<PolicyDefinition, "onFailure"> {
  return onFailure === undefined ? {} : { onFailure };
}

/** What a policy says nothing about, and no problem tells. */
const UNKNOWN_PROBLEM: Pick<Problem, "message" | "cure"> = { message: NOT_LOADED, cure: "correct it" };

interface FoundHandler {
  readonly handler: Handler | null;
  readonly problem?: Problem;
}

const NO_SHAPE: FoundHandler = { handler: null };

function handlerIn(shape: PolicyShape): FoundHandler {
  const read = readHandler(shape);
  return read.kind === "handler" ? { handler: read.handler } : { handler: null, problem: read.problem };
}

/** What is wrong may be the very key that is missing now. */
function isUnsaid({ code }: Problem, problems: readonly ShapeProblem[]): boolean {
  return code !== "missing-key" || problems.length === 0;
}

/** Without `uses`, the judge would see more than the author allows. */
function exposes(problems: readonly ShapeProblem[]): boolean {
  return problems.some(({ path: [key, inner] }) => key === "judge" && inner === "uses");
}

function conditionKey({ when }: PolicyShape): string {
  return when === undefined ? "tools" : "when";
}

const NAMELESS_EVENT: Problem = {
  code: "invalid-value",
  message: "an event's name is empty",
  cure: "for example `events: before_tool_call`",
};

/** What is wrong with the names of events so that nothing is left to listen to, or too much would be allowed. */
function unusableEvents(
  listed: readonly string[],
  { events, unmatched, ambiguous }: ReadEventNames,
  tolerant: boolean,
): Problem | undefined {
  if (listed.includes("")) return NAMELESS_EVENT;
  const [pattern] = unmatched;
  if (pattern !== undefined && (events.length === 0 || !tolerant)) return unmatchedEvent(pattern);
  const [twofold] = ambiguous;
  return twofold === undefined || tolerant ? undefined : ambiguousEvent(twofold);
}

function reportProblems(
  problems: readonly ShapeProblem[],
  path: DocumentPath,
  kept: boolean,
  { document, report }: PolicyFileContext,
): void {
  for (const found of problems) {
    const { path: _, atKey: __, ...problem } = found;
    report.add(placeOf(found, path, document), {
      ...problem,
      message: `${problem.message}; ${kept ? IN_FORCE : NOT_LOADED}`,
    });
  }
}

function placeOf(
  { path: inner, atKey }: ShapeProblem,
  path: DocumentPath,
  document: PolicyFileContext["document"],
): number {
  const at = [...path, ...inner];
  return atKey ? document.keyAt(at) : document.valueAt(at);
}

/** The policy can only make a decision stricter: applying it too often is the safe side. */
function restricts(handler: Handler): boolean {
  if (handler.kind === "judge") return true;
  return handler.kind === "static" && handler.verdict !== "allow" && handler.updatedInput === undefined;
}

function levelOf([key]: DocumentPath): Level {
  return key === "judge" || key === "command" || key === "builtin" || key === "function" ? key : "policy";
}
