import type { Level } from "./schema.js";

/** What to write for a word of other systems: a key of the same level, or a sentence where no key is meant alone. */
export type Meant = { readonly key: string } | { readonly cure: string };

const VERDICT: Meant = {
  cure: "write the verdict as a key with its reason, for example `deny: no force pushes`",
};
const REASON: Meant = {
  cure: "write it as the text of `deny`, `ask`, `allow` or `warn`: `deny: the reason`",
};
const SEVERITY: Meant = { cure: "how strict a policy is says its key: `deny`, `ask` or `warn`" };
const EXCEPT: Meant = {
  cure: "write the exception into `when`, with `!`: `when: '!(toolName == \"read\")'`",
};
const OFF: Meant = { cure: "write `enabled: false`" };

/** Words of other systems by level, in lower case without dashes and underscores. */
export const KEY_WORDS: Readonly<Record<Level, Readonly<Record<string, Meant>>>> = {
  file: {
    ...keys("policies", ["rules", "rule", "policy", "hooks", "hook", "guards", "permissions", "checks"]),
    ...keys("version", ["apiversion", "schemaversion", "v", "format", "schema"]),
    ...keys("extends", [
      "extend",
      "packs",
      "pack",
      "include",
      "includes",
      "import",
      "imports",
      "use",
      "uses",
      "base",
    ]),
    ...keys("memory", ["state", "cells", "remember", "remembers", "counters", "flags", "variables", "vars"]),
    ...keys("description", ["name", "title", "id", "comment", "about"]),
  },
  set: {
    files: { key: "paths" },
    path: { key: "paths" },
    host: { key: "hosts" },
    domains: { key: "hosts" },
    commands: { key: "programs" },
    program: { key: "programs" },
    includes: { key: "of" },
    sets: { key: "of" },
    exclude: { key: "except" },
    excludes: { key: "except" },
    not: { key: "except" },
  },
  cell: {
    ...keys("count", ["counter", "times", "sum", "total"]),
    ...keys("until", ["reset", "clear", "empty"]),
    ...keys("upTo", ["max", "limit", "cap"]),
    ...keys("within", ["window", "ttl", "period"]),
  },
  source: {
    ...keys("events", ["event", "on", "hook"]),
    ...keys("text", ["path", "from"]),
    ...keys("value", ["values"]),
  },
  trigger: { ...keys("events", ["event", "on", "hook"]), ...keys("when", ["if", "condition", "match"]) },
  policy: {
    ...keys("when", [
      "if",
      "condition",
      "conditions",
      "cond",
      "match",
      "matches",
      "where",
      "filter",
      "expr",
      "expression",
      "onlyif",
      "pattern",
      "patterns",
      "regex",
    ]),
    ...same(EXCEPT, ["unless", "except", "skipif", "exclude", "ignore", "not"]),
    ...keys("deny", [
      "block",
      "forbid",
      "reject",
      "refuse",
      "stop",
      "prevent",
      "prohibit",
      "disallow",
      "denied",
      "error",
    ]),
    ...keys("ask", ["confirm", "approval", "requireapproval", "askuser", "review"]),
    ...keys("allow", ["permit", "approve", "accept", "pass", "allowed"]),
    ...keys("warn", ["warning", "alert", "notify", "notice", "nudge"]),
    ...same(VERDICT, [
      "action",
      "actions",
      "effect",
      "decision",
      "verdict",
      "then",
      "do",
      "type",
      "kind",
      "handler",
      "result",
    ]),
    ...same(REASON, ["reason", "message", "msg", "because", "explanation", "text"]),
    ...same(SEVERITY, ["severity", "level", "enforcement", "mode"]),
    ...keys("tools", ["tool", "matcher", "matchers", "toolname", "toolnames"]),
    ...keys("events", ["event", "on", "hook", "hooks", "trigger", "triggers", "hookeventname", "eventname"]),
    ...keys("id", ["name", "title", "key", "policy", "rule", "ruleid", "policyid"]),
    ...keys("description", ["desc", "comment", "comments", "note", "notes", "summary", "about", "doc"]),
    ...keys("priority", ["order", "weight", "prio", "rank"]),
    ...keys("observe", ["dryrun", "observed", "audit", "monitor", "shadow", "silent", "trial"]),
    ...keys("enabled", ["enable", "active", "isenabled"]),
    ...same(OFF, ["disabled", "disable", "off", "skip", "inactive"]),
    ...keys("onFailure", ["onerror", "failure", "fallback", "onfail", "iferror"]),
    ...keys("judge", ["llm", "prompt", "model", "ai", "question", "evaluate"]),
    ...keys("command", ["run", "cmd", "script", "exec", "shell", "bash", "program"]),
    ...keys("function", ["fn", "func", "call", "callback"]),
    ...keys("set", [
      "update",
      "updates",
      "rewrite",
      "updatedinput",
      "modify",
      "params",
      "input",
      "transform",
    ]),
    ...keys("context", ["addcontext", "additionalcontext", "inject", "prependcontext"]),
    ...keys("systemMessages", ["systemmessage", "system"]),
    ...keys("tests", ["test", "examples", "example", "cases", "spec", "specs"]),
  },
  judge: {
    ...keys("prompt", ["question", "text", "instruction", "instructions", "body", "system", "ask", "policy"]),
    ...keys("model", ["llm", "provider", "engine", "ai"]),
    ...keys("timeout", ["timeoutms", "timeoutseconds", "deadline", "maxtime"]),
    ...keys("cache", ["scope", "caching", "ttl"]),
    ...keys("uses", ["fields", "paths", "context", "inputs", "input", "with"]),
  },
  command: {
    ...keys("run", ["command", "cmd", "script", "exec", "shell", "bash", "program", "path"]),
    ...keys("args", ["arguments", "argv", "parameters"]),
    ...keys("env", ["environment", "envs", "variables", "vars"]),
    ...keys("workingDir", ["cwd", "dir", "directory", "workdir", "folder"]),
    ...keys("timeout", ["timeoutms", "timeoutseconds", "deadline", "maxtime"]),
    ...keys("mayRewrite", ["rewrite", "rewrites", "canrewrite"]),
  },
  builtin: {
    ...keys("name", ["builtin", "id", "kind", "type", "command"]),
    ...keys("args", ["arguments", "argv", "parameters", "options"]),
    ...keys("timeout", ["timeoutms", "timeoutseconds", "deadline"]),
  },
  function: {
    ...keys("name", ["function", "fn", "id", "handler"]),
    ...keys("timeout", ["timeoutms", "timeoutseconds", "deadline"]),
    ...keys("mayRewrite", ["rewrite", "rewrites", "canrewrite"]),
  },
  session: keys("steps", ["events", "tests", "calls", "test"]),
  test: {
    ...keys("event", ["input", "payload", "given", "call", "toolcall", "request", "when", "with", "data"]),
    ...keys("expect", [
      "expected",
      "expects",
      "effect",
      "decision",
      "verdict",
      "result",
      "outcome",
      "then",
      "output",
      "should",
    ]),
    ...keys("name", ["id", "title", "description", "desc", "it", "test", "case"]),
    ...keys("answer", ["mock", "reply", "response", "judge", "returns"]),
    ...keys("answers", ["mocks", "replies", "responses"]),
  },
  expect: {
    ...keys("effect", ["decision", "verdict", "result", "outcome", "action", "kind"]),
    ...keys("warns", ["warn", "warning", "warnings"]),
    ...keys("applies", ["matches", "match", "applied", "fires"]),
    ...keys("policy", ["id", "rule", "by", "decider", "name"]),
    ...keys("reason", ["message", "text", "because"]),
    ...keys("updatedInput", ["set", "input", "rewrite", "params"]),
  },
  answer: {
    ...keys("kind", ["verdict", "decision", "effect", "type", "answer"]),
    ...keys("reason", ["message", "text", "because"]),
  },
};

function keys(key: string, words: readonly string[]): Readonly<Record<string, Meant>> {
  return same({ key }, words);
}

function same(meant: Meant, words: readonly string[]): Readonly<Record<string, Meant>> {
  return Object.fromEntries(words.map((word) => [word, meant]));
}
