import fc from "fast-check";
import { getNodeValue, type ParseError, parseTree } from "jsonc-parser";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { WIRINGS } from "../../../local/src/agents/wiring.js";
import type { Wiring } from "../../../local/src/agents/wiring.js";
import { folder, runCli } from "../run-cli.js";
import { everything, STAND_IN } from "./agents-home.js";

/** How a settings file is written. */
interface Writing {
  readonly indent: string;
  readonly eol: string;
  readonly mark: boolean;
  readonly final: string;
  readonly comments: boolean;
  readonly trailing: boolean;
  readonly mode: number;
  readonly link: boolean;
}

/** An agent in a home: its folder may be there, its settings too. */
interface AgentFiles {
  readonly wiring: Wiring;
  readonly settings: object | string | undefined;
  readonly writing: Writing;
}

const writing: fc.Arbitrary<Writing> = fc.record({
  indent: fc.constantFrom("  ", "    ", "\t", ""),
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.boolean(),
  final: fc.constantFrom("", "\n", "\n\n"),
  comments: fc.boolean(),
  trailing: fc.boolean(),
  mode: fc.constantFrom(0o600, 0o644, 0o640),
  link: fc.boolean(),
});

const other = fc.record(
  {
    matcher: fc.constantFrom("Bash", "*", "", "Edit|Write"),
    hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() }), { maxLength: 2 }),
  },
  { requiredKeys: ["hooks"] },
);

/** Settings that a person may have: others' hooks, empty lists, anything beside them. */
function settingsOf({ shape, events, commandKey }: Wiring): fc.Arbitrary<object> {
  const flat = fc.record({ type: fc.constant("command"), [commandKey]: fc.string() });
  const lists = fc.dictionary(
    fc.constantFrom("Notification", ...events.map(({ name }) => name)),
    fc.array<object>(shape === "flat" ? flat : other, { maxLength: 2 }),
    { maxKeys: 3 },
  );
  const rest = fc.dictionary(
    fc.constantFrom("model", "env", "permissions", "ui", "zoom", "__proto__"),
    fc.jsonValue({ maxDepth: 2 }),
    {
      maxKeys: 3,
    },
  );
  return fc
    .tuple(rest, fc.option(lists, { nil: undefined }), rest, fc.boolean())
    .map(([before, hooks, after, version]) => ({
      ...(version && shape === "flat" ? { version: 1 } : {}),
      ...before,
      ...(hooks === undefined ? {} : { hooks }),
      ...after,
    }));
}

const home: fc.Arbitrary<readonly AgentFiles[]> = fc
  .tuple(
    ...WIRINGS.filter(({ shape }) => shape !== "manual").map((wiring) =>
      fc.record({
        wiring: fc.constant(wiring),
        settings: fc.option(
          wiring.ownFile === true
            ? fc.constant(undefined)
            : fc.oneof(
                { weight: 8, arbitrary: settingsOf(wiring) },
                fc.constantFrom("", "{}", "{\n}\n", " \n"),
              ),
          { nil: undefined, freq: 3 },
        ),
        writing,
      }),
    ),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: 1 }));

