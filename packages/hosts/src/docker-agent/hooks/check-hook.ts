import { nearName, isRecord } from "@gatehouse-hooks/json";
import type { DocumentPath } from "../../yaml/document.js";
import { cite } from "../../text/cite.js";
import { checkStrict } from "../check-strict.js";
import { canBlock } from "../contract.js";
import type { FileContext } from "../file-context.js";
import { parseTemplate } from "../template/parse-template.js";
import { unknownField } from "../template/unknown-field.js";
import { BUILTINS, OTHER_BUILTINS } from "./builtins.table.js";
import type { HookDefinition } from "./definition.js";
import { plainTexts } from "./plain-texts.js";
import { HOOK_KEYS, hookSchema } from "./schema.js";

const ON_ERROR = ["warn", "ignore", "block"];
/** A whole number from 1 on. */
const COUNT = /^0*[1-9][0-9]{0,8}$/;
const STATEMENTS =
  "write values such as `{{ .ToolName }}`, `{{ toJSON .ToolInput }}` or `{{ toJSON . }}`, and conditions with `if`, `else` and `end`";
/** The reply that a model hook can be asked for (document 004, "Model hooks"). */
const SCHEMAS = ["", "pre_tool_use_decision"];

/** Checks one hook of an event and reports every problem of it; `null` when it cannot be used. */
export function checkHook(
  value: unknown,
  event: string,
  path: DocumentPath,
  file: FileContext,
): HookDefinition | null {
  const given = plainTexts(value, path, file);
  const hook = checkStrict(hookSchema, given, path, HOOK_KEYS, file);
  // All problems are reported at once, even of a hook that has a wrong key.
  const checked = hook ?? (isTyped(given) ? given : null);
  if (checked === null) return null;
  const problems = [
    ...missingKeys(checked),
    ...builtinProblems(checked, [...BUILTINS, ...file.builtins]),
    ...argumentProblems(checked),
    ...templateProblems(checked),
    ...(file.compat === "2026-05" ? [] : laterRules(checked, event)),
  ];
  for (const { key, ...problem } of problems) {
    if (Object.hasOwn(checked, key)) file.at([...path, key], problem);
    else file.atKey(path, problem);
  }
  return problems.every(({ severity }) => severity === "warning") ? hook : null;
}

/** What is wrong with a hook of another shape is already reported. */
function isTyped(value: unknown): value is HookDefinition {
  if (!isRecord(value)) return false;
  const { type, on_error: onError, timeout, ...texts } = value;
  return (
    (type === "command" || type === "builtin" || type === "model") &&
    ["string", "undefined"].includes(typeof onError) &&
    ["number", "undefined"].includes(typeof timeout) &&
    ["command", "model", "prompt", "schema"].every((key) =>
      ["string", "undefined"].includes(typeof texts[key]),
    )
  );
}

interface HookProblem {
  readonly key: keyof HookDefinition;
  readonly code: string;
  readonly message: string;
  readonly cure: string;
  /** Absent: an error. */
  readonly severity?: "warning";
}

/** The longest name of a builtin or model, in UTF-16 code units. */
const MAX_NAME = 200;

function missingKeys(hook: HookDefinition): HookProblem[] {
  const needed: readonly (keyof HookDefinition)[] = hook.type === "model" ? ["model", "prompt"] : ["command"];
  const missing = needed.filter((key) => typeof hook[key] !== "string" || hook[key].trim() === "");
  const problems: HookProblem[] = missing.map((key) => ({
    key,
    code: "missing-key",
    message: `a ${hook.type} hook needs a ${cite(key)}`,
    cure: `add ${cite(`${key}: …`)}`,
  }));
  const named = ({ builtin: "command", model: "model", command: null } as const)[hook.type];
  if (named !== null && (hook[named]?.length ?? 0) > MAX_NAME) {
    problems.push({
      key: named,
      code: "invalid-value",
      message: `${named}: expected at most ${MAX_NAME} characters`,
      cure: "correct the name",
    });
  }
  if (hook.type === "model" && !SCHEMAS.includes(hook.schema ?? "")) {
    problems.push({
      key: "schema",
      code: "invalid-value",
      message: `unknown schema ${cite(hook.schema ?? "")}`,
      cure: `write ${cite("pre_tool_use_decision")}, or leave the key out for a reply in free text`,
    });
  }
  return problems;
}

