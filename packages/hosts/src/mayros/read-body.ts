import type { JudgeHandler } from "@gatehouse-hooks/engine";
import { nearName, PLACEHOLDER } from "@gatehouse-hooks/json";
import { findControl, findInvisible } from "../text/characters.js";
import { cite } from "../text/cite.js";
import type { Report } from "../text/report.js";
import type { Source } from "../text/source.js";

/** What a placeholder may begin with: the whole context, or a key of an event (document 000, "Supported events"). */
const PLACEHOLDERS: readonly string[] = [
  "context",
  "event",
  "toolName",
  "params",
  "sessionKey",
  "agentId",
  "message",
];
/** The most unknown placeholders reported of one body. */
const MAX_REPORTED = 5;
const BRACES = /\{\{([^{}\n]*)\}\}/g;
const DOTTED = /^\s*([A-Za-z_][A-Za-z0-9_]*)(?:\.[A-Za-z0-9_]+)*\s*$/;

/**
 * Reads the body of a hook: the prompt, without the blanks around it.
 *
 * @returns `null` when it is empty: a hook without a prompt is not loaded
 */
export function readBody(source: Source, start: number, report: Report): string | null {
  const rest = source.text.slice(start);
  const body = rest.trim();
  const at = start + (rest.length - rest.trimStart().length);
  if (body === "") {
    report.add(source.text.length, {
      code: "empty-body",
      message:
        "there is no text after the front matter: the judge would have no question, and the hook is not loaded",
      cure: "write the policy in plain words after the closing `---`",
    });
    return null;
  }
  const invisible = findInvisible(body);
  if (invisible !== null) {
    report.add(at + invisible.offset, {
      severity: "warning",
      code: "invisible-character",
      message: `the prompt holds the invisible character ${invisible.shown}, which may hide an instruction to the judge`,
      cure: "remove it",
    });
  }
  const control = findControl(body);
  if (control !== null) {
    report.add(at + control.offset, {
      severity: "warning",
      code: "control-character",
      message: `the prompt holds the control character ${control.shown}`,
      cure: "remove it",
    });
  }
  reportPlaceholders(body, at, report);
  return body;
}

/** Longer lists and paths are none that a policy may have. */
const MAX_USES = 100;
const MAX_PATH = 200;

/**
 * What the judge of a prompt sees of an event: what its placeholders name. Without placeholders, and with `{{context}}`, all.
 * Of a list, the whole is seen for an element.
 */
export function shownBy(prompt: string): Pick<JudgeHandler, "uses" | "usesFrom"> {
  const named = Array.from(prompt.matchAll(PLACEHOLDER), (match) => match[1] ?? "");
  const paths = new Set(named.map((path) => path.replace(/\.[0-9]+(?:\..*)?$/, "")));
  // Facts are derived for the policies that name them on purpose, and Mayros has none.
  const uses = [...paths].filter((path) => !/^facts(?:\.|$)/.test(path));
  const fits = uses.length <= MAX_USES && uses.every((path) => path.length <= MAX_PATH);
  return uses.length === 0 || !fits || uses.includes("context") ? {} : { uses, usesFrom: "prompt" };
}

function reportPlaceholders(body: string, at: number, report: Report): void {
  let reported = 0;
  for (const match of body.matchAll(BRACES)) {
    const inner = match[1] ?? "";
    const root = DOTTED.exec(inner)?.[1];
    if (root !== undefined && PLACEHOLDERS.includes(root)) continue;
    if (++reported > MAX_REPORTED) return;
    const meant = root === undefined ? null : nearName(root, PLACEHOLDERS);
    report.add(at + match.index, {
      severity: "warning",
      code: "unknown-placeholder",
      message: `unknown placeholder ${cite(match[0])}; it stays in the prompt as it is`,
      cure:
        meant === null
          ? "write `{{context}}`, or the path of a value of the event such as `{{params.command}}`"
          : `did you mean ${cite(`{{${meant}}}`)}?`,
    });
  }
}
