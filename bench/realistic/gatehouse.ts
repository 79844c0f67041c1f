import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  type Event,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  step,
  type Verdicts,
} from "@gatehouse-hooks/engine";
import { type JsonObject, parseJson } from "@gatehouse-hooks/json";
import type { Decider } from "./by-hand.js";
import type { Check, Path, Rule } from "./check.js";

const NONE: Verdicts = new Map();
const quoted = (value: string): string => JSON.stringify(value);

/** The check as a condition. */
export function textOf(check: Check): string {
  switch (check.kind) {
    case "all":
      return check.of.map(grouped).join(" && ");
    case "some":
      return check.of.map(grouped).join(" || ");
    case "not":
      return `!(${textOf(check.of)})`;
    case "is":
      return `${at(check.path)} == ${quoted(check.value)}`;
    case "among":
      return `${at(check.path)} in [${check.values.map(quoted).join(", ")}]`;
    case "matches":
      return `${at(check.path)}.matches(${quoted((check.ignoreCase === true ? "(?i)" : "") + check.pattern)})`;
    case "glob":
      return `${at(check.path)}.glob(${quoted(check.glob)})`;
    case "above":
      return `${at(check.path)} > ${check.value}`;
    case "element":
      return `${at(check.path)}.any(one, one.${check.key}.includes(${quoted(check.value)}))`;
    default:
      return `${at(check.path)}${check.lower === true ? ".lower()" : ""}.${check.kind}(${quoted(check.value)})`;
  }
}

function grouped(check: Check): string {
  return check.kind === "all" || check.kind === "some" ? `(${textOf(check)})` : textOf(check);
}

function at(path: Path): string {
  return path.join(".");
}

/** The policies as Gatehouse takes them. */
export function definitionsOf(rules: readonly Rule[]): readonly PolicyDefinition[] {
  return rules.map(({ id, check }) => denyWhen(id, textOf(check)));
}

/** A policy that denies where a condition holds. */
export function denyWhen(id: number, text: string): PolicyDefinition {
  const parsed = condition(text);
  const [issue] = parsed.issues;
  if (issue?.severity === "error") throw new Error(`${text}: ${issue.message}`);
  return {
    id: `p${id}`,
    events: ["before_tool_call"],
    order: id,
    handler: { kind: "static", verdict: "deny", reason: `policy ${id} forbids this` },
    condition: parsed.condition,
  };
}

/** The policies as a file of the native format, as JSON. */
export function fileOf(rules: readonly Rule[]): string {
  const policies = rules.map(({ id, check }) => ({
    id: `p${id}`,
    events: "before_tool_call",
    when: textOf(check),
    deny: `policy ${id} forbids this`,
  }));
  return JSON.stringify({ version: 1, policies });
}

export function setOf(rules: readonly Rule[]): PolicySet {
  const { set, issues } = compilePolicies(definitionsOf(rules));
  const issue = issues.find(({ severity }) => severity === "error");
  if (issue !== undefined) throw new Error(issue.message);
  return set;
}

/** From an event that was read before. */
export function fromSealed(set: PolicySet): Decider<Event> {
  return (event) => {
    const next = step(set, event, NONE);
    if (next.kind === "pending") throw new Error("a static policy asked for a verdict");
    const { policy } = next.decision;
    return policy === null ? -1 : Number(policy.slice(1));
  };
}

export function sealedOf(event: JsonObject): Event {
  const read = readEvent(event);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

/** From the object that a host has. */
export function fromObject(set: PolicySet): Decider<JsonObject> {
  const decide = fromSealed(set);
  return (event) => decide(sealedOf(event));
}

/** From the text that came over a pipe. */
export function fromText(set: PolicySet): Decider<string> {
  const decide = fromSealed(set);
  return (text) => {
    const parsed = parseJson(text);
    if (parsed.issue !== undefined) throw new Error(parsed.issue.message);
    return decide(sealedOf(parsed.value as JsonObject));
  };
}
