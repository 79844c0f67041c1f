import { AGENT_PLACES } from "@gatehouse-hooks/hosts/agents";
import {
  EDITOR_HINTS,
  GATEHOUSE_HINTS,
  GUARDED_NAME,
  guardedFolders,
  guardedMentions,
  guardedPaths,
  HINTS,
  LOOSENS,
  LOOSENS_HINTS,
  ONLY_READS,
  SHOWS_ONLY,
  TYPED_HINTS,
  TYPED_INTO,
  WRITES,
} from "./own-patterns.js";

/** A policy file that is not on a disk. */
export interface BuiltInFile {
  /** As issues and traces name it. */
  readonly path: string;
  readonly text: string;
  readonly format: "gatehouse";
  readonly tier: "enforced";
}

const BY_PEOPLE =
  "this says what guards the agent, so a person changes it, in an editor or with `gatehouse init`: say what should change, and why";
const EVENTS = ["before_tool_call"];
const PRIORITY = 10_000;
/** The longest path of a program, in UTF-16 code units, that fits into a condition as often as it is needed there. */
const MAX_PROGRAM = 400;
/** The arguments that name a file. */
const FIELDS = ["path", "file_path", "filePath", "target", "destination"].map((name) => `params.${name}`);
/** They as a list: what is asked of each is read and compiled once. */
const FIELD_LIST = `[${FIELDS.join(", ")}]`;
/** The arguments, or parts of an edit, that are what a file says from then on. */
const TEXTS = [
  "content",
  "new_string",
  "newString",
  "new_str",
  "newText",
  "file_text",
  "patch",
  "diff",
  "command",
];
/** What of an agent's settings decides about hooks, as a server's tool takes them. */
const SECTIONS = [".features", '["features.hooks"]', ".hooks", ".disableAllHooks", ".hooksConfig"];
/** An option that starts an agent without them, or without its questions. */
const UNGUARDED =
  "(?:^|\\s)--(?:bare|pure|settings|setting-sources|yolo|allow-all(?:-tools)?|full-auto|dangerously-[a-z-]+)(?:[=\\s]|$)";
/** Names of tools that only read, for tools of which nothing else is known. */
const READS =
  "(?i)^(?:mcp_+)?(?:\\w+?_+)??(?:read|view|get|list|search|find|stat|cat|glob|grep|fetch|open_file|show)";

/**
 * The pack `own-config`, in force in every hook: what a call does to the files of the same list, however it is spelled, and ways to switch hooks off
 * that need no file. Without the policy on Git's hooks, which decide nothing about agents.
 */
export function ownConfigByFacts(): BuiltInFile {
  return {
    path: "built-in/own-config-facts.json",
    text: JSON.stringify({
      version: 1,
      extends: [{ pack: "own-config", without: ["own-config/git-hooks"] }],
    }),
    format: "gatehouse",
    tier: "enforced",
  };
}

/**
 * The policies that keep an agent away from what guards it: the settings and hook files of all agents, policies, the list of trusted
 * files, and the program itself; in edits and in shell text. A pattern over shell text is a seat belt; what holds in any case
 * is that hooks are looked at by `gatehouse doctor`, and changed policies of a project are not trusted any more.
 *
 * @param programs folders of the program, absolute: guarded whatever their names are
 */
export function ownConfig(programs: readonly string[] = []): BuiltInFile {
  const policies = [
    ...fileRules(),
    ...programs
      .filter((program) => program.length <= MAX_PROGRAM)
      .flatMap((program) => programPolicies(program.toLowerCase())),
    ...sessionRules(),
  ].map((policy) => ({ events: EVENTS, priority: PRIORITY, ...policy }));
  return {
    path: "built-in/own-config.json",
    text: JSON.stringify({ version: 1, policies }),
    format: "gatehouse",
    tier: "enforced",
  };
}

const re = (pattern: string): string => `matches(${JSON.stringify(pattern)})`;
const any = (subject: string, patterns: readonly string[]): string =>
  `(${patterns.map((pattern) => `${subject}.${re(pattern)}`).join(" || ")})`;
const hinted = (subject: string, words: readonly string[] = HINTS): string =>
  `(${words.map((word) => `${subject}.lower().includes(${JSON.stringify(word)})`).join(" || ")})`;

/** A file of VS Code's settings. */
const EDITOR_FILE = re("(?i)(?:settings\\.json|\\.code-workspace)$");

