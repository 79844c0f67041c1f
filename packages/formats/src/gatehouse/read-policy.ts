import type { JsonValue } from "@gatehouse/condition/json";
import {
  type Condition,
  EVENT_KINDS,
  type Handler,
  type PolicyDefinition,
  type Tier,
} from "@gatehouse/engine";
import { findInvisible, visibleName } from "../text/characters.js";
import { quote } from "../text/quote.js";
import { readCondition } from "../text/read-condition.js";
import type { Report } from "../text/report.js";
import { suggest } from "../text/suggest.js";
import { positionOf, type Source } from "../text/source.js";
import { checkShape } from "./check-shape.js";
import type { Document, Path } from "./document.js";
import { readHandler } from "./read-handler.js";
import { policySchema } from "./schema.js";
import type { PolicyShape } from "./shape.js";
import { expandPolicy } from "./shorthands.js";
import { toolsCondition } from "./tools-condition.js";

/** What every policy of a file shares. */
export interface FileContext {
  readonly source: Source;
  readonly document: Document;
  readonly report: Report;
  readonly tier: Tier;
}

const KNOWN_EVENTS: readonly string[] = EVENT_KINDS.map(({ name }) => name);
const NOT_LOADED = "the policy is not loaded";
const IN_FORCE = "it is ignored, the rest of the policy is in force";

/**
 * Reads one policy of the native format. A policy that restricts stays in force when a detail of it is wrong, without
 * the detail; one that may loosen (allow, a rewrite, a command …) is left out: both fail closed.
 */
export function readPolicy(
  given: JsonValue,
  path: Path,
  order: number,
  file: FileContext,
): { readonly definition: PolicyDefinition | null; readonly tests: readonly unknown[] } {
  const { document, report, source, tier } = file;
  const { value: shape, problems } = checkShape(policySchema, expandPolicy(given));
  const read = shape === null ? null : readHandler(shape);
  const handler = read?.kind === "handler" ? read.handler : null;
  const tolerant = handler !== null && restricts(handler);
  // Without `uses`, the judge would see more than the author allows.
  const exposes = problems.some(({ path: [key, inner] }) => key === "judge" && inner === "uses");
  const kept = (tolerant && !exposes) || (handler !== null && problems.length === 0);
  for (const { path: inner, atKey, ...problem } of problems) {
    const at = [...path, ...inner];
    report.add(atKey ? document.keyAt(at) : document.valueAt(at), {
      ...problem,
      message: `${problem.message}; ${kept ? IN_FORCE : NOT_LOADED}`,
    });
  }
  // What is wrong may be the very key that is missing now.
  if (read?.kind === "none" && !(read.problem.code === "missing-key" && problems.length > 0)) {
    report.add(document.keyAt(path), { ...read.problem, message: `${read.problem.message}; ${NOT_LOADED}` });
  }
  if (shape === null || handler === null || !kept) return { definition: null, tests: [] };

  const conditions = readConditions(shape, path, tolerant, file);
  reportNames(shape, path, file);
  const events = shape.events.flatMap((list) => list.split(",")).map((event) => event.trim());
  if (conditions === null || events.includes("")) {
    if (events.includes("")) {
      report.add(document.valueAt([...path, "events"]), {
        code: "invalid-value",
        message: `an event's name is empty; ${NOT_LOADED}`,
        cure: "for example `events: before_tool_call`",
      });
    }
    return { definition: null, tests: [] };
  }
  const { description, onFailure, priority, enabled } = shape;
  const definition: PolicyDefinition = {
    id: visibleName(shape.id),
    tier,
    enabled,
    events: [...new Set(events)],
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

type Conditions = { readonly matcher?: Condition; readonly condition?: Condition };

function readConditions(
  shape: PolicyShape,
  path: Path,
  tolerant: boolean,
  file: FileContext,
): Conditions | null {
  const { document, report } = file;
  const inForce = tolerant ? "the policy applies always" : NOT_LOADED;
  const matcher =
    shape.tools === undefined
      ? undefined
      : readCondition(
          toolsCondition(shape.tools),
          () => document.valueAt([...path, "tools"]),
          report,
          inForce,
        );
  const condition =
    shape.when === undefined
      ? undefined
      : readCondition(shape.when, (offset) => document.within([...path, "when"], offset), report, inForce);
  if (!tolerant && (matcher?.ast === null || condition?.ast === null)) return null;
  return { ...(matcher === undefined ? {} : { matcher }), ...(condition === undefined ? {} : { condition }) };
}

function reportNames(shape: PolicyShape, path: Path, { document, report }: FileContext): void {
  const id = visibleName(shape.id);
  if (id !== shape.id) {
    report.add(document.valueAt([...path, "id"]), {
      code: "invisible-character",
      message: `the id holds a character that cannot be seen; the policy is called ${quote(id)}`,
      cure: "write the id in visible characters",
    });
  }
  const hidden = findInvisible(shape.judge?.prompt ?? "");
  if (hidden !== null) {
    report.add(document.valueAt([...path, "judge", "prompt"]), {
      severity: "warning",
      code: "invisible-character",
      message: `the prompt holds the invisible character ${hidden.shown}, which may hide an instruction to the judge`,
      cure: "remove it",
    });
  }
  for (const event of shape.events.flatMap((list) => list.split(",")).map((name) => name.trim())) {
    const meant = KNOWN_EVENTS.includes(event) ? null : suggest(event, KNOWN_EVENTS);
    if (meant === null) continue;
    report.add(document.valueAt([...path, "events"]), {
      code: "unknown-event",
      message: `no agent sends an event ${quote(event)}; the policy waits for it all the same`,
      cure: `did you mean ${quote(meant)}?`,
    });
  }
}
