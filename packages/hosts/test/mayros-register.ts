import type { Loaded } from "@gatehouse-hooks/hosts";
import type { MayrosHook } from "./mayros-reference.js";

/** A field in which the two readings of a file can differ; `loads`: one loads the file, the other does not. */
export type Difference = keyof MayrosHook | "loads";

/** One entry of the register in SPEC.md: where Gatehouse reads a file on purpose otherwise than Mayros. */
export interface Deviation {
  /** The id in SPEC.md. */
  readonly id: string;
  /** A file that shows it. */
  readonly example: string;
  /** Whether the entry accounts for this difference in this file. */
  readonly accountsFor: (difference: Difference, content: string) => boolean;
}

const KEYS: Readonly<Record<string, string>> = { timeoutMs: "timeout" };

/** The lines that hold a field, at column 0; for `loads`, every line. */
function linesOf(difference: Difference, content: string): readonly string[] {
  const lines = content.split(/\r\n|\r|\n/);
  return difference === "loads"
    ? lines
    : lines.filter((line) => line.replace(/^["']/, "").startsWith(KEYS[difference] ?? difference));
}

function some(pattern: RegExp): Deviation["accountsFor"] {
  return (difference, content) =>
    difference !== "body" && linesOf(difference, content).some((line) => pattern.test(line));
}

function file(lines: string): string {
  const name = /^ ?["']?name/m.test(lines) ? "" : "name: n\n";
  const events = /^["']?events/m.test(lines) ? "" : "events: before_tool_call\n";
  return `---\n${name}${events}${lines}\n---\nB`;
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    id: "enabled-word",
    example: file("enabled: yes"),
    accountsFor: (difference, content) =>
      difference === "enabled" && /^enabled\s*:(?!\s*(["']?)false\1\s*$)/im.test(content),
  },
  { id: "comment", example: file("model: m/x # c"), accountsFor: some(/[\t ]#/) },
  {
    id: "quotes",
    example: file("condition: 'toolName == ''x'''"),
    accountsFor: some(/:[\t ]*(?:'.*''.*'|".*\\.*")/),
  },
  { id: "spaced-key", example: file("timeout : 300"), accountsFor: some(/^\S+[\t ]+:/) },
  { id: "quoted-key", example: file('"model": m/x'), accountsFor: some(/^["']\w+["']\s*:/) },
  { id: "block", example: file("condition: |\n  toolName"), accountsFor: some(/:[\t ]*[|>][-+\d]*[\t ]*$/) },
  {
    id: "several-lines",
    example: file("description: a\n  b"),
    accountsFor: (difference, content) => {
      const key = difference === "loads" ? "\\w+" : (KEYS[difference] ?? difference);
      const continued = new RegExp(
        `^["']?${key}["']?[\\t ]*:.*\\n(?:[\\t ]*(?:#.*)?\\n)*[\\t ]+[^\\s#]`,
        "m",
      );
      return difference !== "body" && continued.test(content.replace(/\r\n?/g, "\n"));
    },
  },
  {
    id: "list",
    example: file("events: [before_tool_call, session_end]"),
    accountsFor: some(/^events\s*:\s*(?:\[|$)/),
  },
  { id: "bom", example: `\ufeff${file("")}`, accountsFor: (_, content) => content.startsWith("\ufeff") },
  {
    id: "range",
    example: file("timeout: 99999999999"),
    accountsFor: (difference, content) =>
      ["timeoutMs", "priority"].includes(difference) && some(/\d{10,}/)(difference, content),
  },
  {
    id: "visible-name",
    example: file("name: a\u202eb"),
    accountsFor: (difference, content) => difference === "name" && /[\u200b-\u202e]|.{200}/.test(content),
  },
  { id: "model-address", example: file("model: http://u:p@h/"), accountsFor: some(/^model.*:\/\//) },
  {
    id: "fence-language",
    example: "---js\nname: n\nevents: before_tool_call\n---\nB",
    accountsFor: (difference, content) => difference === "loads" && /^---[\t ]*[^-\s]/.test(content),
  },
  {
    id: "blank-name",
    example: file('name: " "'),
    accountsFor: (difference, content) => difference === "loads" && /^name: *(["'])\s+\1/m.test(content),
  },
  {
    id: "event-twice",
    example: file("events: session_end, session_end"),
    accountsFor: (difference) => difference === "events",
  },
];

/** The fields in which Gatehouse's reading differs from Mayros'. */
export function differences(mayros: MayrosHook | null, { policies }: Loaded): readonly Difference[] {
  const [policy] = policies;
  if (mayros === null || policy === undefined)
    return (mayros === null) === (policy === undefined) ? [] : ["loads"];
  if (policy.handler.kind !== "judge") throw new Error("a Mayros hook asks a judge");
  const { prompt, timeoutMs, cache, model } = policy.handler;
  const ours: Record<keyof MayrosHook, unknown> = {
    name: policy.id,
    events: policy.events,
    description: policy.description ?? "",
    condition: policy.condition?.text,
    model,
    timeoutMs,
    cache,
    priority: policy.priority,
    enabled: policy.enabled,
    body: prompt,
  };
  const theirs: Record<string, unknown> = { condition: undefined, model: undefined, ...mayros };
  return (Object.keys(ours) as (keyof MayrosHook)[]).filter(
    (field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]),
  );
}