/** Edits of what guards the agent, and commands that name it. */
function fileRules(): readonly object[] {
  // Field by field, so that a stored policy need not be opened for edits of other files.
  const hint = re(`(?i)${HINTS.map((word) => word.replaceAll(/[.\\]/g, "\\$&")).join("|")}`);
  const hints = [
    ...[...FIELDS, "cwd"].map((subject) => `${subject}.${hint}`),
    `params.paths.any(p, p.${hint})`,
  ].join(" || ");
  const name = re(GUARDED_NAME);
  const inside = `(${hinted("cwd")} && ${any("cwd", guardedFolders())})`;
  const isPath = any("p", guardedPaths());
  const isInside = (subject: string): string => `(!${subject}.startsWith("/") && ${subject}.${name})`;
  const named = [
    `${FIELD_LIST}.any(p, ${isPath})`,
    `params.paths.any(p, ${isPath})`,
    `(${inside} && (${isInside("params.path")} || params.paths.any(p, ${isInside("p")})))`,
  ].join(" || ");
  const mention = `((${hinted("params.command")} && ${any("params.command", guardedMentions())}) || (${inside} && params.command.${name}))`;
  return [
    {
      id: "own-config-edits",
      description: "Tools that write do not change what guards the agent",
      when: `tool.kind in ["write", "edit", "delete", "mcp", "other"] && (${hints}) && (${named}) && (!(tool.kind in ["mcp", "other"]) || (!toolName.${re(READS)} && !params.tool.${re(READS)}))`,
      deny: BY_PEOPLE,
    },
    {
      id: "own-config-commands",
      description: "Commands that name what guards the agent, but for those that only read",
      when: `${mention} && tool.kind != "edit" && (!params.command.${re(ONLY_READS)} || params.command.${re(WRITES)})`,
      deny: BY_PEOPLE,
    },
  ];
}

/** What switches hooks off, or goes around them, without a change of a file. */
function sessionRules(): readonly object[] {
  return [
    {
      id: "own-config-trust",
      description: "Whether hooks run, and which files may act, is for the person to say",
      when: `((params.command.lower().includes("gatehouse") && ${hinted("params.command", GATEHOUSE_HINTS)}) || ${hinted("params.command", LOOSENS_HINTS)}) && ${any("params.command", LOOSENS)} && !params.command.${re(SHOWS_ONLY)} && !params.command.${re(ONLY_READS)}`,
      deny: "whether hooks run and which files may act is for the person at the terminal to say: tell them the command",
    },
    {
      id: "own-config-agents",
      description: "A server's tool starts no agent without its hooks or with more rights",
      when: `tool.kind in ["mcp", "other"] && (has(params.prompt) || has(params.agent) || has(params.task)) && (params.sandbox == "danger-full-access" || params["approval-policy"] == "never" || params["approval-mode"] == "yolo" || params.approvalMode == "yolo" || params.dangerouslySkipPermissions == true || [params.config, params.settings].any(c, ${SECTIONS.map((section) => `has(c${section})`).join(" || ")}) || params.args.any(a, a.${re(UNGUARDED)}) || params.flags.${re(UNGUARDED)})`,
      deny: "this starts an agent without hooks that decide about it, or with more rights: a person does that",
    },
    {
      id: "own-config-editor",
      description: "Whether VS Code runs hooks, and from which files, is for the person to say",
      when: `tool.kind in ["write", "edit"] && (params.path.${EDITOR_FILE} || params.paths.any(p, p.${EDITOR_FILE})) && ([${TEXTS.map((field) => `params.${field}`).join(", ")}].any(t, ${hinted("t", EDITOR_HINTS)}) || params.edits.any(e, ${TEXTS.map((field) => hinted(`e.${field}`, EDITOR_HINTS)).join(" || ")}))`,
      deny: BY_PEOPLE,
    },
    {
      id: "own-config-session",
      description: "Claude Code takes up changed settings at once, also those without hooks",
      events: ["ConfigChange"],
      when: `raw.source in ["user_settings", "project_settings", "local_settings"]`,
      deny: "settings changed while the session runs: they count from the next session on",
    },
    ...AGENT_PLACES.filter(({ hidesTyped }) => hidesTyped === true).map(({ name, title }) => ({
      id: "own-config-typed",
      description: `${title} tells no hook what is typed into a running program`,
      when: `host == "${name}" && (params.tty == true || (${hinted("params.command", TYPED_HINTS)} && params.command.${re(TYPED_INTO)}))`,
      ask: "what is typed into this program is not seen by any policy: run the commands one by one instead",
    })),
  ];
}

/**
 * The program's own folder, whatever it is called. By plain comparisons, since a path may be longer than a pattern can be.
 *
 * @param folder in lower case
 */
function programPolicies(folder: string): readonly object[] {
  const inside = JSON.stringify(`${folder}/`);
  const whole = JSON.stringify(folder);
  const isIn = (subject: string): string =>
    `(${subject}.lower().startsWith(${inside}) || ${subject}.lower() == ${whole})`;
  const named = [
    `${FIELD_LIST}.any(p, ${isIn("p")})`,
    `params.paths.any(p, ${isIn("p")})`,
    `(${isIn("cwd")} && (has(params.path) || params.paths.size() > 0) && !params.path.startsWith("/"))`,
  ].join(" || ");
  return [
    {
      id: "own-config-program-edits",
      description: "Tools that write do not change the program that decides",
      when: `tool.kind in ["write", "edit", "delete", "mcp", "other"] && (${named}) && (!(tool.kind in ["mcp", "other"]) || (!toolName.matches(${JSON.stringify(READS)}) && !params.tool.matches(${JSON.stringify(READS)})))`,
      deny: BY_PEOPLE,
    },
    {
      id: "own-config-program-commands",
      description: "Commands that name the program that decides, but for those that only read",
      when: `(params.command.lower().includes(${whole}) || ${isIn("cwd")}) && tool.kind != "edit" && (!params.command.matches(${JSON.stringify(ONLY_READS)}) || params.command.matches(${JSON.stringify(WRITES)}))`,
      deny: BY_PEOPLE,
    },
  ];
}
