import { compileSealed, parse } from "@gatehouse-hooks/condition";
import type { SealedPredicate } from "@gatehouse-hooks/condition";
import { type SealedObject, sealJsonObject } from "@gatehouse-hooks/json";
import type { Frame } from "./frame/frame.js";

interface Edit {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly tags: readonly string[];
}

interface LoopEvent {
  readonly event: string;
  readonly toolName: string;
  readonly params: { readonly file_path: string; readonly edits: readonly Edit[] };
  readonly allowed: readonly string[];
  readonly sizes: readonly number[];
}

/** MultiEdit events of 2 to 10 edits, with lists of ten names and six numbers. */
const EVENTS: readonly LoopEvent[] = Array.from({ length: 50 }, (_, i) => ({
  event: "before_tool_call",
  toolName: `mcp__x${i % 5}`,
  params: {
    file_path: "/home/dev/orion/src/server.ts",
    edits: Array.from({ length: 2 + (i % 9) }, (_edit, j) => ({
      path: `src/module-${j}-${i}.ts`,
      old_string: `const x = ${j}`,
      new_string: `const y = compute(${j})`,
      tags: [`a${j}`, "b", "c"],
    })),
  },
  allowed: Array.from({ length: 10 }, (_name, j) => `mcp__t${j}`),
  sizes: [1, 2, 3, 4, 5, 6],
}));

const SEALED: readonly SealedObject[] = EVENTS.map((event) => {
  const { value } = sealJsonObject(event);
  if (value === undefined) throw new Error("expected the event to be JSON");
  return value;
});

const CASES: Readonly<Record<string, (event: LoopEvent) => boolean>> = {
  'params.edits.any(e, e.path.endsWith(".env"))': ({ params }) =>
    params.edits.some((e) => e.path.endsWith(".env")),
  'params.edits.all(e, e.path.startsWith("src/"))': ({ params }) =>
    params.edits.every((e) => e.path.startsWith("src/")),
  'params.edits.any(e, e.new_string.includes("eval(") || e.path.endsWith(".env"))': ({ params }) =>
    params.edits.some((e) => e.new_string.includes("eval(") || e.path.endsWith(".env")),
  "params.edits.any(e, e.path == params.file_path)": ({ params }) =>
    params.edits.some((e) => e.path === params.file_path),
  'params.edits.any(e, e.path.matches("secret[0-9]"))': ({ params }) =>
    params.edits.some((e) => /secret[0-9]/.test(e.path)),
  'params.edits.any(e, e.tags.any(t, t == "z"))': ({ params }) =>
    params.edits.some((e) => e.tags.some((t) => t === "z")),
  'allowed.any(t, t == "mcp__z")': ({ allowed }) => allowed.some((t) => t === "mcp__z"),
  "toolName in allowed": ({ allowed, toolName }) => allowed.includes(toolName),
  "sizes.all(x, x < 10)": ({ sizes }) => sizes.every((x) => x < 10),
};

function predicateOf(text: string): SealedPredicate {
  const { ast, issues } = parse(text);
  if (ast === null) throw new Error(issues[0]?.message);
  return compileSealed(ast);
}

/** Conditions over lists of the event: by hand on plain events, ours on sealed ones. */
export default async function bench(frame: Frame): Promise<void> {
  // All of them are compiled and warm before the first is measured: they share code.
  const cases = Object.entries(CASES).map(([text, byHand]) => ({ text, byHand, ours: predicateOf(text) }));
  for (let i = 0; i < 20_000; i++)
    for (const { ours } of cases) ours(SEALED[i % SEALED.length] as SealedObject);
  for (const { text, byHand, ours } of cases) {
    const subjects = {
      "by hand": (i: number) => byHand(EVENTS[i % EVENTS.length] as LoopEvent),
      gatehouse: (i: number) => ours(SEALED[i % SEALED.length] as SealedObject),
    };
    await frame.agree(text, subjects, [...EVENTS.keys()]);
    await frame.measure(text, subjects);
  }
}
