import { isRecord, type JsonObject, type JsonValue, own, isList } from "@gatehouse-hooks/json";
import { type JsonRules, readJsonRules } from "./json-rules.js";
import { translatePlaceholders } from "./prompt-placeholders.js";
import { ruleIds } from "./rule-ids.js";
import type { ImportedPolicy, ImportedRules, NotKept, ReadRulesOptions, RuleFile } from "./rule-importer.js";

/** What is particular to the hook files of one agent. */
export interface HookDialect {
  readonly agent: string;
  /** The agent's name in messages. */
  readonly title: string;
  /** Events whose prompts become a judge: the canonical event, and a condition on the call, empty for any. Without one, none does. */
  readonly judged: Readonly<
    Partial<Record<string, { readonly event: string; readonly when: string; readonly example: JsonObject }>>
  >;
  /** What a command of the agent reads and answers, in a few words. */
  readonly contract: string;
  /** An entry of an event is a matcher with a list of hooks. */
  readonly grouped?: true;
  /** Keys beside the events that are settings of the agent. */
  readonly settings?: readonly string[];
}

const MOST_HOOKS = 500;
const MOST_PROMPT = 20_000;

/** The fields of a hook that hold a command line. */
const COMMANDS = ["command", "bash", "powershell"];

/**
 * Reads a file of hooks. A question to a model becomes a judge. A command does not become a policy: it would be given another
 * payload than the one it looks into, and a guard that finds nothing lets pass.
 */
export function readHookEntries(
  file: RuleFile,
  dialect: HookDialect,
  options: ReadRulesOptions = {},
): ImportedRules {
  const rules = readJsonRules(file);
  if (!isRecord(own(rules.value, "hooks")) && rules.issues.length > 0)
    return { policies: [], notKept: [], issues: rules.issues };
  return { ...readHooks(rules, ruleIds(dialect.agent, file.path), dialect, options), issues: rules.issues };
}

/** Reads the hooks of settings that have others beside them. */
export function readHooks(
  { value, placeOf }: Pick<JsonRules, "value" | "placeOf">,
  idOf: (words: readonly string[]) => string,
  dialect: HookDialect,
  { isOwnHook = () => false }: ReadRulesOptions = {},
): Pick<ImportedRules, "policies" | "notKept" | "ownHooks"> {
  const hooks = own(value, "hooks");
  if (!isRecord(hooks))
    return { policies: [], notKept: [{ from: placeOf(["hooks"]), reason: "`hooks` is not an object" }] };
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  let ownHooks = 0;
  for (const [event, entries] of Object.entries(hooks)) {
    if (dialect.settings?.includes(event) === true) continue;
    const all = hooksOf(["hooks", event], entries, dialect.grouped === true);
    if (all.length > MOST_HOOKS)
      notKept.push({
        from: placeOf(["hooks", event]),
        reason: `hooks after the first ${MOST_HOOKS} are left out`,
      });
    for (const { path, hook } of all.slice(0, MOST_HOOKS)) {
      if (commandsOf(hook).some((command) => isOwnHook(command))) {
        ownHooks++;
        continue;
      }
      const from = placeOf(path);
      const written = readHook(event, hook, () => idOf([event]), dialect);
      if (written.kind === "none") notKept.push({ from, reason: written.reason, instead: written.instead });
      else policies.push({ policy: written.policy, from, differs: written.differs });
    }
  }
  return { policies, notKept, ...(ownHooks > 0 && { ownHooks }) };
}

interface HookAt {
  readonly path: readonly (string | number)[];
  readonly hook: JsonValue;
}

/** The hooks of an event, each where it is. A group without a list of hooks is one that is not understood. */
function hooksOf(path: readonly string[], entries: JsonValue, grouped: boolean): readonly HookAt[] {
  const list: readonly HookAt[] = isList(entries)
    ? entries.map((hook, index) => ({ path: [...path, index], hook }))
    : [{ path, hook: entries }];
  if (!grouped) return list;
  return list.flatMap((group): readonly HookAt[] => {
    const hooks = own(group.hook, "hooks");
    if (!isList(hooks)) return [group];
    return hooks.map((hook, index) => ({
      path: [...group.path, "hooks", index],
      hook,
    }));
  });
}

function commandsOf(hook: JsonValue): readonly string[] {
  return COMMANDS.flatMap((key) => {
    const command = own(hook, key);
    return typeof command === "string" ? [command] : [];
  });
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
    if (Object.keys(judged).length === 0)
      return none(
        `${title} puts the question to a model of its own`,
        `${beside}; or write the question as a \`judge\``,
      );
    const place = Object.hasOwn(judged, event) ? judged[event] : undefined;
    if (place === undefined) return none(`the prompt of ${event} is no question about a call`);
    if (own(entry, "matcher") !== undefined && own(entry, "matcher") !== "*")
      return none(
        "its matcher is one of the agent's own words",
        "write the question as a `judge`, with `tools` or `when`",
      );
    if (prompt.length > MOST_PROMPT || prompt.trim() === "") return none("the prompt is empty or too long");
    const { prompt: question, widened } = translatePlaceholders(prompt);
    const shows =
      widened.length === 0 ? "" : `; ${widened[0]} names nothing that it is shown: it sees the whole event`;
    return {
      kind: "policy",
      policy: {
        id: idOf(),
        events: place.event,
        ...(place.when === "" ? {} : { when: place.when }),
        judge: { prompt: question },
        tests: [
          { event: place.example, answer: "deny", expect: "deny" },
          { event: place.example, answer: "approve", expect: "abstain" },
        ],
      },
      differs: `the question is put to the model that Gatehouse is given, not to that of ${title}, and costs a call of it${shows}`,
    };
  }
  return none(
    `a command for ${title} ${contract}; a \`command\` policy reads and answers otherwise, so a guard would find nothing and let pass`,
  );
}
