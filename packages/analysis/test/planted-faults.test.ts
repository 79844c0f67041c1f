import { compile } from "@gatehouse-hooks/condition/compile";
import {
  compilePolicies,
  type Policy,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  step,
} from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { random, type Random } from "../../../bench/realistic/random.js";
import { analyzePolicies, diffSets, type PolicyFinding } from "../src/index.js";
import { policy } from "./policy.js";

/** A condition that no other one of a set has to do with, by its number. */
type Family = (n: number) => string;

const CLEAN: readonly Family[] = [
  (n) => `toolName == "Bash" && params.command.includes("t${n}x ")`,
  (n) => `toolName == "Bash" && params.command.startsWith("run${n}x")`,
  (n) => `toolName == "Bash" && params.command.matches("\\\\bdo${n}x\\\\s+-[a-z]*f")`,
  (n) => `toolName in ["Write", "Edit"] && params.file_path.glob("**/d${n}x/*.key")`,
  (n) => `toolName == "Write" && params.file_path.endsWith("/f${n}x.env")`,
  (n) => `toolName in ["mcp__s${n}x__drop", "mcp__s${n}x__purge"]`,
  (n) => `toolName == "Bash" && params.command.lower().includes("wipe${n}x")`,
  (n) => `toolName == "MultiEdit" && params.edits.any(e, e.new_string.includes("key${n}x"))`,
  (n) => `toolName == "Bash" && params.timeout > ${n} && params.command.endsWith("--n${n}x")`,
  (n) =>
    `toolName == "WebFetch" && params.url.matches("^https?://(?:[a-z0-9-]+\\\\.)?h${n}x\\\\.example(?:[:/]|$)")`,
  (n) => `toolName == "Bash" && params.command.includes("p${n}x") && !params.command.includes("--dry-run")`,
];

function cleanSet(next: Random, size: number): PolicyDefinition[] {
  return Array.from({ length: size }, (_, n) =>
    policy(`p${n}`, next.pick(["deny", "deny", "ask", "warn"]), next.pick(CLEAN)(1_000 + n), { order: n }),
  );
}

interface Fault {
  readonly kind: string;
  /** @param n a number that no other policy has */
  readonly make: (id: string, n: number) => readonly PolicyDefinition[];
}

const last = (id: string): Partial<PolicyDefinition> => ({ order: 10_000 + Number(id.slice(1)) });
const never = (when: (n: number) => string): Fault => ({
  kind: "never",
  make: (id, n) => [policy(id, "deny", when(n), last(id))],
});
/** A deny, and behind it one that it hides. */
const hidden = (kind: string, verdict: "ask" | "allow" | "deny", wide: Family, narrow: Family): Fault => ({
  kind,
  // An allow is asked first, and outweighed.
  make: (id, n) => [
    policy(`${id}-wide`, "deny", wide(n)),
    policy(id, verdict, narrow(n), verdict === "allow" ? { priority: 200 } : last(id)),
  ],
});

const FAULTS: readonly Fault[] = [
  never((n) => `toolName == "a${n}" && toolName == "b${n}"`),
  never((n) => `params.command == "rm${n}" && params.command.includes("rm${n} -rf")`),
  never((n) => `params.n > ${n} && params.n <= ${n}`),
  never((n) => `params.command.lower().includes("RM${n}")`),
  never((n) => `params.file_path.glob("**/*.k${n}") && params.file_path.endsWith(".p${n}")`),
  never((n) => `params.command.matches("^x${n}+$") && params.command.includes(" ")`),
  never((n) => `params.n == ${n} && params.n.startsWith("1")`),
  never((n) => `toolName.startsWith("a${n}") && !(toolName.size() > 3)`),
  never((n) => `params.items.any(i, i == "x${n}") && !("x${n}" in params.items)`),
  never((n) => `params.command == "${n}" && toolName == params.command && toolName == "x"`),
  { kind: "always", make: (id, n) => [policy(id, "warn", `params.n != ${n} || params.n == ${n}`, last(id))] },
  { kind: "always", make: (id) => [policy(id, "warn", "has(toolName)", last(id))] },
  hidden(
    "shadowed",
    "deny",
    (n) => `params.command.includes("rm${n}")`,
    (n) => `params.command.includes("sudo rm${n}")`,
  ),
  hidden(
    "shadowed",
    "ask",
    (n) => `params.command.matches("git${n} +push")`,
    (n) => `params.command.matches("^git${n} +push .*--force")`,
  ),
  hidden(
    "shadowed",
    "ask",
    (n) => `params.path.glob("src${n}/**")`,
    (n) => `params.path.glob("src${n}/*.ts")`,
  ),
  hidden(
    "shadowed",
    "deny",
    (n) => `params.n > ${n}`,
    (n) => `params.n > ${n + 1} && params.n < ${n + 2}`,
  ),
  {
    kind: "shadowed",
    make: (id, n) => [
      policy(`${id}-one`, "deny", `params.q${n}.startsWith("a")`),
      policy(`${id}-two`, "deny", `params.q${n}.includes("z") && !params.q${n}.startsWith("a")`),
      policy(id, "ask", `params.q${n}.endsWith("z")`, last(id)),
    ],
  },
  hidden(
    "never-wins",
    "allow",
    (n) => `params.command.startsWith("ls${n}")`,
    (n) => `params.command == "ls${n} -la"`,
  ),
  hidden(
    "never-wins",
    "allow",
    (n) => `params.command.includes("x${n}")`,
    (n) => `params.command.matches("^cat [a-z]*x${n}$")`,
  ),
  {
    kind: "duplicate",
    make: (id, n) => [
      policy(`${id}-one`, "ask", `params.command.matches("^dup${n} ")`),
      policy(id, "ask", `!(!params.command.startsWith("dup${n} "))`, last(id)),
    ],
  },
];

