import {
  anySpelling,
  type CommandPattern,
  exampleCommand,
  oneCommand,
  otherCommand,
} from "../../importing/command-pattern.js";
import { toolTest } from "../../importing/tool-test.js";
import {
  type PermissionContext,
  type PermissionEffect,
  type PermissionPolicy,
  reasonOf,
} from "./permission.js";
import { pathPolicy } from "./path-policy.js";
import { parameterPolicy, toolPolicy, webFetchPolicy } from "./tool-policy.js";

/** `Tool` or `Tool(what)`; a name may hold what MCP servers are called, and `*`. */
const RULE = /^([A-Za-z_][\w.*:@ -]{0,200}?)(?:\((.*)\))?$/s;
const MOST = 2_000;
const WIDER = {
  deny: "stricter: it also holds for other spellings of the command (by its path, its options in another place, in a list of commands, run by `sudo`, `xargs`, `bash -c` and the like), and for the shells of other agents",
  ask: "stricter: it also holds for other spellings of the command (by its path, its options in another place, in a list of commands, run by `sudo`, `xargs`, `bash -c` and the like), and for the shells of other agents",
  allow:
    "stricter: it holds for one command by itself, without variables, substitutions and redirections; Claude Code still reads its own rule for the others",
} as const;

/** A policy that decides as a permission rule of Claude Code does, or stricter. */
export function permissionPolicy(
  rule: string,
  effect: PermissionEffect,
  context: PermissionContext,
): PermissionPolicy {
  if (rule.length > MOST) return none(`the rule is longer than ${MOST} characters`);
  const [, tool, what] = RULE.exec(rule.trim()) ?? [];
  if (tool === undefined)
    return {
      kind: "none",
      reason: "it is not `Tool` or `Tool(specifier)`: Claude Code matches nothing with it",
      instead: "correct the rule",
      isDead: true,
    };
  if (what === undefined || what === "" || (what === "*" && tool !== "WebFetch"))
    return toolPolicy(tool, effect, { rule, id: context.id });
  const byTool = BY_TOOL.get(tool);
  if (byTool !== undefined) return byTool({ what, rule, effect, context });
  return parameterPolicy(tool, what, effect, { rule, id: context.id });
}

interface Specified {
  readonly what: string;
  readonly rule: string;
  readonly effect: PermissionEffect;
  readonly context: PermissionContext;
}

const asEdit = ({ what }: Specified): PermissionPolicy => dead(`Edit(${what})`);
const asRead = ({ what }: Specified): PermissionPolicy => dead(`Read(${what})`);

/** A parameter of the shell tool beside the command: no program is called so. */
const SHELL_FIELD = /^(?:run_in_background|dangerouslyDisableSandbox):/;

/** What a specifier means, by the tool. */
const BY_TOOL: ReadonlyMap<string, (rule: Specified) => PermissionPolicy> = new Map<
  string,
  (rule: Specified) => PermissionPolicy
>([
  [
    "Bash",
    ({ what, rule, effect, context }) =>
      SHELL_FIELD.test(what)
        ? parameterPolicy("Bash", what, effect, { rule, id: context.id })
        : commandPolicy(what, rule, effect, context),
  ],
  [
    "PowerShell",
    () =>
      none(
        "commands of PowerShell are not read here",
        "write a policy with `params.command.matches(…)` for the tool",
      ),
  ],
  ["Read", ({ what, rule, effect, context }) => pathPolicy("Read", what, { ...context, rule, effect })],
  ["Edit", ({ what, rule, effect, context }) => pathPolicy("Edit", what, { ...context, rule, effect })],
  ...["Write", "MultiEdit", "NotebookEdit"].map((tool) => [tool, asEdit] as const),
  ...["Glob", "Grep", "LS", "NotebookRead"].map((tool) => [tool, asRead] as const),
  ["WebFetch", ({ what, rule, effect, context }) => webFetchPolicy(what, effect, { rule, id: context.id })],
]);

/** What Claude Code accepts and never looks at. */
function dead(meant: string): PermissionPolicy {
  return {
    kind: "none",
    reason: "a dead rule: Claude Code accepts paths for this tool and never compares them",
    instead: `write ${meant} in the settings, and import again`,
    isDead: true,
  };
}

function commandPolicy(
  what: string,
  rule: string,
  effect: PermissionEffect,
  { id }: PermissionContext,
): PermissionPolicy {
  const pattern = patternOf(what);
  if (pattern.text === "") return none("an empty command is none", "write Bash alone for every command");
  const example = exampleCommand(pattern);
  const other = otherCommand(pattern);
  const narrow = effect === "allow" ? oneCommand(pattern) : anySpelling(pattern);
  if (narrow === null)
    return none(
      "an allow whose text has quotes, operators or expansions of a shell besides a wildcard could be made to mean another command",
      "allow the plain command, or write the condition by hand",
    );
  if (effect === "allow" && /[;&|<>`\n]|\$\(/.test(pattern.text))
    return none(
      "it names several commands, or a redirection; Claude Code compares each command by itself",
      "allow each command by a rule of its own",
    );
  const tool = { kind: "shell", name: "Bash" };
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      ...(effect === "allow" ? { tools: "Bash" } : {}),
      when: narrow,
      [effect]: reasonOf(rule, effect),
      tests: [
        toolTest(tool, { command: example }, effect),
        other === null
          ? toolTest({ kind: "other", name: "TodoWrite" }, { todos: [] }, "skip")
          : toolTest(tool, { command: other }, "skip"),
      ],
    },
    differs: WIDER[effect],
  };
}

/** `npm run test:*` is `npm run test *`; a last ` *` that is the only star may stand for nothing. */
function patternOf(what: string): CommandPattern {
  const text = what.endsWith(":*") ? `${what.slice(0, -2)} *` : what;
  return { text: text.trim(), isPrefix: text.endsWith(" *") && text.indexOf("*") === text.length - 1 };
}

function none(reason: string, instead?: string): PermissionPolicy {
  return { kind: "none", reason, ...(instead !== undefined && { instead }) };
}
