import type { PolicyFinding } from "@gatehouse-hooks/analysis";
import type { Policy } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";

/** What is said of a finding. */
type FindingText = Required<Pick<Issue, "code" | "message" | "cure">>;

/** The code, the message and the cure of a finding; of what no event of a host reaches, `never-on-host` speaks. */
export function findingText(finding: Exclude<PolicyFinding, { readonly kind: "never-sent" }>): FindingText {
  const id = `\`${finding.policy.id}\``;
  switch (finding.kind) {
    case "never":
      return {
        code: "never-applies",
        message: `${id} applies to no event: its tests contradict each other, or the types of what they read`,
        cure: "change a test, or remove the policy; to switch it off, set `enabled` to false",
      };
    case "always":
      return {
        code: "always-applies",
        message: `the condition of ${id} holds for every event that it is asked about`,
        cure: "compare a property of the event, or leave the condition out",
      };
    case "shadowed":
      return {
        code: "shadowed",
        message: `${id} is never asked: whenever it would apply, ${names(finding.by)} denied before it`,
        cure: `remove ${id}, or give it a higher priority than ${names(finding.by)}`,
      };
    case "never-wins":
      return {
        code: "allow-never-wins",
        message: `${id} never allows anything: whenever it applies, ${names(finding.by)} denies or asks, and that is stronger`,
        cure: `narrow the condition of ${names(finding.by)}`,
      };
    case "duplicate":
      return {
        code: "duplicate",
        message: `${id} says what ${names([finding.of])} says, about the same events`,
        cure: "remove one of them",
      };
    case "dead-part":
      return deadPart(id, finding.why);
    case "conflict":
      return {
        code: "conflict",
        message: `${id} allows some of what ${names([finding.winner])} ${verdictOf(finding.winner)}; there ${names([finding.winner])} wins`,
        cure: `if that is not meant, make an exception in the condition of ${names([finding.winner])}`,
      };
  }
}

const DEAD_PART = "dead-condition-part";

function deadPart(id: string, why: "never" | "covered" | "always"): FindingText {
  switch (why) {
    case "never":
      return {
        code: DEAD_PART,
        message: `this part of the condition of ${id} never holds: its tests contradict each other or the tests around it`,
        cure: "correct a test, or remove the part",
      };
    case "covered":
      return {
        code: DEAD_PART,
        message: `this part of the condition of ${id} never decides: the rest of the \`||\` holds whenever it does`,
        cure: "correct a test, or remove the part",
      };
    case "always":
      return {
        code: DEAD_PART,
        message: `this part of the condition of ${id} never decides: it holds whenever the rest of the \`&&\` does`,
        cure: "correct a test, or remove the part",
      };
  }
}

function verdictOf({ handler }: Policy): string {
  return handler.kind === "static" && handler.verdict === "ask" ? "asks about" : "denies";
}

function names(policies: readonly Policy[]): string {
  const all = policies.map(({ id }) => `\`${id}\``);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1) ?? ""}`;
}
