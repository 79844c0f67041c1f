import { literalOf, runShell } from "@gatehouse-hooks/shell";

/** The words behind `gatehouse`, of every call of it that a shell text has. `null` is a word that only a run would know. */
export function gatehouseCalls(text: string): readonly (readonly (string | null)[])[] {
  const calls: (string | null)[][] = [];
  runShell(
    text,
    { directory: "/w", home: "/home/u" },
    {
      command: ({ fields }) => {
        const words = fields.map((field) => literalOf(field) ?? null);
        const at = programAt(words);
        if (at !== -1) calls.push(words.slice(at + 1));
        return [""];
      },
      file: () => [],
      variable: () => undefined,
      multiplies: () => undefined,
      unknown: () => undefined,
    },
  );
  return calls;
}

/** Where the command is: at the beginning, or behind what runs packages. */
function programAt(words: readonly (string | null)[]): number {
  const start =
    words[0] === "npx" ? words.findIndex((word, at) => at > 0 && word?.startsWith("-") !== true) : 0;
  return words[start] === "gatehouse" || (start > 0 && words[start] === "gatehouse-hooks") ? start : -1;
}