/** A builtin that nothing runs. */
function builtinProblems({ type, command = "" }: HookDefinition, known: readonly string[]): HookProblem[] {
  if (type !== "builtin" || command.trim() === "" || command.length > MAX_NAME || known.includes(command)) {
    return [];
  }
  const other = OTHER_BUILTINS.has(command);
  const meant = other ? null : nearName(command, known);
  return [
    {
      key: "command",
      code: "unknown-builtin",
      message: other
        ? `the builtin ${cite(command)} of docker-agent is not one of Gatehouse's`
        : `unknown builtin ${cite(command)}`,
      cure: meant === null ? `the builtins are ${known.join(", ")}` : `did you mean ${cite(meant)}?`,
    },
  ];
}

/** A builtin that would not do what its file seems to say: a limit that is none, an address that nothing is sent to, a guard that stops nothing. */
function argumentProblems({ type, command, args = [] }: HookDefinition): HookProblem[] {
  if (type !== "builtin") return [];
  const [limit = "", ...more] = args;
  if (command === "safer_shell") return [LABELS_ONLY];
  if (command === "http_post" && limit.trim() !== "" && !/^https?:\/\/[^/]/i.test(limit)) return [NO_ADDRESS];
  if (command !== "max_iterations") return [];
  if (more.length === 0 && COUNT.test(limit)) return [];
  return [
    {
      key: "args",
      code: "invalid-value",
      message: `\`max_iterations\` needs one argument, the number of model calls${args.length === 0 ? "" : `, not ${cite(args.join(" "))}`}`,
      cure: 'for example `args: ["50"]`',
    },
  ];
}

const LABELS_ONLY: HookProblem = {
  key: "command",
  code: "cannot-block",
  severity: "warning",
  message: "`safer_shell` labels calls in docker-agent, and stops none",
  cure: "remove it, and write what is to be denied below `permissions`",
};
const NO_ADDRESS: HookProblem = {
  key: "args",
  code: "invalid-value",
  message: "`http_post` sends to an http(s) address",
  cure: 'for example `args: ["https://example.com/hook", "{}"]`',
};

/** A template that could never be filled in: a prompt, or what is to be added to the context. */
function templateProblems({ type, command, prompt = "", args = [] }: HookDefinition): HookProblem[] {
  const isContext = type === "builtin" && command === "add_context";
  const templates = isContext ? args : type === "model" && prompt.trim() !== "" ? [prompt] : [];
  return templates.flatMap((template) => {
    const parsed = parseTemplate(template);
    const problem = parsed.ok ? unknownField(parsed.nodes) : { message: parsed.problem, cure: STATEMENTS };
    return problem === null
      ? []
      : [{ key: isContext ? "args" : "prompt", code: "invalid-value", ...problem }];
  });
}

/** What generation `2026-05` accepts silently. */
function laterRules(hook: HookDefinition, event: string): HookProblem[] {
  const problems: HookProblem[] = [];
  const { on_error: onError, timeout = 0 } = hook;
  if (onError !== undefined && !ON_ERROR.includes(onError)) {
    const meant = nearName(onError, ON_ERROR);
    problems.push({
      key: "on_error",
      code: "invalid-value",
      message: `on_error must be warn, ignore or block, not ${cite(onError)}`,
      cure: meant === null ? "write one of them" : `did you mean ${cite(meant)}?`,
    });
  }
  if (onError === "block" && !canBlock(event)) {
    problems.push({
      key: "on_error",
      code: "invalid-value",
      severity: "warning",
      message: `on_error cannot be block: ${cite(event)} stops nothing, and a failure is told to the user`,
      cure: "write `on_error: warn`, or use an event that can block",
    });
  }
  if (timeout < 0) {
    problems.push({
      key: "timeout",
      code: "invalid-value",
      message: `timeout must not be negative, got ${timeout}`,
      cure: "write whole seconds, or leave the key out for 60",
    });
  }
  return problems;
}
