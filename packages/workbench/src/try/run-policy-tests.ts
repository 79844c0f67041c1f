import {
  begin,
  compilePolicies,
  type Decision,
  eventKinds,
  type Need,
  type PolicyDefinition,
  type PolicySet,
  type Refused,
  settle,
  type Verdict,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  type MemoryState,
  reduce,
  remember,
  type Remembered,
} from "@gatehouse-hooks/engine/memory";
import { type Expectation, HOSTS, type PolicyTest, VOCABULARY } from "@gatehouse-hooks/hosts";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { completing } from "@gatehouse-hooks/runtime";
import { DERIVED, type WrittenFile } from "@gatehouse-hooks/local/places";
import { policiesUnder } from "./tested-files.js";

/** A test of a policy file, run. */
export interface TestResult {
  readonly name: string;
  /** What differs from the expectation; empty when the test passed. */
  readonly differences: readonly string[];
  readonly decision: Decision;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  /** The policy that the test is about; `null`: all of the file. */
  readonly policy: string | null;
}

/** How far a session was played. */
interface Played {
  readonly number: number;
  readonly state: MemoryState;
  readonly now: number;
}

/** Of a test that is of its own. */
const NO_SESSION = -1;

/** A test as it was played, with what was remembered before it. */
export interface PlayedTest {
  readonly test: PolicyTest;
  readonly decision: Decision;
  /** Of an event that no policy has seen. */
  readonly refused: Refused | null;
  readonly remembered: Remembered;
}

/**
 * Plays the tests of a file. Pure: the judge's answers are the ones that the tests give.
 *
 * @param unknownEvents what becomes of an event with a name that nobody knows
 */
export function playTests(
  file: WrittenFile,
  unknownEvents: "abstain" | "deny" = "abstain",
): readonly PlayedTest[] {
  const sets = new Map<string | null, PolicySet>();
  const others = ownEventsOf(file);
  const options = { complete: completing(HOSTS), unknownEvents };
  let current: Played | undefined;
  return file.tests.map((test) => {
    let set = sets.get(test.policy);
    if (set === undefined) {
      const policies = [...policiesUnder(file, test), ...others];
      const definitions = { policies, memory: file.memory ?? [] };
      ({ set } = compilePolicies(definitions, { ...DERIVED, vocabulary: VOCABULARY, observed: "act" }));
      sets.set(test.policy, set);
    }
    // A test is of the first event of a session; steps of one follow each other.
    const number = test.session?.number ?? NO_SESSION;
    const before = number === current?.number ? current : { number, state: beginMemory(set, 1), now: 0 };
    const now = before.now + (test.session?.after ?? 0);
    const remembered = remember(set, before.state, now);
    const begun = begin(set, test.event, { ...options, remembered });
    const { decision } = begun.kind === "pending" ? settle(begun, answersOf(test)) : begun;
    if (test.session !== undefined && begun.kind !== "refused")
      current = { number, state: reduce(set, before.state, begun.event, decision, now), now };
    return { test, decision, refused: begun.kind === "refused" ? begun : null, remembered };
  });
}

/** Runs the tests of a file (`playTests`), and says where they are in its text. */
export function runPolicyTests(
  file: WrittenFile,
  text: string | Uint8Array = "",
  unknownEvents: "abstain" | "deny" = "abstain",
): readonly TestResult[] {
  return testResults(playTests(file, unknownEvents), text);
}

/** What differs from what tests expect, where they are in the text of their file. */
export function testResults(
  played: readonly PlayedTest[],
  text: string | Uint8Array = "",
): readonly TestResult[] {
  const lines = (typeof text === "string" ? text : new TextDecoder().decode(text)).split(/\r\n?|\n/);
  return played.map(({ test, decision, refused }) => {
    const { source, policy } = test;
    const column = source.line === undefined ? undefined : columnIn(lines[source.line - 1]);
    return {
      name: test.name,
      differences: [
        ...(refused === null ? [] : refusedUnawares(test, refused)),
        ...differences(test.expect, decision, policy),
      ],
      decision,
      path: source.path,
      ...(source.line === undefined ? {} : { line: source.line }),
      ...(column === undefined ? {} : { column }),
      policy,
    };
  });
}

/** The names that some policy of the file waits for and no agent has: a policy that is tested alone knows them, too. */
function ownEventsOf({ policies }: WrittenFile): readonly PolicyDefinition[] {
  const kinds = eventKinds(VOCABULARY);
  const names = new Set(policies.flatMap(({ events }) => events.filter((name) => !kinds.of(name).known)));
  return [...names].map((name, at) => ({
    id: `an event of the file ${at}`,
    events: [name],
    enabled: false,
    handler: { kind: "static", verdict: "approve", reason: "" },
  }));
}

/** A refused event is denied before any policy sees it: a test that does not expect a deny is about another event. */
function refusedUnawares({ expect }: PolicyTest, { notice }: Refused): readonly string[] {
  return expect.effect === "deny" ? [] : [`the event is refused: ${notice.message}`];
}

/** Where what a line holds begins, behind the dash of a list. */
function columnIn(line: string | undefined): number | undefined {
  return line === undefined ? undefined : (/^\s*(?:-\s+)?/.exec(line)?.[0].length ?? 0) + 1;
}

function answersOf({ answers }: PolicyTest): (need: Need) => Verdict {
  return ({ policy, handler }) => {
    const answer = Object.hasOwn(answers, policy) ? answers[policy] : undefined;
    // A judge was asked, which cells count.
    const source = answer !== undefined && handler.kind === "judge" ? "judge" : "test";
    return { ...scriptedVerdict(answer, policy), source };
  };
}

function scriptedVerdict(answer: PolicyTest["answers"][string] | undefined, policy: string): Verdict {
  if (answer === undefined)
    return { kind: "failure", code: "unanswered", message: `the test gives no answer for \`${policy}\`` };
  const { kind, reason } = answer;
  return kind === "failure" ? { kind, code: "test", message: reason } : { kind, reason };
}

function differences(expect: Expectation, decision: Decision, policy: string | null): string[] {
  const actual: Required<{ [Key in keyof Expectation]: unknown }> = {
    effect: decision.effect,
    warns: decision.warnings.length > 0,
    applies: decision.trace.some((entry) => policy === null || entry.policy === policy),
    policy: decision.policy,
    reason: decision.reason,
    context: decision.context,
    updatedInput: decision.updatedInput ?? {},
  };
  return Object.entries(expect).flatMap(([key, expected]) => {
    const given = actual[key as keyof Expectation];
    // Canonical: the order of keys in a rewrite means nothing.
    return canonicalJson(expected) === canonicalJson(given)
      ? []
      : [`${key} is ${JSON.stringify(given)}, expected ${JSON.stringify(expected)}`];
  });
}
