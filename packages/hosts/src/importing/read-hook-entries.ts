import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import { readJsonRules } from "./json-rules.js";
import { ruleIds } from "./rule-ids.js";
import type { ImportedPolicy, ImportedRules, NotKept, RuleFile } from "./rule-importer.js";

/** What is particular to the hook files of one agent. */
export interface HookDialect {
  readonly agent: string;
  /** The agent's name in messages. */
  readonly title: string;
  /** Events whose prompts become a judge: the canonical event, and a condition on the call; empty: any. */
  readonly judged: Readonly<
    Partial<Record<string, { readonly event: string; readonly when: string; readonly example: JsonObject }>>
  >;
  /** What a command of the agent reads and answers, in a few words. */
  readonly contract: string;
}

const MOST_HOOKS = 500;
const MOST_PROMPT = 20_000;

/**
 * Reads a file of hooks. A question to a model becomes a judge. A command does not become a policy: it would be given another
 * payload than the one it looks into, and a guard that finds nothing lets pass.
 */
export function readHookEntries(file: RuleFile, dialect: HookDialect): ImportedRules {
  const { value, placeOf, issues } = readJsonRules(file);
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  const idOf = ruleIds(dialect.agent, file.path);
  const hooks = own(value, "hooks") as JsonValue | undefined;
  if (!isRecord(hooks)) {
    if (issues.length === 0) notKept.push({ from: placeOf(["hooks"]), reason: "`hooks` is not an object" });
    return { policies, notKept, issues };
  }
  for (const [event, entries] of Object.entries(hooks)) {
    const list = Array.isArray(entries) ? (entries as readonly JsonValue[]) : [entries];
    if (list.length > MOST_HOOKS)
      notKept.push({
        from: placeOf(["hooks", event]),
        reason: `hooks after the first ${MOST_HOOKS} are left out`,
      });
    for (const [index, entry] of list.slice(0, MOST_HOOKS).entries()) {
      const from = placeOf(Array.isArray(entries) ? ["hooks", event, index] : ["hooks", event]);
      const written = readHook(event, entry, () => idOf([event]), dialect);
      if (written.kind === "none") notKept.push({ from, reason: written.reason, instead: written.instead });
      else policies.push({ policy: written.policy, from, differs: written.differs });
    }
  }
  return { policies, notKept, issues };
}

type ReadHook =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs: string }
  | { readonly kind: "none"; readonly reason: string; readonly instead: string };

function readHook(
  event: string,
  entry: JsonValue,
  idOf: () => string,
  { title, judged, contract }: HookDialect,
): ReadHook {
  const beside = `leave it in ${title}'s file: it runs beside Gatehouse, and the stricter answer counts`;
  const none = (reason: string, instead: string = beside): ReadHook => ({ kind: "none", reason, instead });
  if (!isRecord(entry)) return none("the hook is not an object", "correct it");
  const type = own(entry, "type") ?? "command";
  if (type === "http") return none("it asks a server in the agent's own words");
  const prompt = own(entry, "prompt");
  if (type === "prompt" && typeof prompt === "string") {
    const place = Object.hasOwn(judged, event) ? judged[event] : undefined;
    if (place === undefined) return none(`the prompt of ${event} is no question about a call`);
    if (own(entry, "matcher") !== undefined && own(entry, "matcher") !== "*")
      return none(
        "its matcher is one of the agent's own words",
        "write the question as a `judge`, with `tools` or `when`",
      );
    if (prompt.length > MOST_PROMPT || prompt.trim() === "") return none("the prompt is empty or too long");
    return {
      kind: "policy",
      policy: {
        id: idOf(),
        events: place.event,
        ...(place.when === "" ? {} : { when: place.when }),
        judge: { prompt: prompt.replaceAll("$ARGUMENTS", "{{context}}") },
        tests: [
          { event: place.example, answer: "deny", expect: "deny" },
          { event: place.example, answer: "approve", expect: "abstain" },
        ],
      },
      differs: `the question is put to the model that Gatehouse is given, not to that of ${title}, and costs a call of it`,
    };
  }
  return none(
    `a command for ${title} ${contract}; a \`command\` policy reads and answers otherwise, so a guard would find nothing and let pass`,
  );
}
