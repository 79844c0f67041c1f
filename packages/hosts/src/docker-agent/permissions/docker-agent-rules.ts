import type { Handler, PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { ONE_COMMAND_AT_MOST } from "../../importing/command-pattern.js";
import { ruleIds } from "../../importing/rule-ids.js";
import type {
  ImportedPolicy,
  ImportedRules,
  NotKept,
  RuleFile,
  RuleImporter,
  RulePlace,
} from "../../importing/rule-importer.js";
import { reportOn } from "../../text/report.js";
import { readSource } from "../../text/source.js";
import { EVENTS } from "../events.table.js";
import { lateLoadDockerAgent } from "../host.js";
import { TOOLS } from "../tools.table.js";
import { NO_OBJECT } from "./pattern.js";
import type { OwnRules } from "../../importing/own-rules.js";

/** What adds context to every call; what looks into the event looks for docker-agent's own fields. */
const CONTEXT = /^add_(?!context$)/;
/** The fields of docker-agent's own event that conditions of its files read: of an event for all agents they are below `raw`. */
const FIELD =
  /"(?:[^"\\]|\\.)*"|(?<![\w.])(?:tool_name|tool_input|safety_policy|safety_label|agent_name|from_agent)\b/g;
const NOW: Readonly<Record<string, string>> = { tool_name: "toolName", tool_input: "params" };
const ARGUMENT = /params\["(\w+)"\]/g;
/** The names that all agents have for arguments, by docker-agent's. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  TOOLS.flatMap(({ params = {} }) =>
    Object.entries(params).flatMap(([name, keys]) =>
      keys.filter((key) => key !== name).map((key) => [key, name] as const),
    ),
  ),
);
const BESIDE = "name the file itself, which is read as it is: `gatehouse hook docker-agent --policies FILE`";

/** The permissions, the limit of model calls and the context of a file of docker-agent; its other hooks are read as they are, and stay in the file. */
export const dockerAgentRules: RuleImporter = {
  name: "docker-agent",
  host: "docker-agent",
  title: "docker-agent's permissions",
  places: ["agent.yaml", "agent.yml"],
  recognises: ({ path, text }) => /\.ya?ml$/i.test(path) && (hasPermissions(text) || addsContext(text)),
  read,
};