/** Why the event of a finding does not show it: what the engine itself decides. */
function flawOf(set: PolicySet, finding: PolicyFinding): string | undefined {
  if (finding.kind !== "shadowed" && finding.kind !== "never-wins" && finding.kind !== "duplicate")
    return undefined;
  const read = readEvent(finding.witness);
  const next = read.kind === "event" ? step(set, read.event, new Map()) : undefined;
  if (next?.kind !== "decided") return "it is not decided";
  const by: readonly Policy[] = finding.kind === "duplicate" ? [finding.of] : finding.by;
  const { effect, policy: decider } = next.decision;
  if (effect === "allow" || !by.some(({ id }) => id === decider)) return "another policy decides";
  const holds = compile(finding.policy.condition?.ast ?? { kind: "literal", value: true, span: [0, 0] });
  return holds(finding.witness) === true ? undefined : "the policy does not apply";
}

function findingsOf(policies: readonly PolicyDefinition[]): ReadonlyMap<string, string> {
  const { set, issues } = compilePolicies(policies);
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  const { findings } = analyzePolicies(set);
  for (const finding of findings) expect(flawOf(set, finding), finding.policy.id).toBeUndefined();
  return new Map(findings.map(({ kind, policy: { id } }) => [id, kind]));
}

test("60 faults planted in sets of 200 policies are all found, and nothing else", () => {
  const next = random(17);
  for (let round = 0; round < lawRuns({ quick: 1, deep: 3, full: 3 }); round++) {
    const planted = FAULTS.map((fault, i) => ({ ...fault, id: `x${round * FAULTS.length + i}` }));
    const faulty = planted.flatMap(({ make, id }, i) => make(id, 9_000 + round * 100 + i * 3));
    const found = findingsOf([...cleanSet(next, 200 - faulty.length), ...faulty]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(planted.map(({ id, kind }) => [id, kind])));
  }
}, 600_000);

test("clean sets have no findings", () => {
  const next = random(3);
  for (let set = 0; set < lawRuns({ quick: 5, deep: 100, full: 500 }); set++)
    expect([...findingsOf(cleanSet(next, 40))]).toEqual([]);
}, 600_000);

test("of two sets that differ in five policies exactly these are found", () => {
  const next = random(29);
  const size = 1_000;
  for (let trial = 0; trial < lawRuns({ quick: 1, deep: 5, full: 100 }); trial++) {
    const before = cleanSet(next, size);
    const places = new Set<number>();
    while (places.size < 5) places.add(next.below(size));
    const after = before.map((one, n) =>
      places.has(n) ? policy(one.id, "deny", next.pick(CLEAN)(5_000 + n), { order: n }) : one,
    );
    const { differences, unknown } = diffSets(compilePolicies(before).set, compilePolicies(after).set);
    expect(unknown).toEqual([]);
    const changed = new Set(differences.flatMap((one) => one.changed.map(({ id }) => id)));
    expect(changed).toEqual(new Set([...places].map((n) => `p${n}`)));
  }
}, 600_000);
