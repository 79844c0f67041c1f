import { PLACEHOLDER } from "@gatehouse-hooks/json";

/** A prompt whose placeholders are those of a judge. */
interface TranslatedPrompt {
  readonly prompt: string;
  /** Placeholders that name nothing which a canonical event has: the judge is shown the whole event in their place. */
  readonly widened: readonly string[];
}

/** Parts of an agent's payload, and where a canonical event has them. */
const ROOTS: ReadonlyMap<string, string> = new Map([
  ["tool_input", "params"],
  ["toolInput", "params"],
  ["tool_name", "toolName"],
  ["tool_response", "result"],
  ["tool_result", "result"],
  ["hook_event_name", "event"],
  ["session_id", "sessionKey"],
  ["conversation_id", "sessionKey"],
  ["user_prompt", "prompt"],
  // Cursor's payloads have these at the top.
  ["command", "params.command"],
  ["file_path", "params.path"],
]);
/** What a canonical event has under its own name. */
const SAME: ReadonlySet<string> = new Set(
  "context event tool toolName params prompt result message cwd workspace sessionKey agentId".split(" "),
);
/** Fields of a tool's input that are the same for all tools; `null`: under the same name. Of any other the whole input is shown. */
const FIELDS: ReadonlyMap<string, string | null> = new Map([
  ...["file_path", "notebook_path", "target_file"].map((name) => [name, "path"] as const),
  ...["path", "command", "content", "url"].map((name) => [name, null] as const),
]);
/** What hooks write outside of braces; a path may follow. */
const VARIABLE =
  /\$(?:\{(ARGUMENTS|TOOL_INPUT|TOOL_NAME|TOOL_RESULT|USER_PROMPT)((?:\.[A-Za-z0-9_-]{1,64}){0,15})\}|(ARGUMENTS|TOOL_INPUT|TOOL_NAME|TOOL_RESULT|USER_PROMPT)((?:\.[A-Za-z0-9_-]{1,64}){0,15})(?![A-Za-z0-9_]))/g;

/**
 * Translates the placeholders of an agent's prompt (`$ARGUMENTS`, `{{tool_input.command}}`) into those of a judge. A judge that is asked
 * about what it is not shown would approve what it has not seen: what is not known shows the whole event.
 */
export function translatePlaceholders(prompt: string): TranslatedPrompt {
  const widened: string[] = [];
  const braced = prompt.replace(
    VARIABLE,
    (_, inner?: string, path?: string, bare?: string, rest?: string) => {
      const name = (inner ?? bare ?? "").toLowerCase();
      const [fields, after] = split(path ?? rest ?? "", inner === undefined);
      return name === "arguments" && fields === "" ? `{{context}}${after}` : `{{${name}${fields}}}${after}`;
    },
  );
  const text = braced.replace(PLACEHOLDER, (whole, path: string) => {
    const [first = "", ...rest] = path.split(".");
    const [root, fields] = first === "arguments" ? [rest[0] ?? "", rest.slice(1)] : [first, rest];
    const meant = placeOf(root, fields);
    if (meant === undefined) widened.push(whole);
    return `{{${meant ?? "context"}}}`;
  });
  return { prompt: text, widened };
}

/** Without braces, the path ends where its fields are none of a tool: `$TOOL_INPUT.` ends a sentence, and so may `$ARGUMENTS.Then`. */
function split(path: string, isBare: boolean): readonly [fields: string, after: string] {
  if (!isBare) return [path, ""];
  const [, first] = path.split(".");
  return first === undefined || FIELDS.has(first) || ROOTS.has(first) ? [path, ""] : ["", path];
}

function placeOf(root: string, fields: readonly string[]): string | undefined {
  const place = ROOTS.get(root) ?? (SAME.has(root) ? root : undefined);
  if (place !== "params" || root === "params" || fields.length === 0)
    return place === undefined ? undefined : [place, ...fields].join(".");
  const [field = "", ...rest] = fields;
  const known = FIELDS.get(field);
  return known === undefined ? "params" : ["params", known ?? field, ...rest].join(".");
}
