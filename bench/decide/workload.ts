import { condition } from "@gatehouse-hooks/condition";
import { type Event, type PolicyDefinition, readEvent } from "@gatehouse-hooks/engine";

/** The tools of the workload, each with the text field that its policies look at. */
export const TOOLS = [
  ["exec", "command"],
  ["read", "path"],
  ["write", "path"],
  ["http_fetch", "url"],
  ["send", "text"],
] as const;

/** One policy, for every subject to translate. */
export interface Spec {
  readonly id: number;
  readonly tool: string;
  readonly field: string;
  readonly shape: "includes" | "startsWith" | "endsWith" | "either" | "elsewhere" | "stranger";
  readonly literal: string;
  readonly other: string;
}

/** What the literals of the policies are: in no event, three of them in every event, or words of the events. */
export type Matching = "no match" | "3 match" | "1% match";

export interface Workload {
  readonly matching: Matching;
  readonly specs: readonly Spec[];
  readonly events: readonly Event[];
  /** The first policy that matches decides (deny), or all are collected (warn). */
  readonly all: boolean;
}

/** A small generator of numbers: the same workload on every machine. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
}

const WORDS = Array.from({ length: 130 }, (_, i) =>
  Math.abs(Math.imul(i + 7, 2_654_435_761))
    .toString(36)
    .slice(0, 6),
);
const MARKS = ["alpha!", "beta!!", "gamma!"];

/** `size` policies and 256 events. */
export function workload(size: number, matching: Matching): Workload {
  const next = numbers(size + matching.length);
  const planted = new Map(MARKS.map((_, i) => [Math.floor((size * (i + 1)) / 4), i]));
  const specs = Array.from({ length: size }, (_, id): Spec => {
    const [tool, field] = TOOLS[next(TOOLS.length)] ?? TOOLS[0];
    const dice = next(100);
    const shape =
      dice < 45
        ? "includes"
        : dice < 70
          ? "startsWith"
          : dice < 80
            ? "endsWith"
            : dice < 90
              ? "either"
              : dice < 95
                ? "elsewhere"
                : "stranger";
    const word = (): string => WORDS[next(WORDS.length)] ?? "";
    if (matching === "1% match") return { id, tool, field, shape, literal: word(), other: word() };
    const mark = matching === "3 match" ? planted.get(id) : undefined;
    if (mark !== undefined) {
      // In every event of this tool.
      return { id, tool, field, shape: "includes", literal: MARKS[mark] ?? "", other: "" };
    }
    return { id, tool, field, shape, literal: `q${id}z`, other: `z${id}q` };
  });
  const events = Array.from({ length: 256 }, (_, i) => {
    const [tool, field] = TOOLS[i % TOOLS.length] ?? TOOLS[0];
    const text = Array.from({ length: 7 }, () => WORDS[next(WORDS.length)] ?? "").join(" ");
    const read = readEvent({
      event: "before_tool_call",
      toolName: tool,
      params: { [field]: matching === "3 match" ? `${text} ${MARKS.join(" ")}` : text },
      cwd: i % 3 === 0 ? "/tmp/work" : "/home/user/project",
      sessionKey: `s${i % 8}`,
    });
    if (read.kind !== "event") throw new Error(read.issue.message);
    return read.event;
  });
  return { matching, specs, events, all: matching === "1% match" };
}

/** The condition in Gatehouse's language. */
export function textOf({ tool, field, shape, literal, other }: Spec): string {
  const at = `params.${field}`;
  const head = `toolName == "${tool}" && `;
  switch (shape) {
    case "includes":
    case "startsWith":
    case "endsWith":
      return `${head}${at}.${shape}("${literal}")`;
    case "either":
      return `${head}(${at}.includes("${literal}") || ${at}.includes("${other}"))`;
    case "elsewhere":
      return `${head}${at}.includes("${literal}") && !cwd.startsWith("/tmp")`;
    case "stranger":
      return `${head}${at}.includes("${literal}") && sessionKey != "admin"`;
  }
}

/** The policies as Gatehouse takes them. */
export function definitionsOf({ specs, all }: Workload): readonly PolicyDefinition[] {
  return specs.map((spec): PolicyDefinition => ({
    id: `p${spec.id}`,
    events: ["before_tool_call"],
    order: spec.id,
    handler: { kind: "static", verdict: all ? "warn" : "deny", reason: "no" },
    condition: condition(textOf(spec)).condition,
  }));
}
