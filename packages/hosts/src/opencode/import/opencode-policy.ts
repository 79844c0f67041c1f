import type { JsonObject } from "@gatehouse-hooks/json";
import { commandBody, oneCommand, textCondition } from "../../importing/command-pattern.js";
import { exactBody, exactCommand } from "../../importing/exact-commands.js";
import { simplePathPattern } from "../../importing/path-glob.js";
import { matchesCondition, regexLiteral } from "../../importing/re2-regex.js";
import { openCodeTests } from "./opencode-tests.js";
import {
  commandPattern,
  mayMeet,
  type OpenCodeRule,
  STRICTNESS,
  SUBJECTS,
  toolsTest,
} from "./opencode-rule.js";

/** The policy of a rule, or why it has none. */
type OpenCodePolicy =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs: string }
  | {
      readonly kind: "none";
      readonly reason: string;
      /** It decides no call of a tool by itself. */
      readonly isDead?: true;
    };

const FACTS: Readonly<Partial<Record<string, readonly string[]>>> = {
  edit: ["writes", "deletes"],
  read: ["reads"],
  list: ["reads"],
  external_directory: ["reads", "writes", "deletes"],
};
const DEVICES = '!(f.path in ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"])';
const ASKED = "OpenCode shows no question for a hook: there an ask is a deny";
const SPELLED =
  "stricter: it also holds for other spellings of the command, and for the shells of other agents";
const INNER = "stricter: a command that another one runs (`sudo`, `xargs`, `bash -c`) is compared, too";
const TOUCHED =
  "stricter: it also holds for shell commands and the tools of other agents that touch the file";

/** The policy of one rule: it applies where the rule matches and no later, looser one does. */
export function openCodePolicy(
  rule: OpenCodeRule,
  later: readonly OpenCodeRule[],
  id: string,
): OpenCodePolicy {
  const { key, pattern, action } = rule;
  if (key === "doom_loop")
    return {
      kind: "none",
      reason: "it is about calls that repeat, and a policy sees one call",
      isDead: true,
    };
  if (pattern.trim() === "" || key.trim() === "")
    return { kind: "none", reason: "an empty pattern matches no call", isDead: true };
  if (pattern.length > 2_000) return { kind: "none", reason: "the pattern is longer than 2000 characters" };
  const others = later.filter((one) => mayMeet(one.key, key) && one.key !== "doom_loop");
  if (action === "allow") return allowPolicy(rule, others, id);
  const looser = others.filter((one) => STRICTNESS[one.action] < STRICTNESS[action] && !isApart(one, rule));
  const covered = looser.find((one) => one.pattern === "*" && (one.key === key || one.key === "*"));
  if (covered !== undefined)
    return {
      kind: "none",
      reason: `it never decides: line ${covered.from.line} matches all that it matches, and comes later`,
      isDead: true,
    };
  const read = restrictive(rule, looser);
  if (read.kind === "none") return read;
  const isOurs = pattern === "*" && (key === "*" || key === "external_directory");
  const lost = read.lost.map(({ from }) => from.line);
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      ...whenOf(read.when, isOurs ? OURS : ""),
      [action]: `OpenCode's permissions have ${key}: ${pattern} as ${action}`,
      tests: openCodeTests(rule, later),
    },
    differs: [
      ...read.differs,
      ...(action === "ask" ? [ASKED] : []),
      ...(lost.length > 0 ? [`stricter: what line ${lost.join(", ")} lets pass is not left out`] : []),
    ].join("; "),
  };
}

/** A rule for all calls is one for OpenCode's calls. */
const OURS = 'host == "opencode"';

function whenOf(test: string, scope: string): JsonObject {
  if (test === "" || scope === "") return test + scope === "" ? {} : { when: test + scope };
  return { when: `${scope} && (${test})` };
}

/** Both begin with characters that the other does not allow. */
function isApart(one: OpenCodeRule, rule: OpenCodeRule): boolean {
  if (one.key !== rule.key) return false;
  const start = (text: string): string => /^[^*?]*/.exec(text)?.[0].trimEnd() ?? "";
  const [a, b] = [start(one.pattern), start(rule.pattern)];
  return !a.startsWith(b) && !b.startsWith(a);
}

