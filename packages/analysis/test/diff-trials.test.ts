import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, type PolicyDefinition, type StaticHandler } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { random, type Random } from "../../../bench/realistic/random.js";
import { diffSets } from "../src/index.js";
import { policy } from "./policy.js";

/** Conditions that have to do with no other one, by their numbers. */
const NARROW: readonly ((n: number) => string)[] = [
  (n) => `toolName == "Bash" && params.command.includes("t${n}x ")`,
  (n) => `toolName == "Bash" && params.command.matches("\\\\bdo${n}x\\\\s+-[a-z]*f")`,
  (n) => `toolName in ["Write", "Edit"] && params.file_path.glob("**/d${n}x/*.key")`,
  (n) => `toolName in ["mcp__s${n}x__drop", "mcp__s${n}x__purge"]`,
  (n) => `toolName == "Edit" && params.edits.any(e, e.new_string.includes("key${n}x"))`,
  (n) => `toolName == "Bash" && params.timeout > ${n} && params.command.endsWith("--n${n}x")`,
];
/** Conditions that overlap with all of them, and cover none. */
const WIDE = ['params.note.startsWith("a")', 'cwd == "/x"', 'toolName.endsWith("Q")', "params.n > 3"];

const VERDICTS = ["deny", "deny", "ask", "warn", "allow"] as const;

function setOf(next: Random, size: number): readonly PolicyDefinition[] {
  const narrow = Array.from({ length: size }, (_, n) =>
    policy(`p${n}`, next.pick(VERDICTS), next.pick(NARROW)(1_000 + n), {
      order: n,
      priority: next.pick([100, 100, 100, 200]),
    }),
  );
  return [...narrow, ...WIDE.map((when, n) => policy(`w${n}`, next.pick(["ask", "warn", "allow"]), when))];
}

/** What people do to one policy. */
type Change = (one: PolicyDefinition, n: number, next: Random) => readonly PolicyDefinition[];

const says = ({ handler }: PolicyDefinition): StaticHandler => handler as StaticHandler;
const when = (one: PolicyDefinition, text: string): PolicyDefinition => ({
  ...one,
  condition: condition(text).condition,
});
const textOf = ({ condition: written }: PolicyDefinition): string => `(${written?.text ?? ""})`;

const CHANGES: readonly Change[] = [
  () => [],
  (one) => [{ ...one, enabled: false }],
  (one, n, next) => [one, policy(`${one.id}-new`, next.pick(VERDICTS), next.pick(NARROW)(7_000 + n))],
  (one, n, next) => [when(one, next.pick(NARROW)(5_000 + n))],
  (one) => [when(one, `${textOf(one)} && !params.dry`)],
  (one, n) => [when(one, `${textOf(one)} || toolName == "T${n}"`)],
  (one) => [{ ...one, handler: { ...says(one), verdict: says(one).verdict === "deny" ? "ask" : "deny" } }],
  (one) => [{ ...one, handler: { ...says(one), context: ["mind this"] } }],
];

/** The name of what changed, whether it is the policy or one beside it. */
const nameOf = (id: string): string => id.replace("-new", "");

// `GATEHOUSE_RUNS=20000` tries a hundred.
test("of two sets that differ in five policies, in any way, exactly these are found", () => {
  const next = random(77);
  const trials = lawRuns({ quick: 1, deep: 2, full: 100 });
  const size = trials === 1 ? 300 : 1_000;
  for (let trial = 0; trial < trials; trial++) {
    const before = setOf(next, size);
    const places = new Map<number, Change>();
    while (places.size < 5) places.set(next.below(size), next.pick(CHANGES));
    const after = before.flatMap((one, n) => places.get(n)?.(one, n, next) ?? [one]);
    const { differences, unknown } = diffSets(compilePolicies(before).set, compilePolicies(after).set);
    expect(unknown.map(({ policy: { id }, why }) => `${id}: ${why}`)).toEqual([]);
    const changed = new Set(differences.flatMap((one) => one.changed.map(({ id }) => nameOf(id))));
    expect(changed).toEqual(new Set([...places.keys()].map((n) => `p${n}`)));
  }
}, 900_000);
