import { isRecord, own } from "@gatehouse-hooks/json";
import { compile } from "@gatehouse-hooks/condition/compile";
import type { Condition } from "@gatehouse-hooks/engine";
import type { DocumentPath } from "../../yaml/document.js";
import { cite } from "../../text/cite.js";
import { checkStrict } from "../check-strict.js";
import { contractOf, DOCKER_AGENT_EVENTS, dockerAgentEvents } from "../contract.js";
import type { FileContext } from "../file-context.js";
import { TOP_KEYS } from "../file-keys.table.js";
import type { LostEvents } from "../../text/report.js";
import { readMatcher } from "../matcher.js";
import { suggestEvent } from "../suggest-event.js";
import { unlikelyMatcher } from "../unlikely-tool.js";
import { checkHook } from "./check-hook.js";
import { type PlacedHook, PREEMPTS } from "./definition.js";
import { MATCHER_KEYS, matcherSchema } from "./schema.js";

/**
 * Reads a `hooks:` block (document 004, "Configuration"): per event a list of hooks, or of matchers with hooks. Every
 * problem is reported; the hooks that are returned are valid.
 */
export function readHooks(value: unknown, path: DocumentPath, file: FileContext): readonly PlacedHook[] {
  if (value === null || value === undefined) return [];
  if (!isRecord(value)) {
    file.at(path, {
      code: "invalid-type",
      message: "expected a mapping of events",
      cure: "for example `stop: []`",
    });
    return [];
  }
  const known = dockerAgentEvents(file.compat);
  return Object.entries(value).flatMap(([event, given]) => {
    const at = [...path, event];
    if (!known.includes(event)) {
      const { cure, lost } = explainUnknown(event);
      file.atKey(at, { code: "unknown-event", message: `unknown hook event ${cite(event)}`, cure }, lost);
      return [];
    }
    return itemsAt(given, at, file).flatMap(({ value: item, at: itemAt, index }) =>
      contractOf(event).matched === true
        ? readMatched(item, event, index, itemAt, file)
        : placed(item, event, null, `${event}[${index}]`, itemAt, file),
    );
  });
}

/** What a key that is not an event of the generation means. */
function explainUnknown(key: string): { readonly cure: string; readonly lost: LostEvents } {
  if (DOCKER_AGENT_EVENTS.includes(key)) {
    return { cure: "remove it, or read the file as generation 2026-09", lost: [key] };
  }
  if (key === "permissions") {
    return { cure: "`permissions` is at the top of the file, next to `agents`", lost: ["pre_tool_use"] };
  }
  const meant = suggestEvent(key);
  if (meant !== null) return { cure: `did you mean ${cite(meant)}?`, lost: [meant] };
  if (TOP_KEYS.includes(key)) {
    return { cure: `next to ${cite(key)}, write the events under ${cite("hooks")}`, lost: [] };
  }
  return { cure: `the events are ${DOCKER_AGENT_EVENTS.join(", ")}`, lost: "all gating" };
}

function readMatched(
  value: unknown,
  event: string,
  index: number,
  path: DocumentPath,
  file: FileContext,
): PlacedHook[] {
  if (isBareHook(value, event, path, file)) return [];
  const checked = checkStrict(matcherSchema, value, path, MATCHER_KEYS, file);
  // All problems are reported at once, even of an entry that has a wrong key.
  if (checked === null && !isRecord(value)) return [];
  const entry = checked ?? { hooks: own(value, "hooks") };
  if (entry.preempt_yolo !== undefined) checkPreempts(event, path, file);
  const hooksAt = [...path, "hooks"];
  const items = itemsAt(entry.hooks, hooksAt, file);
  if (checked !== null && items.length === 0) {
    file.atKey(path, {
      code: "missing-key",
      message: "a matcher needs at least one hook",
      cure: "add `hooks: [{ type: command, command: … }]`",
    });
  }
  const matcher = readMatcher(entry.matcher);
  const unlikely =
    matcher.kind === "invalid" ? null : unlikelyMatcher(entry.matcher ?? "", matching(matcher.condition));
  if (unlikely !== null) file.at([...path, "matcher"], unlikely);
  if (matcher.kind === "invalid") {
    reportMatcher(entry.matcher ?? "", matcher.reason, path, file);
    return [];
  }
  const place = `${event}[${index}]${entry.preempt_yolo === true ? PREEMPTS : ""}`;
  return items.flatMap(({ value: hook, at, index: inner }) =>
    placed(hook, event, matcher.condition, `${place}.hooks[${inner}]`, at, file),
  );
}

function checkPreempts(event: string, path: DocumentPath, file: FileContext): void {
  if (event === "pre_tool_use" && file.compat !== "2026-05") return;
  file.atKey([...path, "preempt_yolo"], {
    code: "unknown-key",
    message: "preempt_yolo has a meaning for `pre_tool_use` of generation 2026-09 only",
    cure: "remove the key",
  });
}

function reportMatcher(matcher: string, reason: string, path: DocumentPath, file: FileContext): void {
  const dropped = file.compat === "2026-05";
  file.at([...path, "matcher"], {
    severity: dropped ? "warning" : "error",
    code: "invalid-matcher",
    message: `invalid matcher ${cite(matcher)}: ${reason}${dropped ? "; its hooks never run" : ""}`,
    cure: "write an RE2 pattern for the whole tool name, such as `shell|edit_file`",
  });
}

/** Whether a hook is where a matcher should be: one word about it, instead of one for each of its keys. */
function isBareHook(value: unknown, event: string, path: DocumentPath, file: FileContext): boolean {
  if (!isRecord(value) || Object.hasOwn(value, "hooks") || !Object.hasOwn(value, "type")) return false;
  file.at(path, {
    code: "missing-key",
    message: `the hooks of ${cite(event)} are below a matcher`,
    cure: 'write `- matcher: "*"`, and this hook in its `hooks`',
  });
  return true;
}

/** Which tools a matcher matches, by their names. */
function matching(condition: Condition | null): (tool: string) => boolean {
  if (condition === null || condition.ast === null) return () => true;
  const holds = compile(condition.ast);
  return (tool) => holds({ tool_name: tool }) !== false;
}

function placed(
  value: unknown,
  event: string,
  matcher: Condition | null,
  place: string,
  path: DocumentPath,
  file: FileContext,
): PlacedHook[] {
  const hook = checkHook(value, event, path, file);
  return hook === null ? [] : [{ event, hook, matcher, place, line: file.lineOf(path) }];
}

interface Item {
  readonly value: unknown;
  readonly at: DocumentPath;
  readonly index: number;
}

/** The items of a list. A single mapping counts as a list of one, but not in generation `2026-05`. */
function itemsAt(value: unknown, path: DocumentPath, file: FileContext): readonly Item[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => ({ value: item, at: [...path, index], index }));
  }
  if (isRecord(value) && file.compat !== "2026-05") return [{ value, at: path, index: 0 }];
  file.at(path, { code: "invalid-type", message: "expected a list", cure: "begin each item with `- `" });
  return [];
}
