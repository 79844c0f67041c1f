import { CoverageCounter, type PolicyCoverage } from "@gatehouse-hooks/analysis";
import {
  compilePolicies,
  kindsOf,
  listensTo,
  type PolicyDefinition,
  readEvent,
} from "@gatehouse-hooks/engine";
import { type PolicyTest, VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Issue, JsonObject } from "@gatehouse-hooks/json";
import { DERIVED, type WrittenFile } from "@gatehouse-hooks/local/places";
import type { PlayedTest } from "./run-policy-tests.js";
import { policiesUnder } from "./tested-files.js";

/** What the tests of a file have shown of one of its policies. */
export interface CoveredPolicy extends PolicyCoverage {
  readonly policy: string;
  readonly path: string;
  readonly line?: number;
  /** Tests that are about it, its own and those of all policies of the file. */
  readonly tests: number;
  /** `disabled`: it is switched off; `never-applied`: it applied in none of its tests; `null`: it has no tests, or applied in one. */
  readonly inert: "disabled" | "never-applied" | null;
  /** A static deny or ask lacks an event that it stops, or one that it lets pass. */
  readonly lacks: readonly ("stops" | "passes")[];
}

/**
 * Counts what the tests of a file show of its policies; those of a pack have their tests elsewhere.
 *
 * @param played the tests of the file, played
 */
export function testCoverage(file: WrittenFile, played: readonly PlayedTest[]): readonly CoveredPolicy[] {
  const policies = file.policies.filter(({ source }) => source?.pack === undefined);
  const counters = new Map(
    policies.map((policy) => [policy, { counter: new CoverageCounter(policy), tests: 0 }]),
  );
  const kinds = kindsOf(compilePolicies([], { vocabulary: VOCABULARY }).set);
  for (const one of played) {
    const { test } = one;
    const event = withFacts(test, file.policies);
    for (const policy of policiesUnder(file, test)) {
      const counted = counters.get(policy);
      if (counted === undefined) continue;
      counted.tests++;
      if (listensTo(policy.events, test.event.event, kinds))
        counted.counter.add(withMemory(event, one, policy, file));
    }
  }
  return [...counters].map(([policy, { counter, tests }]) => {
    const coverage = counter.report();
    return {
      policy: policy.id,
      path: policy.source?.path ?? file.path,
      ...(policy.source?.line === undefined ? {} : { line: policy.source.line }),
      tests,
      ...coverage,
      inert: inertBy(policy, tests, coverage),
      lacks: lackOf(policy, coverage),
    };
  });
}

/** The event as policies see it: what is derived is added where a policy reads it. */
function withFacts({ event }: PolicyTest, policies: readonly PolicyDefinition[]): JsonObject {
  const { derive } = DERIVED;
  const reads = policies.some(({ matcher, condition }) =>
    `${matcher?.text ?? ""} ${condition?.text ?? ""}`.includes("facts"),
  );
  if (!reads || derive === undefined) return event;
  return { ...event, facts: derive.facts(event) as JsonObject };
}

/** The event with what was remembered before it, where a policy of the file reads that. */
function withMemory(
  event: JsonObject,
  { remembered }: PlayedTest,
  { tier = "project" }: PolicyDefinition,
  { memory: cells = [] }: WrittenFile,
): JsonObject {
  const read = cells.length === 0 ? null : readEvent(event);
  if (read?.kind !== "event") return event;
  const memory = cells.flatMap(({ name }) => {
    const value = remembered.read(name, read.event)?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  const flows = remembered.flows(read.event, tier, read.event);
  return { ...event, memory: Object.fromEntries(memory), ...(flows === null ? {} : { flows }) };
}

function inertBy(
  { enabled }: PolicyDefinition,
  tests: number,
  { applied }: PolicyCoverage,
): CoveredPolicy["inert"] {
  if (enabled === false) return "disabled";
  return tests > 0 && applied === 0 ? "never-applied" : null;
}

/** One without conditions lets nothing pass. */
function lackOf(
  { enabled, handler }: PolicyDefinition,
  { events, applied, atoms }: PolicyCoverage,
): CoveredPolicy["lacks"] {
  if (enabled === false || handler.kind !== "static") return [];
  if (handler.verdict !== "deny" && handler.verdict !== "ask") return [];
  return [
    ...(applied === 0 ? (["stops"] as const) : []),
    ...(applied === events && atoms.some(({ text }) => text !== "true") ? (["passes"] as const) : []),
  ];
}

/** Policies that are not tested enough for `--require-tests`. */
export function untestedIssues(policies: readonly CoveredPolicy[]): readonly Issue[] {
  return policies.flatMap(({ policy, path, line, lacks }): readonly Issue[] => {
    if (lacks.length === 0) return [];
    return [
      {
        severity: "error",
        code: "untested-policy",
        message: `no test of \`${policy}\` has an event that it ${lacks.map((lack) => LACKS[lack].message).join(", and none has one that it ")}`,
        path,
        ...(line === undefined ? {} : { line }),
        cure: `write below its \`tests:\` ${lacks.map((lack) => LACKS[lack].cure).join(", and ")}`,
      },
    ];
  });
}

const LACKS = {
  stops: { message: "stops", cure: "an event with `expect: deny` or `expect: ask`" },
  passes: { message: "lets pass", cure: "an event with `expect: skip`" },
} as const;