const hasPermissions = (text: string): boolean =>
  /^permissions:/m.test(text) && /(?:^|[{, \t])(?:allow|ask|deny):/m.test(text);
const addsContext = (text: string): boolean =>
  /^(?:agents|hooks):/m.test(text) &&
  /[{, \t](?:command: *(?:add_|max_iterations\b)|add_[a-z_]+:)/.test(text);

function read(file: RuleFile): ImportedRules {
  const given = readSource(file.text, file.path);
  if (given.kind !== "source") return { policies: [], notKept: [], issues: [given.issue] };
  const report = reportOn(given.source, "user");
  const loaded = lateLoadDockerAgent().loadDockerAgent(given.source, "user", 0, report, {});
  const idOf = ruleIds("docker-agent", "");
  const policies: ImportedPolicy[] = [];
  const notKept: NotKept[] = [];
  const said = new Set<string>();
  for (const policy of loaded) {
    const from = placeOf(file, policy);
    const says = verdictOf(policy.handler);
    if (says === null) {
      const guards = policy.handler.kind !== "builtin" && ({ guards: "beside" } as const);
      const reason = lostBecause(policy.handler);
      // A flag of the agent is one builtin at several events.
      const key = JSON.stringify([from.line, policy.handler]);
      if (!said.has(key)) notKept.push({ from, reason, instead: BESIDE, ...guards });
      said.add(key);
    } else {
      const differs = Object.hasOwn(says, "allow") ? { differs: ALONE } : {};
      policies.push({ from, policy: nativePolicy(policy, says, idOf([policy.id])), ...differs });
    }
  }
  return { policies, notKept, issues: report.issues() };
}

const ALONE =
  "stricter: of a shell it allows one command by itself, without variables, substitutions and redirections";

/** What a native policy says instead of the handler; `null`: it reads or answers docker-agent's own words. */
function verdictOf(handler: Handler): JsonObject | null {
  if (handler.kind === "static") return { [handler.verdict]: handler.reason };
  if (limitOf(handler) !== null) return { deny: `the limit of ${limitOf(handler)} model calls is reached` };
  if (handler.kind !== "builtin" || !CONTEXT.test(handler.name)) return null;
  const { name, args = [] } = handler;
  return { builtin: args.length === 0 ? { name } : { name, args: [...args] } };
}

/** The model calls that the builtin `max_iterations` lets happen; `null`: the hook is another one. */
function limitOf(handler: Handler): number | null {
  if (handler.kind !== "builtin" || handler.name !== "max_iterations") return null;
  const limit = Number(handler.args?.[0]);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : null;
}

function lostBecause({ kind }: Handler): string {
  if (kind === "command")
    return "a command for docker-agent reads its payload and answers in its words; a `command` policy would find nothing, and let pass";
  if (kind === "judge") return "its prompt is a template of docker-agent's";
  return "the builtin looks for docker-agent's own fields";
}

function nativePolicy(
  { events: [name = ""], matcher, condition, handler }: PolicyDefinition,
  says: JsonObject,
  id: string,
): JsonObject {
  const isAllow = handler.kind === "static" && handler.verdict === "allow";
  const limit = limitOf(handler);
  const terms = [
    ...(limit === null ? [] : [`raw.iteration > ${limit}`]),
    ...(matcher === undefined ? [] : [atEachStage(matcher.text, isAllow)]),
    ...(condition === undefined ? [] : [ofRaw(condition.text)]),
    ...(isAllow ? [ONE_COMMAND_AT_MOST] : []),
  ].filter((text) => text !== "true");
  const event = EVENTS.find((one) => one.name === name);
  const own = `host == "docker-agent" && raw.hook_event_name == ${JSON.stringify(name)}`;
  const when = [own, ...terms.map((text) => `(${text})`)].join(" && ");
  return { id, events: event?.canonical ?? name, when, ...says };
}

/**
 * A condition on a call as it came, and as other policies have rewritten it since: under docker-agent's names of the arguments, and under those
 * that all agents have. A rule that allows has to hold for all of them, any other one for one.
 */
function atEachStage(text: string, isAllow: boolean): string {
  const came = ofRaw(text);
  if (!/(?<![\w."])tool_input\b/.test(text)) return came;
  // The arguments of the event that all agents have are an object.
  const now = text.replaceAll(` || ${NO_OBJECT}`, "").replaceAll(FIELD, (one) => NOW[one] ?? one);
  const keys = [...now.matchAll(ARGUMENT)]
    .map(([, key = ""]) => key)
    .filter((key) => Object.hasOwn(NAMES, key));
  if (keys.length === 0) return isAllow ? `${came} && ${now}` : `${came} || ${now}`;
  const named = now.replaceAll(ARGUMENT, (_, key: string) => `params["${NAMES[key] ?? key}"]`);
  const absent = [...new Set(keys)].map((key) => `!has(params["${NAMES[key] ?? key}"])`).join(" || ");
  return isAllow ? `${came} && ${now} && (${absent} || ${named})` : `${came} || ${now} || ${named}`;
}

/** A condition of docker-agent's own event, as one of the event that all agents have. */
function ofRaw(text: string): string {
  return text.replaceAll(FIELD, (one) => (one.startsWith('"') ? one : `raw.${one}`));
}

function placeOf({ text }: RuleFile, { source, id }: PolicyDefinition): RulePlace {
  const line = source?.line ?? 1;
  const written = text.split(/\r\n|\r|\n/)[line - 1] ?? "";
  const shown = written.trim();
  return {
    line,
    column: written.length - written.trimStart().length + 1,
    text: shown === "" ? id : shown.slice(0, 120),
  };
}

/**
 * The permissions of a docker-agent file. They are compared with what hooks have made of a call, on purpose: a rewrite that a policy sends
 * meets them, so nothing has to be asked here about the call as it came. They are read as policies, too, by this folder, where the
 * file is one of the policy files.
 */
export const dockerAgentOwnRules: OwnRules = {
  kind: "after hooks",
  host: "docker-agent",
  title: "docker-agent",
};
