import { GUARDED_FILES, GUARDED_FOLDERS, GUARDED_WHOLE } from "@gatehouse-hooks/hosts";
import { PLACE_PATTERNS, FILE_PATTERNS, FOLDER_PATTERNS, SEPARATOR } from "./guarded-places.js";

/** Characters of the longest pattern of the condition language. */
const MAX_PATTERN = 1_000;

/** What ends a path in shell text. */
const END = "(?:[\\s'\"`;&|<>(){}*?,:=\\\\]|$)";
/** What a path begins behind. */
const START = "(?:^|[/\\\\\\s'\"`;&|<>(){}=:,@~])";
/** The folders in which everything is guarded. */
const WHOLE = `(?:${FOLDER_PATTERNS.join("|")})`;
/** A part of a path that a shell completes or that hides its letters. */
const SPELLED = "[^\\s/]*[*?\\[{$\\\\'\"]";

/** Programs that only read, whatever their arguments are; what could write is in `WRITES`. */
const READERS = [
  "cat|bat|ls|ll|head|tail|wc|stat|file|grep|egrep|fgrep|rg|jq|yq|diff|cmp|less|more|nl|cut|tr|uniq|column|du|tree|find|fd",
  "realpath|readlink|basename|dirname|sha256sum|shasum|md5sum|pwd|cd|echo|printf|true|test|\\[|which|type|date|sleep|mkdir",
  "git\\s+(?:-C\\s+\\S+\\s+)?(?:diff|log|show|status|blame|grep|ls-files|check-ignore|add|commit|push|fetch|branch)",
  "gh\\s+(?:issue|pr)\\s+(?:comment|create|edit|list|status|view)",
  "(?:npx\\s+)?gatehouse\\s+(?:list|check|test|doctor|decide|load|audit|reload|(?:init|import)\\s[^;&|]*--dry-run)",
].join("|");
/** An argument of a reader: no redirection to a file, no command in it. */
const PLAIN = "(?:[^;&|<>`$()\\n]|\\$[A-Za-z_{]|2>\\s*/dev/null|>\\s*/dev/null|2>&1|<\\s*[\\w./~-]+)*";
/** Options with which readers write, or run something else. */
export const WRITES =
  "\\s(?:--output\\b|--pre\\b|-delete\\b|-exec|-ok|-fprint|-fls|-i\\b|--in-place|-X\\b|-x\\b|--ext-diff)";

/** Shell text of readers alone. */
export const ONLY_READS: string = `^(?:\\s*(?:${READERS})(?:\\s${PLAIN})?(?:\\|\\||&&|[|;\\n]|$))+\\s*$`;

/**
 * What every guarded path has in it, in small letters: most calls have none of these, and then no pattern is compiled, which costs a
 * process more than all other conditions together.
 */
export const HINTS: readonly string[] = shortest([
  ...[...GUARDED_FOLDERS.flatMap(({ names }) => names), ...GUARDED_WHOLE, ...GUARDED_FILES].map(
    // The plain name alone is in the paths of many a project.
    (place) =>
      place
        .toLowerCase()
        .split("/")
        .findLast((part) => part !== "gatehouse") ?? place,
  ),
  "etc/",
  "etc\\",
]);

/** The same for commands that start agents. */
export const LOOSENS_HINTS: readonly string[] = [
  "--bare",
  "--pure",
  "hook-trust",
  "disableallhooks",
  "hooks disable",
  "chat.use",
  "chat.hook",
  "claudecode",
  "com.openai.codex",
  "_config_dir",
  "codex_home",
  "qwen_home",
  "copilot_home",
  "gemini_cli_",
  "opencode_config",
];
/** Settings of VS Code that say whether hooks run, and from which files. */
export const EDITOR_HINTS: readonly string[] = [
  "chat.usehooks",
  "chat.useclaudehooks",
  "chat.hookfileslocations",
];
/** The same for those of Gatehouse. */
export const GATEHOUSE_HINTS: readonly string[] = [
  "trust",
  "sign",
  "init",
  "approve",
  "off",
  "check",
  "daemon",
];

/** The same for programs that are typed into. */
export const TYPED_HINTS: readonly string[] =
  "sh,python,node,deno,bun,irb,ruby,perl,php,lua,r,sql,expect,gdb,tmux,screen,script,telnet,nc,su".split(",");

/** Paths of a tool's arguments that are guarded. `extra`: further folders, as patterns. */
export function guardedPaths(): readonly string[] {
  const files = PLACE_PATTERNS.map(({ folder, files: within }) => `${folder}${SEPARATOR}${within}`);
  return joined(
    [...files, ...FILE_PATTERNS, `${WHOLE}(?:${SEPARATOR}.*)?`],
    "(?is)(?:^|[/\\\\])(?:",
    ")[/\\\\. ]*$",
  );
}

