import { type JsonObject, isRecord } from "@gatehouse-hooks/json";
import { exampleCommand, otherCommand } from "../../importing/command-pattern.js";
import { simplePathPattern } from "../../importing/path-glob.js";
import { toolTest } from "../../importing/tool-test.js";
import { commandPattern, type OpenCodeRule, SUBJECTS, toolsOf, wildcardMatches } from "./opencode-rule.js";

const KINDS: Readonly<Partial<Record<string, string>>> = {
  bash: "shell",
  edit: "edit",
  read: "read",
  webfetch: "fetch",
};

/** The example, where no later rule decides it, and a call that the rule does not match. */
export function openCodeTests(rule: OpenCodeRule, later: readonly OpenCodeRule[]): JsonObject[] {
  const example = exampleOf(rule);
  const isDecided =
    example !== null &&
    later.every(
      ({ key, pattern }) => !wildcardMatches(key, rule.key) || !wildcardMatches(pattern, example.subject),
    );
  const other = otherOf(rule);
  return [
    ...(example !== null && isDecided ? [example.test(rule.action)] : []),
    ...(other === null ? [] : [other]),
  ];
}

/** A call that a rule matches. */
interface OpenCodeExample {
  readonly test: (expect: "deny" | "ask" | "allow") => JsonObject;
  /** What OpenCode compares with the patterns. */
  readonly subject: string;
}

function exampleOf({ key, pattern }: OpenCodeRule): OpenCodeExample | null {
  const name = (toolsOf(key)[0] ?? key).replaceAll(/[*?]/g, "x");
  const tool = { kind: (Object.hasOwn(KINDS, key) ? KINDS[key] : undefined) ?? "other", name };
  const make = (params: JsonObject, subject: string): OpenCodeExample => ({
    test: (expect) => ofHost(toolTest(tool, params, expect)),
    subject,
  });
  if (key === "bash") {
    const command = exampleCommand(commandPattern(pattern)).replaceAll("?", "x");
    return make({ command }, command);
  }
  if (["external_directory", "edit", "read"].includes(key)) return pathExample(key, pattern, make);
  const subject = Object.hasOwn(SUBJECTS, key) ? SUBJECTS[key] : undefined;
  const text = pattern.replaceAll(/[*?]/g, "x");
  return subject === undefined ? make({}, "*") : make({ [subject.slice("params.".length)]: text }, text);
}

function pathExample(
  key: string,
  pattern: string,
  make: (params: JsonObject, subject: string) => OpenCodeExample,
): OpenCodeExample | null {
  const isOutside = key === "external_directory";
  const path =
    pattern === "*" ? { example: isOutside ? "/elsewhere/x" : "/work/x" } : simplePathPattern(pattern);
  if (path === null || (isOutside && path.example.startsWith("/work"))) return null;
  const { example } = path;
  const params = { filePath: example, path: example };
  const read = { kind: "read", name: "read" };
  return isOutside
    ? { test: (expect) => ofHost(toolTest(read, params, expect)), subject: example }
    : make({ ...params, oldString: "a", newString: "b" }, example.replace(/^\/work\//, ""));
}

function ofHost({ event, ...test }: JsonObject): JsonObject {
  return { event: { host: "opencode", ...(isRecord(event) && event) }, ...test };
}

function otherOf({ key, pattern }: OpenCodeRule): JsonObject | null {
  if (key === "bash" && pattern !== "*") {
    const command = otherCommand(commandPattern(pattern));
    if (command !== null) return toolTest({ kind: "shell", name: "bash" }, { command }, "skip");
  }
  return key === "*" || key.includes("*")
    ? null
    : toolTest({ kind: "other", name: "gatehouse-other-tool" }, {}, "skip");
}
