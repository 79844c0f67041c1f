import { begin, compilePolicies, type Decision, type Event } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { OWN_RULES, type OwnRules, type RulePlace } from "@gatehouse-hooks/hosts/import";
import type { JsonObject } from "@gatehouse-hooks/json";
import { derivedAt } from "@gatehouse-hooks/local/places";
import { shownInHome } from "@gatehouse-hooks/local/rules";
import { findOwnRules, type RulePlaces } from "./find-own-rules.js";

/** What an agent's own rules say of a call as it came. */
type Said =
  | { readonly kind: "nothing" }
  | { readonly kind: "deny"; readonly reason: string }
  | { readonly kind: "ask"; readonly reason: string }
  | { readonly kind: "unknown"; readonly why: string };

/**
 * A decision that changes a call, after the agent's own rules were asked about the call as it came: the agent compares them with the changed
 * one, so a rewrite would carry a call past them. Where they deny or ask, so does the answer; where they cannot be read, a person is asked.
 * Never throws.
 */
export async function checkRewrite(decision: Decision, event: Event, places: RulePlaces): Promise<Decision> {
  const rules = OWN_RULES.find(({ host }) => host === event["host"]);
  const title = rules?.title ?? "the agent";
  const said = await saidBy(rules, event, places).catch((error: unknown): Said => ({
    kind: "unknown",
    why: error instanceof Error ? error.message : "a failure",
  }));
  switch (said.kind) {
    case "nothing":
      return decision;
    case "deny": {
      const { updatedInput: _, ...rest } = decision;
      return { ...rest, effect: "deny", policy: null, reason: said.reason };
    }
    default: {
      if (decision.effect === "ask") return decision;
      const reason =
        said.kind === "ask"
          ? said.reason
          : `a policy changes this call, and ${title}'s own rules, which would see the changed call only, are not known: ${said.why}`;
      return { ...decision, effect: "ask", policy: null, reason };
    }
  }
}

async function saidBy(rules: OwnRules | undefined, event: Event, places: RulePlaces): Promise<Said> {
  if (rules === undefined) return { kind: "unknown", why: "nothing here reads them" };
  if (rules.kind === "after hooks") return { kind: "nothing" };
  if (rules.kind === "unread") return { kind: "unknown", why: rules.why };
  const { files, unread } = await findOwnRules(rules, event, places);
  const read = readFiles(rules, files);
  const why = [...unread, ...read.unread];
  const said = decideBy(read.rules, event, rules.title, places);
  // A deny is one whatever else there is; an ask is not known to be all.
  if (said.kind === "deny" || said.kind === "ask" || why.length === 0) return said;
  return { kind: "unknown", why: why.slice(0, MOST_SHOWN).join("; ") };
}

/** The most reasons that are shown. */
const MOST_SHOWN = 3;

/** A rule that denies or asks, and where it is. */
interface OwnRule {
  readonly policy: JsonObject;
  readonly file: string;
  readonly from: RulePlace;
}

function readFiles(
  { importer }: Extract<OwnRules, { readonly kind: "files" }>,
  files: Awaited<ReturnType<typeof findOwnRules>>["files"],
): { readonly rules: readonly OwnRule[]; readonly unread: readonly string[] } {
  const rules: OwnRule[] = [];
  const unread: string[] = [];
  for (const { path, file, text } of files) {
    const { policies, notKept, issues } = importer.read({ path, text });
    for (const { message, severity } of issues)
      if (severity === "error") unread.push(`\`${file}\` cannot be read (${message})`);
    for (const { from, reason, guards } of notKept)
      if (guards !== undefined)
        unread.push(`\`${from.text}\` of \`${file}:${from.line}\` is not read here (${reason})`);
    for (const { policy: given, from } of policies) {
      const { tests: _, ...policy } = given;
      if (Object.hasOwn(policy, "deny") || Object.hasOwn(policy, "ask")) rules.push({ policy, file, from });
    }
  }
  return { rules, unread };
}

/** One set of all levels: the strictest answer counts, as in the agents themselves. */
function decideBy(rules: readonly OwnRule[], given: Event, title: string, places: RulePlaces): Said {
  if (rules.length === 0) return { kind: "nothing" };
  // Names that say which rule it is.
  const policies = rules.map(({ policy }, index) => ({ ...policy, id: String(index) }));
  const loaded = load(JSON.stringify({ version: 1, policies }), {
    path: "own-rules.json",
    format: "gatehouse",
  });
  const [project = places.home] = places.projects;
  const { set, lost } = compilePolicies(loaded, derivedAt({ home: places.home, project, isHook: true }));
  const [first] = lost;
  // A permission request is about the same call.
  const begun = begin(set, { ...given, event: "before_tool_call" });
  if (begun.kind === "pending") return { kind: "unknown", why: "a rule needs an answer" };
  const { effect, policy, reason } = begun.decision;
  const rule = rules[Number(policy ?? "")];
  if (effect !== "deny" && effect !== "ask")
    return first === undefined ? { kind: "nothing" } : { kind: "unknown", why: first.why };
  if (rule === undefined) return { kind: "unknown", why: reason };
  const where = `${shownInHome(rule.file, places.home)}:${rule.from.line}`;
  const written = rule.from.text.replaceAll(/^"|"$/g, "");
  const verb = effect === "deny" ? "denies" : "asks about";
  return {
    kind: effect,
    reason:
      `${title}'s own rule \`${written}\` (\`${where}\`) ${verb} this call; a policy would change the call, and ${title} would compare the ` +
      "rule with the changed one only",
  };
}
