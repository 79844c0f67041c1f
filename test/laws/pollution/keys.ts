/** Every key of a policy, its condition and its handlers. */
const OF_POLICIES = [
  ...[
    "id",
    "tier",
    "enabled",
    "events",
    "handler",
    "priority",
    "order",
    "description",
    "matcher",
    "condition",
  ],
  ...["onFailure", "alwaysRuns", "source", "text", "ast", "path", "line", "format"],
  ...[
    "kind",
    "verdict",
    "reason",
    "context",
    "systemMessages",
    "updatedInput",
    "prompt",
    "model",
    "timeoutMs",
  ],
  ...["cache", "uses", "template", "schema", "command", "args", "env", "workingDir", "mayRewrite"],
  ...["strictOutput", "contract", "name"],
];
/** Every key of a verdict, a decision and a line of its trace. */
const OF_DECISIONS = [
  ...[
    "warnings",
    "ms",
    "usage",
    "code",
    "message",
    "effect",
    "policy",
    "trace",
    "notices",
    "applied",
    "failure",
  ],
  ...["again", "notes"],
];
/** Every key of the options of what decides. */
const OF_OPTIONS = [
  ...[
    "policies",
    "lost",
    "kinds",
    "onLost",
    "handlers",
    "maxConcurrentEvals",
    "lookahead",
    "maxWaiting",
    "defaultModel",
  ],
  ...["clock", "unknownEvents", "onNotice", "signal", "judge", "function", "builtin", "store", "globalTtlMs"],
  ...["maxEntries", "maxBytes", "accepts", "session", "scope"],
];
/** What derived facts say, and where they are named. */
const OF_FACTS = [
  ...[
    "derive",
    "derives",
    "facts",
    "version",
    "complete",
    "list",
    "index",
    "fact",
    "said",
    "by",
    "via",
    "span",
  ],
  ...["home", "local", "tree", "folds", "certainty", "linksChecked", "homeGuessed"],
];
/** What kinds of events say, and what names a session. */
const OF_EVENTS = ["gates", "input", "stops", "known", "host", "tool", "fields", "sessionKey", "session_id"];

export const KEYS: readonly string[] = [
  ...new Set([...OF_POLICIES, ...OF_DECISIONS, ...OF_OPTIONS, ...OF_FACTS, ...OF_EVENTS]),
];

const NEVER = { kind: "literal", value: false, start: 0, end: 5 };

/** What is put under them, by what it would do. */
export const VALUES: readonly (readonly [string, unknown])[] = [
  ["ignore", "ignore"],
  ["false", false],
  ["null", null],
  ["0", 0],
  ["an empty list", []],
  ["a list", ["params.other"]],
  ["an object", { a: 1 }],
  ["a condition that never holds", { text: "false", ast: NEVER }],
  ["a function", () => false],
];
