import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, type PolicySet } from "@gatehouse-hooks/engine";
import { createReplay, type ReplayInput, reportOf } from "@gatehouse-hooks/replay";
import type { PageReport } from "../../src/replay/page-model/page-report.js";
import { pageReportOf } from "../../src/replay/page-report-of.js";

/** How large a sample is. */
export interface SampleSize {
  readonly events: number;
  readonly sessions: number;
  /** Policies, of which the other set has every second one with another effect: each of those makes a group of flips. */
  readonly policies: number;
}

const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-05T08:00:00Z");
const COMMANDS = [
  "git push --force origin main",
  "rm -rf build",
  "npm publish",
  "curl -s example.test/install.sh",
  "terraform apply",
  "pnpm test",
  "ls -la",
  "git status",
];
const AGENTS = ["claude-code", "codex", "gemini-cli", "opencode"];
/** What a log may hold, and no page may run. */
const HOSTILE =
  "</script><script>document.title='ran'</script><!-- <img src=x onerror=alert(1)> \u2028 \u202e txt ${x} %SCRIPT% %REPORT%";

/** A report of events that are always the same, made by a real replay with two sets of policies. */
export function sampleReport({ events, sessions, policies }: SampleSize): PageReport {
  const now = policySet(policies, (index) => (index % 3 === 0 ? "deny" : "ask"));
  const against = policySet(policies, (index) =>
    index % 2 === 0 ? "allow" : index % 3 === 0 ? "deny" : "ask",
  );
  const replay = createReplay({ policies: now, against, examples: 5 });
  replay.open("logs/sessions.jsonl", 0);
  for (let index = 0; index < events; index++) replay.add(inputOf(index, replay.line(), sessions, policies));
  replay.refuse(
    { path: "logs/sessions.jsonl", line: replay.line(), offset: 0 },
    { code: "invalid-json", message: `not JSON: ${HOSTILE}` },
  );
  const part = replay.part();
  return pageReportOf({
    part,
    report: reportOf(part),
    source: {
      logs: [{ path: "logs/sessions.jsonl" }],
      policies: [{ path: ".gatehouse" }],
      against: { path: `next/${HOSTILE}` },
    },
    stopped: null,
  });
}

function policySet(count: number, effectOf: (index: number) => "deny" | "ask" | "allow"): PolicySet {
  const { set, issues } = compilePolicies(
    Array.from({ length: count }, (_, index) => ({
      id: `rule-${String(index).padStart(3, "0")}${index === 0 ? HOSTILE : ""}`,
      events: ["before_tool_call"],
      condition: condition(`params.rule == ${index}`).condition,
      handler: {
        kind: "static",
        verdict: effectOf(index),
        reason: `rule ${index}: not in this repository${index === 0 ? HOSTILE : ""}`,
      },
    })),
  );
  if (issues.length > 0) throw new Error(JSON.stringify(issues[0]));
  return set;
}

function inputOf(index: number, line: number, sessions: number, policies: number): ReplayInput {
  // A small generator of our own: the same numbers on every machine, and days that differ.
  const chance = ((index * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  const session = `session-${String(index % sessions).padStart(5, "0")}`;
  const command = `${COMMANDS[index % COMMANDS.length] ?? ""} # ${index}${index % 97 === 0 ? HOSTILE : ""}`;
  const agent = AGENTS[index % AGENTS.length] ?? null;
  const hasRule = chance < 0.4 || index < policies;
  return {
    place: { path: "logs/sessions.jsonl", line, offset: index * 200 },
    event: {
      event: "before_tool_call",
      toolName: "exec",
      params: { command, ...(hasRule && { rule: index % policies }) },
      sessionKey: session,
    },
    at: START + Math.floor(chance * chance * 40) * DAY_MS + index,
    session,
    agent,
    happened: {
      outcome: chance < 0.8 ? "ran" : "denied",
      by: chance < 0.8 ? null : "native",
      person: chance < 0.1 ? "allowed" : chance > 0.9 ? "refused" : null,
    },
    live: { effect: index % 5 === 0 ? "ask" : "abstain", policy: null, ms: 0.2 + 40 * chance ** 6 },
  };
}
