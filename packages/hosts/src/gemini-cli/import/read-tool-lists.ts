import JSON5 from "json5";
import { own } from "@gatehouse-hooks/json";
import { jsonPlaceOf } from "../../importing/json-rules.js";
import type { NotKept } from "../../importing/rule-importer.js";
import { locateJson } from "../../locate-json.js";
import type { Source } from "../../text/source.js";
import { LISTS, ONLY, SERVER_SETTINGS } from "./tool-lists.table.js";
import type { GeminiRule } from "./gemini-rule.js";
import type { ReadGeminiRules } from "./read-policy-file.js";

const SHELL_NAMES = ["run_shell_command", "ShellTool"];
const WITH_ARGUMENTS = /^([\w-]{1,100})\((.*)\)$/s;

/** Reads the lists of tools of a settings file, which may have comments. */
export function readToolLists(source: Source): ReadGeminiRules {
  let root: unknown;
  try {
    root = JSON5.parse<unknown>(source.text);
  } catch {
    const message = "the settings are not JSON";
    return {
      rules: [],
      notKept: [],
      issues: [
        {
          severity: "error",
          code: "syntax",
          message,
          path: source.path,
          line: 1,
          column: 1,
          cure: "correct the file",
        },
      ],
    };
  }
  const { places } = locateJson(source.text);
  const placeOf = jsonPlaceOf(source, places);
  const rules: GeminiRule[] = [];
  const notKept: NotKept[] = [];
  for (const { path, decision, priority } of LISTS) {
    for (const [index, written] of listAt(root, path).entries()) {
      const from = placeOf([...path, index]);
      if (typeof written !== "string")
        notKept.push({ from, reason: "it is not a string", ...(decision !== "allow" && { guards: true }) });
      else rules.push(...rulesOf(written, { from, decision, priority }, path[0] === "mcp"));
    }
  }
  for (const path of ONLY) {
    for (const index of listAt(root, path).keys()) {
      notKept.push({
        from: placeOf([...path, index]),
        reason:
          "a list of the only tools that there are says nothing about a call: Gemini CLI does not offer the others",
        instead: "keep the list in the settings, or deny the other tools by name",
      });
    }
  }
  for (const [path, why] of serverSettings(root)) notKept.push({ from: placeOf(path), ...why });
  return { rules, notKept, issues: [] };
}

/** What is said of one server and cannot be kept: where it is, and why. */
function serverSettings(root: unknown): readonly (readonly [readonly string[], Omit<NotKept, "from">])[] {
  const servers = own(root, "mcpServers");
  if (typeof servers !== "object" || servers === null) return [];
  return Object.keys(servers).flatMap((name) =>
    SERVER_SETTINGS.flatMap(({ key, ...why }) => {
      const value = own(own(servers, name), key);
      const isSaid = value === true || (Array.isArray(value) && value.length > 0);
      return isSaid ? [[["mcpServers", name, key], why] as const] : [];
    }),
  );
}

function rulesOf(
  written: string,
  base: Pick<GeminiRule, "from" | "decision" | "priority">,
  isServer: boolean,
): readonly GeminiRule[] {
  const common = { ...base, message: null, also: [], mcpName: null, args: { kind: "any" } } as const;
  if (isServer) return [{ ...common, mcpName: written, toolName: "*" }];
  const [, name = written, prefix] = WITH_ARGUMENTS.exec(written) ?? [];
  if (!SHELL_NAMES.includes(name)) return [{ ...common, toolName: name }];
  const toolName = "run_shell_command";
  if (prefix === undefined || prefix === "") return [{ ...common, toolName }];
  const rule: GeminiRule = { ...common, toolName, args: { kind: "prefix", prefix } };
  // Where commands are allowed by their prefix, Gemini CLI denies all others.
  return base.decision === "allow"
    ? [rule, { ...common, toolName, decision: "deny", priority: base.priority - 10 }]
    : [rule];
}

function listAt(root: unknown, path: readonly string[]): readonly unknown[] {
  let value = root;
  for (const key of path) value = own(value, key);
  return Array.isArray(value) ? value : [];
}
