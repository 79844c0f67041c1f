import {
  compilePolicies,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  step,
} from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { analyzePolicies } from "../src/index.js";
import { policy } from "./policy.js";

function decidedBy(set: PolicySet, event: JsonObject): string {
  const read = readEvent(event);
  const next = read.kind === "event" ? step(set, read.event, new Map()) : undefined;
  return next?.kind === "decided" ? `${next.decision.effect} ${next.decision.policy ?? ""}` : "";
}

function conflicts(...policies: readonly PolicyDefinition[]): readonly string[] {
  const { set } = compilePolicies(policies);
  expect(analyzePolicies(set).findings.filter(({ kind }) => kind === "conflict")).toEqual([]);
  return analyzePolicies(set, { conflicts: true }).findings.map((one) =>
    one.kind === "conflict"
      ? `${one.policy.id} ${one.winner.id} ${decidedBy(set, one.witness)}`
      : `${one.kind} ${one.policy.id}`,
  );
}

const GIT = policy("git", "allow", 'params.command.startsWith("git")');
const FORCE = policy("force", "deny", 'params.command.endsWith("-f")');

test.each<[string, readonly PolicyDefinition[], readonly string[]]>([
  ["each is for calls of its own, and both for some", [GIT, FORCE], ["git force deny force"]],
  [
    "an ask is stronger, too",
    [GIT, { ...FORCE, handler: { kind: "static", verdict: "ask", reason: "?" } }],
    ["git force ask force"],
  ],
  [
    "an exception to a wide allow",
    [GIT, policy("push", "deny", 'params.command.startsWith("git push")')],
    [],
  ],
  [
    "an allow that a wide deny covers is dead, and no conflict",
    [GIT, policy("all", "deny", 'params.command.startsWith("g")')],
    ["shadowed git"],
  ],
  [
    "a wide deny with an exception for it",
    [GIT, policy("rest", "deny", '!params.command.startsWith("git")')],
    [],
  ],
  ["another priority says who comes first", [GIT, { ...FORCE, priority: 200 }], []],
  ["another tier does, too", [GIT, { ...FORCE, tier: "enforced" }], []],
  ["other events", [GIT, { ...FORCE, events: ["tool_permission"] }], []],
  ["a warning decides nothing", [GIT, policy("force", "warn", 'params.command.endsWith("-f")')], []],
  ["two that deny", [policy("git", "deny", 'params.command.startsWith("git")'), FORCE], []],
  [
    "one that decides all of it is named, and not those behind it",
    [GIT, FORCE, policy("n", "deny", "params.n > 3")],
    ["git force deny force", "git n deny n"],
  ],
])("%s", (_, policies, expected) => {
  expect(conflicts(...policies)).toEqual(expected);
});