interface Restriction {
  readonly kind: "when";
  readonly when: string;
  readonly differs: readonly string[];
  /** Looser rules that are not left out. */
  readonly lost: readonly OpenCodeRule[];
}
type ReadRestriction = Restriction | { readonly kind: "none"; readonly reason: string };

function restrictive(rule: OpenCodeRule, looser: readonly OpenCodeRule[]): ReadRestriction {
  if (rule.key === "bash") return ofCommands(rule, looser);
  const facts = Object.hasOwn(FACTS, rule.key) ? FACTS[rule.key] : undefined;
  const isWhole = rule.pattern === "*" && rule.key !== "external_directory";
  if (facts !== undefined && !isWhole) return ofPaths(rule, looser, facts);
  return ofCall(rule, looser);
}

/** Each command of the line is compared by itself. */
function ofCommands(rule: OpenCodeRule, looser: readonly OpenCodeRule[]): ReadRestriction {
  const pattern = commandPattern(rule.pattern);
  const exactOf = (one: OpenCodeRule) =>
    one.key === "bash" ? exactCommand(commandPattern(one.pattern)) : null;
  const lost = looser.filter((one) => exactOf(one) === null);
  const exact = looser.map(exactOf).filter((one) => one !== null);
  const bodies = exact.length === 0 ? [] : [`!(${exactBody(exact)})`];
  const words = pattern.text.split(" ").filter((word) => word !== "");
  const isPlain = !words.some((word) => /["'\\$`;&|<>(){}#!?]/.test(word));
  if (!isPlain) {
    const text = pattern.text.includes("?") ? questionText(pattern.text) : textCondition(pattern);
    return { kind: "when", when: `tool.kind == "shell" && ${text}`, differs: [], lost: looser };
  }
  const own = commandBody(words);
  if (own === "" && bodies.length === 0) return { kind: "when", when: toolsTest("bash"), differs: [], lost };
  const tests = [...(own === "" ? [] : [own]), ...bodies].join(" && ");
  const text = bodies.length === 0 && own !== "" ? `${textCondition(pattern)} || ` : "";
  const any = `facts.commands.any(c, ${tests})`;
  // What is not understood is no exception, and a rule for all commands is one for OpenCode's.
  return own === ""
    ? {
        kind: "when",
        when: `toolName == "bash" && (${any} || facts.commands.size() == 0)`,
        differs: [INNER],
        lost,
      }
    : { kind: "when", when: text + any, differs: [SPELLED], lost };
}

function ofPaths(
  rule: OpenCodeRule,
  looser: readonly OpenCodeRule[],
  facts: readonly string[],
): ReadRestriction {
  const isOutside = rule.key === "external_directory";
  const own = rule.pattern === "*" ? null : simplePathPattern(rule.pattern);
  if (own === null && rule.pattern !== "*")
    return {
      kind: "none",
      reason: "a path with `..`, `.` or `//` inside, or with a backslash: no path is compared so",
    };
  const lost: OpenCodeRule[] = [];
  const exceptions: string[] = [];
  for (const one of looser) {
    const path = one.key === rule.key ? simplePathPattern(one.pattern) : null;
    if (path === null) lost.push(one);
    else exceptions.push(`!f.within(${JSON.stringify(path.glob)})`);
  }
  const tests = [
    ...(isOutside ? ["f.local == null", DEVICES] : []),
    ...(own === null ? [] : [`f.touches(${JSON.stringify(own.glob)})`]),
    ...exceptions,
  ];
  const when = facts
    .map((list) => {
      const listed =
        list === "reads" && rule.key === "read" ? ["!f.list", '!(f.tree && f.local == ".")'] : [];
      return `facts.${list}.any(f, ${[...tests, ...listed].join(" && ")})`;
    })
    .join(" || ");
  return { kind: "when", when, differs: [TOUCHED], lost };
}

/** Calls of tools, whose argument is compared as text. */
function ofCall(rule: OpenCodeRule, looser: readonly OpenCodeRule[]): ReadRestriction {
  const subject = subjectTest(rule);
  if (subject === null)
    return { kind: "none", reason: "what the pattern is compared with is not known for this permission" };
  const exceptions: string[] = [];
  const lost: OpenCodeRule[] = [];
  for (const one of looser) {
    const except = exceptionOf(one, one.key === rule.key);
    if (except === null) lost.push(one);
    else exceptions.push(`!(${except})`);
  }
  const tests = [toolsTest(rule.key), subject, ...exceptions].filter((test) => test !== "");
  return { kind: "when", when: tests.join(" && "), differs: [], lost };
}

/** What a looser rule lets pass for certain; null where that cannot be said. */
function exceptionOf(rule: OpenCodeRule, isScoped = false): string | null {
  const scope = isScoped ? "" : toolsTest(rule.key);
  const scoped = (test: string): string => (scope === "" ? test : `${scope} && ${test}`);
  if (rule.key === "external_directory") return null;
  if (rule.pattern === "*") return scope === "" ? null : scope;
  if (rule.key === "bash") {
    const text = oneCommand(commandPattern(rule.pattern));
    return text === null ? null : scoped(text);
  }
  if (Object.hasOwn(FACTS, rule.key)) {
    const path = simplePathPattern(rule.pattern);
    const list = FACTS[rule.key]?.[0] ?? "reads";
    return path === null
      ? null
      : scoped(`facts.${list}.size() > 0 && facts.${list}.all(f, f.within(${JSON.stringify(path.glob)}))`);
  }
  const subject = subjectTest(rule);
  return subject === null ? null : scoped(subject);
}

/** Empty where every call of the tool is meant, null where it is not known what is compared. */
function subjectTest({ key, pattern }: OpenCodeRule): string | null {
  if (pattern === "*") return "";
  const subject = Object.hasOwn(SUBJECTS, key) ? SUBJECTS[key] : undefined;
  return subject === undefined ? null : matchesCondition(subject, `(?s)^${wildcardRegex(pattern)}$`);
}

function allowPolicy(rule: OpenCodeRule, others: readonly OpenCodeRule[], id: string): OpenCodePolicy {
  const { key, pattern } = rule;
  if (key === "*" || key === "external_directory")
    return {
      kind: "none",
      reason: "OpenCode lets pass what no rule stops, and so does Gatehouse: nothing is to be allowed",
    };
  if (pattern.includes("?")) return { kind: "none", reason: "an allow with `?` is left to OpenCode" };
  if (key === "bash" && /[;&|<>`\n]|\$\(/.test(pattern))
    return {
      kind: "none",
      reason: "it names several commands, or a redirection: OpenCode compares each command by itself",
    };
  const all = exceptionOf(rule);
  const own =
    key === "bash" && pattern === "*"
      ? `${toolsTest(key)} && ${oneCommand(commandPattern(pattern)) ?? ""}`
      : all;
  const stricter = others.filter((one) => one.action !== "allow");
  if (own === null)
    return {
      kind: "none",
      reason: "what it allows cannot be told from what else a shell would make of it; it is left to OpenCode",
    };
  // Later, stricter rules are policies of their own, and a deny or an ask wins.
  const isCovered = stricter.some((one) => one.pattern === "*");
  if (isCovered)
    return { kind: "none", reason: "it never decides: a later rule matches all that it matches" };
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      when: own,
      allow: `OpenCode's permissions have ${key}: ${pattern} as allow`,
      tests: openCodeTests(rule, others),
    },
    differs:
      key === "bash"
        ? "stricter: it holds for one command by itself, without variables, substitutions and redirections; OpenCode itself takes no allow from a hook"
        : "OpenCode itself takes no allow from a hook: it counts for the rules above it",
  };
}

function wildcardRegex(pattern: string): string {
  return Array.from(pattern, (one) => (one === "*" ? ".*" : one === "?" ? "." : regexLiteral(one))).join("");
}

function questionText(pattern: string): string {
  return matchesCondition("params.command", String.raw`(?s)^\s*${wildcardRegex(pattern)}\s*$`);
}
