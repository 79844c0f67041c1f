import {
  analyzePolicies,
  checkTypes,
  diffSets,
  type PolicyFinding,
  readJsonSchema,
} from "@gatehouse-hooks/analysis";
import { readEvent, step } from "@gatehouse-hooks/engine";
import type { Frame } from "./frame/frame.js";
import { median } from "./frame/statistics.js";
import { definitionsOf, setOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";
import { compilePolicies, type PolicySet } from "@gatehouse-hooks/engine";

/** Realistic policies, all denies: which of them can never be the one that denies. */
export default function analysis(frame: Frame): void {
  const sizes = frame.quick ? [100, 1_000] : [100, 1_000, 10_000];
  // Most of it is the compiler's, which works beside the analysis.
  const first = analyzed(1_000).ms;
  frame.record({
    subject: "analyze",
    case: "1000 policies, first of the process",
    metric: "processor time",
    value: first,
    unit: "ms",
  });
  const times = sizes.map((size) => {
    const rounds = Array.from({ length: size > 1_000 ? 1 : ROUNDS }, () => analyzed(size));
    const ms = median(rounds.map((one) => one.ms));
    const findings = rounds[0]?.findings ?? [];
    const label = `${size} policies`;
    frame.record({ subject: "analyze", case: label, metric: "processor time", value: ms, unit: "ms" });
    frame.record({
      subject: "analyze",
      case: label,
      metric: "findings",
      value: findings.length,
      unit: "policies",
    });
    return ms;
  });
  const growth =
    Math.log((times.at(-1) ?? 1) / (times[0] ?? 1)) / Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
  frame.record({
    subject: "analyze",
    case: `${sizes[0] ?? 0} to ${sizes.at(-1) ?? 0} policies`,
    metric: "growth, the exponent of n",
    value: growth,
    unit: "",
  });
  difference(frame);
  types(frame);
}

/** Conditions against the types of 200 tools, one of which is the one that they are about. */
function types(frame: Frame): void {
  const properties = { command: { type: "string" }, timeout: { type: "number" } };
  const type = readJsonSchema({ type: "object", properties, additionalProperties: true });
  const names = Array.from({ length: 200 }, (_, i) => `mcp__server__tool${i}`);
  const tools = {
    served: new Map(names.map((name) => [name, type])),
    names,
    complete: ["mcp__server__"],
  };
  const set = setOf(rulesOf(1_000));
  checkTypes(set, tools);
  const start = process.cpuUsage();
  const { findings } = checkTypes(set, tools);
  frame.record({
    subject: "check types",
    case: "1,000 policies, 200 tools",
    metric: "processor time",
    value: since(start),
    unit: "ms",
  });
  if (findings.length > 0) throw new Error("expected no findings");
}

/** Each of a set that was not asked before, which keeps what it has learnt of its policies. */
const ROUNDS = 5;

function analyzed(size: number): { readonly ms: number; readonly findings: readonly PolicyFinding[] } {
  const set = setOf(rulesOf(size));
  const start = process.cpuUsage();
  const { findings } = analyzePolicies(set);
  const ms = since(start);
  confirm(set, findings);
  return { ms, findings };
}

/** Two sets of 1,000 that differ in five. */
function difference(frame: Frame): void {
  const rules = rulesOf(1_000);
  const others = rulesOf(2_000).slice(1_500, 1_505);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = setOf(rules);
    const after = compilePolicies(
      definitionsOf(rules.map((rule, i) => (i % 200 === 150 ? (others[Math.floor(i / 200)] ?? rule) : rule))),
    ).set;
    const start = process.cpuUsage();
    const { differences } = diffSets(before, after);
    if (differences.length === 0) throw new Error("expected differences");
    return since(start);
  });
  frame.record({
    subject: "diff",
    case: "1,000 policies, five changed",
    metric: "processor time",
    value: median(rounds),
    unit: "ms",
  });
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Every event that is shown was decided as it is said: by a policy that hides the one it is shown for. */
function confirm(set: PolicySet, findings: readonly PolicyFinding[]): void {
  for (const finding of findings) {
    if (finding.kind !== "shadowed") continue;
    const read = readEvent(finding.witness);
    const next = read.kind === "event" ? step(set, read.event, new Map()) : undefined;
    const by = next?.kind === "decided" ? next.decision.policy : null;
    if (!finding.by.some(({ id }) => id === by)) throw new Error(`not confirmed: \`${finding.policy.id}\``);
  }
}
