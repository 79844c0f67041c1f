import { SCHEMA_LINE } from "@gatehouse-hooks/agents/init";
import { loadAll } from "@gatehouse-hooks/hosts";
import { Document, isMap, isNode } from "yaml";
import { runPolicyTests, type TestResult } from "../try/run-policy-tests.js";
import type { DraftCall, NoDraft, RuleDraft } from "./rule-draft.js";

/** What a new policy answers. */
export type RuleEffect = "deny" | "ask" | "warn";

/** What a new policy is, beside what it looks at. */
interface RuleAnswer {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly reason: string;
}

/** A policy file whose tests have passed. */
interface ProvenRule {
  readonly kind: "proven";
  readonly text: string;
  readonly tests: readonly TestResult[];
}

/** Calls of each sort that the file keeps as tests. */
const SHOWN_STOPS = 2;
const SHOWN_PASSES = 2;

/** The file of a draft, with the calls that show what it does: two that it stops, and at least one that it lets pass. */
export function provenRule(draft: RuleDraft, answer: RuleAnswer): ProvenRule | NoDraft {
  const { stops, passes } = draft;
  const all = testsOf(textOf(draft, answer, stops, passes));
  const holds = (index: number): boolean => all[index]?.differences.length === 0;
  const stopped = stops.filter((_, i) => holds(i)).slice(0, SHOWN_STOPS);
  const passed = passes.filter((_, i) => holds(stops.length + i)).slice(0, SHOWN_PASSES);
  if (stopped.length < SHOWN_STOPS)
    return { kind: "refused", message: unshown("stops", draft.about), cure: "write it more plainly" };
  if (passed.length === 0)
    return { kind: "refused", message: unshown("lets pass", draft.about), cure: "name less than everything" };
  const text = textOf(draft, answer, stopped, passed);
  return { kind: "proven", text, tests: testsOf(text) };
}

function unshown(what: string, about: string): string {
  return `there is no example that a policy about \`${about}\` ${what}`;
}

function testsOf(text: string): readonly TestResult[] {
  const path = "new.yaml";
  const { policies, tests, memory } = loadAll([{ path, text }]);
  return runPolicyTests({ path, policies, tests, memory }, text);
}

function textOf(
  { when, tools }: RuleDraft,
  { id, effect, reason }: RuleAnswer,
  stops: readonly DraftCall[],
  passes: readonly DraftCall[],
): string {
  const tests = [
    ...stops.map((call) => testOf(call, effect)),
    // A policy that does not apply leaves the call to the others.
    ...passes.map((call) => testOf(call, "skip")),
  ];
  const policy = {
    id,
    events: "before_tool_call",
    ...(tools === undefined ? {} : { tools }),
    ...(when === undefined ? {} : { when }),
    [effect]: reason,
    tests,
  };
  const document = new Document({ version: 1, policies: [policy] });
  for (const [index] of tests.entries()) {
    const event: unknown = document.getIn(["policies", 0, "tests", index, "event"], true);
    if (isNode(event) && isMap(event)) event.flow = true;
  }
  return SCHEMA_LINE + document.toString({ lineWidth: 0 });
}

function testOf({ name, toolName, params }: DraftCall, expect: string): object {
  return { name, event: { toolName, params }, expect };
}