/** Shell text that names a guarded place: the file, the folder as a whole, or something in it that cannot be read. */
export function guardedMentions(): readonly string[] {
  const files = PLACE_PATTERNS.map(
    ({ folder, files: within }) =>
      `${folder}(?:${SEPARATOR}(?:${within.replaceAll(".*", "\\S*?")}${END}|${SPELLED})|[/\\\\]?${END})`,
  );
  const named = FILE_PATTERNS.map((file) => `${file}${END}`);
  return joined([...files, ...named, `${WHOLE}(?:[/\\\\]|${END})`], `(?i)${START}(?:`, ")");
}

/** Working directories that are guarded, or in which files are. */
export function guardedFolders(): readonly string[] {
  const folders = [...PLACE_PATTERNS.map(({ folder }) => folder), "\\.config[/\\\\]+opencode"];
  return joined([...folders, `${WHOLE}(?:[/\\\\].*)?`], "(?i)[/\\\\](?:", ")[/\\\\]*$");
}

/** Without those that have another one in them. */
function shortest(words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((word) => !words.some((other) => other !== word && word.includes(other)));
}

/** Alternatives in as few patterns as their greatest length allows. */
function joined(alternatives: readonly string[], before: string, after: string): readonly string[] {
  const most = MAX_PATTERN - before.length - after.length;
  const groups: string[] = [];
  for (const one of alternatives) {
    const last = groups.at(-1);
    if (last === undefined || last.length + 1 + one.length > most) groups.push(one);
    else groups[groups.length - 1] = `${last}|${one}`;
  }
  return groups.map((group) => before + group + after);
}

/** A name in such a directory. */
export const GUARDED_NAME =
  "(?i)(?:^|[\\s'\"`;&|<>(=/])(?:(?:settings|hooks|config|cli|cli-config|permissions|sandbox|trust|opencode|trustedfolders)(?:\\.local)?\\.(?:jsonc?|toml)|(?:hooks|policies|rules|plugins?|state|organisation)(?:/|$)|[\\w.-]+\\.ya?ml)";

/** Commands that change what Gatehouse may do, or start an agent without its hooks. */
export const LOOSENS: readonly string[] = [
  "(?i)\\bgatehouse(?:\\.js|\\.cmd|-hooks(?:@\\S*|\\S*\\.js)?)?[)`'\"]*(?:\\s+|,\\s*[\\[\"']+)(?:-[^\\s;&|]+\\s+(?:[^-\\s;&|][^\\s;&|]*\\s+)?)*(?:(?:trust|sign|init|approve|off|daemon\\s+(?:run|start|stop|restart))\\b|check\\b[^;&|\\n]*\\s--fix\\b)|\\bclaude\\b[^;&|]*\\s--bare\\b|\\bopencode\\b[^;&|]*\\s--pure\\b|--dangerously-bypass-hook-trust\\b|\\bdisableallhooks\\b|\\bgemini hooks disable\\b",
  // Hooks of VS Code, what organisations say of an agent on macOS and Windows, and variables for agents that are started later.
  "(?i)\\bchat\\.(?:use(?:claude)?hooks|hookfileslocations)\\b|\\b(?:defaults\\s+(?:write|delete|import|rename)|plutil|plistbuddy|reg(?:\\.exe)?\\s+(?:add|delete|import|copy)|(?:set|new|remove)-item(?:property)?)\\b[^|;&]*(?:claudecode|com\\.openai\\.codex)|(?:set-environment|setenv|import-environment|activation-environment|\\bset\\s+-\\w*U\\w*|\\bmise\\s+set|--env)\\b[^|;&]*\\b(?:claude_config_dir|codex_home|qwen_home|copilot_home|cursor_config_dir|gemini_(?:cli_home|config_dir)|opencode_config)|\\s-e\\s*['\"]?(?:claude_config_dir|codex_home|qwen_home|copilot_home)=",
];
/** What of it changes nothing. */
export const SHOWS_ONLY =
  "(?i)^[^;&|\\n]*\\bgatehouse\\S*\\s[^;&|\\n]*(?:--dry-run|--help|\\s-h)\\b[^;&|\\n]*$|^[^;&|\\n]*\\bgatehouse\\S*\\s+trust\\s*$";

/** A program that is started to be typed into. */
export const TYPED_INTO: string = [
  "^\\s*(?:(?:sudo|env|exec|command|nohup|stdbuf\\s+-\\S+)\\s+)*(?:\\S*/)?",
  "(?:(?:(?:ba|z|da|k|mk|fi|tc|c)?sh|python[\\d.]*|node|deno|bun|irb|ruby|perl|php|lua|r|psql|sqlite3|mysql|expect|gdb|tclsh)",
  "(?:\\s+(?:-[il]+|--?(?:login|interactive|norc|noprofile|rcfile\\s+\\S+)))*",
  "|(?:tmux|screen|script|telnet|nc|ssh|su)\\b[^;&|]*|(?:python[\\d.]*|node)\\s[^;&|]*-i)\\s*$",
].join("");
