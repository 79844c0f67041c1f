/** A text that is to keep the page busy. */
export interface HostileText {
  readonly title: string;
  readonly editor: "Policies" | "Event";
  /** A script whose value is the text: it is made in the page. */
  readonly text: string;
  /** On any machine the decision is given up for its time. */
  readonly isEnded?: true;
}

const HEAD = '"version: 1\\npolicies:\\n"';

function policies(count: number, policy: string): string {
  return `${HEAD} + Array.from({ length: ${count} }, (_, i) => ${policy}).join("")`;
}

const NESTED = "params.a.any(x, params.a.any(y, x == y && y == -1))";
const PATTERNS = ["b", "c", "d"].map((end) => `params.command.matches("(a*)*(.*a){20}${end}")`).join(" || ");

/** Each is pasted, in this order; an event stays for what follows. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  {
    title: "a policy file of 100,000 lines",
    editor: "Policies",
    text: `${policies(1, '" - {id: a, events: before_tool_call, deny: no}\\n"')} + "#\\n".repeat(100_000)`,
  },
  {
    title: "a policy file of 100,000 lines that is too long",
    editor: "Policies",
    text: '"# a comment\\n".repeat(100_000)',
  },
  {
    title: "lists 70,000 deep",
    editor: "Policies",
    text: '"- [\\n".repeat(70_000)',
  },
  {
    title: "10,000 policies",
    editor: "Policies",
    text: policies(10_000, "` - {id: p${i}, events: before_tool_call, warn: no}\\n`"),
  },
  {
    title: "5,000 policies that all warn",
    editor: "Policies",
    text: policies(5000, "` - {id: p${i}, events: before_tool_call, warn: no}\\n`"),
  },
  {
    title: "conditions 20,000 deep",
    editor: "Policies",
    text: policies(
      5,
      '` - {id: p${i}, events: before_tool_call, when: ${"(".repeat(20_000)}true${")".repeat(20_000)}, deny: no}\\n`',
    ),
  },
  {
    title: "an event of 5 MB",
    editor: "Event",
    text: 'JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { command: "a ".repeat(2_500_000) } })',
  },
  {
    title: "an event of 1 MB in 90,000 lines",
    editor: "Event",
    text: 'JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { a: Array.from({ length: 90_000 }, (_, i) => i) } }, null, 1)',
  },
  {
    title: "brackets, a million deep",
    editor: "Event",
    text: '"[".repeat(1_000_000)',
  },
  {
    title: "a command of 200,000 letters",
    editor: "Event",
    text: 'JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { command: "a".repeat(200_000) } })',
  },
  {
    title: "patterns that are slow where they backtrack",
    editor: "Policies",
    text: policies(1200, `\` - {id: p\${i}, events: before_tool_call, when: '${PATTERNS}', warn: no}\\n\``),
    isEnded: true,
  },
  {
    title: "a list of 300 numbers",
    editor: "Event",
    text: 'JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { a: Array.from({ length: 300 }, (_, i) => i) } })',
  },
  {
    title: "conditions that compare each number with each other",
    editor: "Policies",
    text: policies(
      1600,
      `\` - {id: p\${i}, events: before_tool_call, when: "${NESTED} || params.b == \${i}", warn: no}\\n\``,
    ),
  },
];
