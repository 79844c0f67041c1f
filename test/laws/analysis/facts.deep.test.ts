import { readFileSync } from "node:fs";
import { compile } from "@gatehouse-hooks/condition";
import { compilePolicies, readEvent } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { random } from "../../../bench/realistic/random.js";
import { factQuestions, factTests } from "../../arbitraries/fact-questions.js";
import { world } from "../../arbitraries/policies.js";
import { relatedPoliciesOver } from "../../arbitraries/related-policies.js";
import { givesUpWithAProof } from "../mutants/gives-up-with-a-proof.js";
import { hidesByTheFirst } from "../mutants/hides-by-the-first.js";
import { contradictsFinding } from "./contradicts-finding.js";
import { testAnalyzerLaw } from "./analyzer.js";

const ROWS = readFileSync(new URL("../../vectors/commands.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => (JSON.parse(line) as { readonly command: string }).command);

const maker = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const known = new Map<string, JsonObject>();

/** The call of a command, with the facts that are derived from it. */
function callOf(command: string): JsonObject {
  const old = known.get(command);
  if (old !== undefined) return old;
  const call = {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    cwd: "/w/project",
    workspace: "/w/project",
    home: "/home/u",
  };
  const event = { ...call, facts: maker.facts(call) as unknown as JsonValue };
  known.set(command, event);
  return event;
}

/** Commands that are tried against a proof. */
const COMMANDS = 60;

testAnalyzerLaw(
  "never means never: the facts of no command contradict a proof about facts",
  ({ findSuch }) =>
    fc.property(factQuestions, fc.integer(), ({ hold, fail, text }, seed) => {
      if (findSuch({ hold, fail }).kind !== "none") return;
      const holding = hold.map((node) => compile(node));
      const failing = fail.map((node) => compile(node));
      const next = random(seed);
      for (let i = 0; i < COMMANDS; i++) {
        const event = callOf(next.pick(ROWS));
        if (holding.every((test) => test(event) === true) && failing.every((test) => test(event) === false))
          throw new Error(`${text}: ${JSON.stringify(event["params"])}`);
      }
    }),
  givesUpWithAProof,
);

testAnalyzerLaw(
  "never means never: no command contradicts what is said of policies over facts",
  ({ analyzePolicies }) =>
    fc.property(relatedPoliciesOver(factTests), world(), fc.integer(), (policies, answers, seed) => {
      const { set } = compilePolicies(policies, { derive: maker });
      const { findings } = analyzePolicies(set);
      if (findings.length === 0) return;
      const next = random(seed);
      for (let i = 0; i < COMMANDS; i++) {
        const { facts = {}, ...call } = callOf(next.pick(ROWS));
        const read = readEvent(call);
        if (read.kind !== "event") continue;
        for (const finding of findings)
          if (contradictsFinding(set, finding, read.event, facts, answers))
            throw new Error(`${finding.kind} ${finding.policy.id}: ${JSON.stringify(call)}`);
      }
    }),
  hidesByTheFirst,
);