/** The text of settings, as a person may have written them. */
function written({ wiring, settings, writing: how }: AgentFiles): string {
  if (typeof settings === "string") return settings;
  let text = JSON.stringify(settings, null, how.indent);
  if (wiring.comments && how.indent !== "") {
    if (how.trailing) text = text.replace(/([^{[,\s])\n\}$/, "$1,\n}");
    if (how.comments) text = `// settings\n${text.replace(/([,{[])\n/g, "$1 // why\n")}`;
  }
  return (how.mark ? "\uFEFF" : "") + (text + how.final).replaceAll("\n", how.eol);
}

function plant(root: string, agents: readonly AgentFiles[]): void {
  for (const agent of agents) {
    const { wiring, settings, writing: how } = agent;
    const path = join(root, wiring.folder, wiring.userFile);
    mkdirSync(join(root, wiring.folder), { recursive: true });
    if (settings === undefined) continue;
    const target = how.link ? join(root, "dotfiles", wiring.agent) : path;
    for (const one of [path, target]) mkdirSync(dirname(one), { recursive: true });
    writeFileSync(target, written(agent));
    chmodSync(target, how.mode);
    if (how.link) symlinkSync(target, path);
  }
}

async function inHome(
  agents: readonly AgentFiles[],
  body: (place: {
    readonly home: string;
    readonly run: (...args: readonly string[]) => Promise<string>;
  }) => Promise<void>,
): Promise<void> {
  const made = folder({});
  try {
    plant(made.home, agents);
    await body({
      home: made.home,
      run: async (...args) => {
        const place = { cwd: made.path, home: made.home, env: { PATH: "/usr/bin:/bin" } };
        const { code, stdout, stderr } = await runCli(
          [...args, "--binary", STAND_IN].slice(0, args.includes("--undo") ? args.length : undefined),
          place,
        );
        expect([code, stderr]).toEqual([0, ""]);
        return stdout;
      },
    });
  } finally {
    made.remove();
  }
}

/** What settings say. A tree keeps a key such as `__proto__`, which the parser's own objects lose. */
function valueOf(text: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  if (tree === undefined) throw new Error("there is nothing to read");
  return getNodeValue(tree) as Readonly<Record<string, unknown>>;
}

const INIT = ["init", "--yes", "--no-probe"];

describe("in generated homes", () => {
  test("an undo leaves every file byte for byte as it was, and init twice is init once", async () => {
    await assertLaw(
      fc.asyncProperty(home, async (agents) => {
        await inHome(agents, async ({ home: root, run }) => {
          const before = everything(root);
          await run(...INIT);
          const once = everything(root);
          expect(await run(...INIT)).not.toMatch(/installed|\+\+\+/);
          expect(everything(root)).toEqual(once);
          await run("init", "--undo");
          expect(everything(root)).toEqual(before);
        });
      }),
      { quick: 25, deep: 200, full: 200 },
    );
  });

  test("what was there still means the same, and ours is there once", async () => {
    await assertLaw(
      fc.asyncProperty(home, async (agents) => {
        await inHome(agents, async ({ home: root, run }) => {
          await run(...INIT);
          for (const { wiring, settings } of agents) {
            const text = readFileSync(join(root, wiring.folder, wiring.userFile), "utf8").replace(
              /^\uFEFF/,
              "",
            );
            if (wiring.shape === "plugin") continue;
            const after = valueOf(text);
            expect(text.match(/gatehouse-hook/g)).toHaveLength(wiring.events.length);
            if (typeof settings !== "object") continue;
            const rest = JSON.parse(JSON.stringify(after)) as {
              hooks: Record<string, object[]>;
              version?: number;
            };
            const old = JSON.parse(JSON.stringify(settings)) as Partial<typeof rest>;
            for (const [event, list] of Object.entries(rest.hooks)) {
              const others = list.filter((one) => !JSON.stringify(one).includes("gatehouse-hook"));
              expect(others).toEqual(old.hooks?.[event] ?? []);
            }
            expect({ ...rest, hooks: 0, version: 0 }).toEqual({ ...old, hooks: 0, version: 0 });
          }
        });
      }),
      { quick: 4, deep: 200, full: 200 },
    );
  });

  test("of files that were changed since, an undo leaves the change", async () => {
    await assertLaw(
      fc.asyncProperty(home, fc.boolean(), async (agents, reformat) => {
        await inHome(agents, async ({ home: root, run }) => {
          await run(...INIT);
          for (const { wiring, settings } of agents) {
            const path = join(root, wiring.folder, wiring.userFile);
            if (typeof settings !== "object") continue;
            const text = readFileSync(path, "utf8");
            const changed = reformat
              ? JSON.stringify({ changed: 1, ...valueOf(text.replace(/^\uFEFF/, "")) })
              : text.replace("{", '{"changed": 1,');
            writeFileSync(path, changed);
          }
          await run("init", "--undo");
          for (const { wiring, settings } of agents) {
            const path = join(root, wiring.folder, wiring.userFile);
            if (typeof settings !== "object") continue;
            expect(existsSync(path)).toBe(true);
            const text = readFileSync(path, "utf8");
            expect(text).not.toContain("gatehouse-hook");
            const rest = JSON.parse(JSON.stringify(valueOf(text.replace(/^\uFEFF/, "")))) as Readonly<
              Record<string, unknown>
            >;
            const old = JSON.parse(JSON.stringify({ changed: 1, ...settings })) as Readonly<
              Record<string, unknown>
            >;
            expect({ ...rest, version: 0 }).toEqual({ ...old, version: 0 });
          }
        });
      }),
      { quick: 4, deep: 200, full: 200 },
    );
  });

  test("after init there is nothing that doctor finds", async () => {
    await assertLaw(
      fc.asyncProperty(home, async (all) => {
        // Codex trusts nothing without its program, and others' matchers may never match.
        const agents = all.filter(({ wiring }) => wiring.agent !== "codex");
        await inHome(agents, async ({ home: root, run }) => {
          if (agents.length === 0) return;
          await run(...INIT);
          mkdirSync(join(root, "..", "elsewhere"));
          const report = JSON.parse(await run("doctor", "--json")) as {
            readonly findings: readonly { readonly code: string }[];
          };
          expect(report.findings.filter(({ code }) => !code.startsWith("other-"))).toEqual([]);
        });
      }),
      { quick: 2, deep: 20, full: 20 },
    );
  });
});
