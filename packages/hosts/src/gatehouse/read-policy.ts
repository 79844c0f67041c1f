import type { JsonValue } from "@gatehouse-hooks/json";
import type { Handler, PolicyDefinition } from "@gatehouse-hooks/engine";
import { visibleName } from "../text/characters.js";
import type { Problem } from "../text/report.js";
import { positionOf } from "../text/source.js";
import { whyLost } from "../text/why-lost.js";
import { checkShape } from "./check-shape.js";
import type { DocumentPath } from "./document.js";
import type { PolicyFileContext } from "./file-context.js";
import { eventNames, lostEvents } from "./lost-events.js";
import { readConditions } from "./read-conditions.js";
import { readHandler } from "./read-handler.js";
import { reportDetails } from "./report-details.js";
import { type Level, policySchema } from "./schema.js";
import { expandPolicy } from "./shorthands.js";

/** A policy and the tests beside it; `null` when it is not in force. */
interface ReadPolicy {
  readonly definition: PolicyDefinition | null;
  readonly tests: readonly unknown[];
}

const NOT_LOADED = "the policy is not loaded";
const IN_FORCE = "it is ignored, the rest of the policy is in force";

/**
 * Reads one policy of the native format. A policy that restricts stays in force when a detail of it is wrong, without
 * the detail; one that may loosen (allow, a rewrite, a command …) is left out: both fail closed.
 */
export function readPolicy(given: JsonValue, path: DocumentPath, order: number, file: PolicyFileContext): ReadPolicy {
  const { document, report, source, tier } = file;
  const { value: shape, problems } = checkShape(policySchema, expandPolicy(given), levelOf);
  const read = shape === null ? null : readHandler(shape);
  const handler = read?.kind === "handler" ? read.handler : null;
  const tolerant = handler !== null && restricts(handler);
  // Without `uses`, the judge would see more than the author allows.
  const exposes = problems.some(({ path: [key, inner] }) => key === "judge" && inner === "uses");
  const kept = (tolerant && !exposes) || (handler !== null && problems.length === 0);
  /** The policy is not in force: what it would have denied must not pass. */
  const lost = (problem: Pick<Problem, "message" | "cure">, at = document.keyAt(path)): ReadPolicy => {
    report.lose(lostEvents(given), whyLost(problem), at);
    return { definition: null, tests: [] };
  };
  for (const { path: inner, atKey, ...problem } of problems) {
    const at = [...path, ...inner];
    report.add(atKey ? document.keyAt(at) : document.valueAt(at), {
      ...problem,
      message: `${problem.message}; ${kept ? IN_FORCE : NOT_LOADED}`,
    });
  }
  // What is wrong may be the very key that is missing now.
  const unsaid = read?.kind === "none" && !(read.problem.code === "missing-key" && problems.length > 0);
  if (unsaid) {
    report.add(document.keyAt(path), { ...read.problem, message: `${read.problem.message}; ${NOT_LOADED}` });
  }
  if (shape === null || handler === null || !kept) {
    const [first] = problems;
    if (unsaid) return lost(read.problem);
    if (first === undefined) return lost({ message: NOT_LOADED, cure: "correct it" });
    const at = [...path, ...first.path];
    return lost(first, first.atKey ? document.keyAt(at) : document.valueAt(at));
  }

  const events = [...new Set(shape.events.flatMap(eventNames))];
  if (events.includes("")) {
    const problem = {
      code: "invalid-value",
      message: "an event's name is empty",
      cure: "for example `events: before_tool_call`",
    };
    const at = document.valueAt([...path, "events"]);
    report.add(at, { ...problem, message: `${problem.message}; ${NOT_LOADED}` });
    return lost(problem, at);
  }
  const conditions = readConditions(shape, events, path, tolerant, file);
  reportDetails(shape, events, path, lostEvents(given).length > 0, file);
  if (conditions === null) {
    const key = shape.when === undefined ? "tools" : "when";
    return lost(
      { message: "its tools or its condition cannot be read", cure: "correct them" },
      document.valueAt([...path, key]),
    );
  }
  const { description, onFailure, priority, enabled } = shape;
  const definition: PolicyDefinition = {
    id: visibleName(shape.id),
    tier,
    enabled,
    events,
    handler,
    priority,
    order,
    ...(description === undefined ? {} : { description }),
    ...conditions,
    ...(onFailure === undefined ? {} : { onFailure }),
    source: {
      path: source.path,
      line: positionOf(source, document.keyAt([...path, "id"])).line,
      format: "gatehouse",
    },
  };
  return { definition, tests: shape.tests ?? [] };
}

/** The policy can only make a decision stricter: applying it too often is the safe side. */
function restricts(handler: Handler): boolean {
  if (handler.kind === "judge") return true;
  return handler.kind === "static" && handler.verdict !== "allow" && handler.updatedInput === undefined;
}

function levelOf([key]: DocumentPath): Level {
  return key === "judge" || key === "command" || key === "builtin" || key === "function" ? key : "policy";
}
