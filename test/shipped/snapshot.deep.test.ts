// The snapshot that hooks start from: where it is not the program's own, as it is, it is not believed, and the call is answered.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIRST_RULE } from "../../packages/agents/src/init/first-rule.js";
import { hookCommandLine } from "../../packages/agents/src/init/hook-command-line.js";
import { hookFile, SNAPSHOT } from "../../packages/agents/src/init/hook-file.js";
import { SNAPSHOT_OPTIONS } from "../../packages/agents/src/init/snapshot/script-words.table.js";
import { isFresh, makeSnapshot } from "../../packages/agents/src/init/snapshot/make-snapshot.js";
import { warmPayload } from "../../packages/agents/src/init/snapshot/warm-payloads.js";
import { withoutCodeCache } from "../../packages/agents/src/init/snapshot/without-code-cache.js";
import { NO_OPT } from "../../packages/console/src/program-file.js";
import { isBuilt } from "../is-built.js";
import type { Answer } from "./answer.js";
import { builtCommand, type Installed } from "./installed.js";
import { playLine } from "./installed-line.js";
import { harmfulOf, harmlessOf } from "./payloads.js";
import { emptyWorld, type World } from "./world.js";

/** Standard error of the program where Node has started it, and not a snapshot of it. */
const STARTED = "the program was started";

let root = "";
let world: World;
let program: Installed;
let snapshot = "";
let copy = "";
let line = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-snapshot-")));
  world = emptyWorld(root);
  const { bin, node } = builtCommand();
  const dist = path.join(root, "program");
  mkdirSync(dist);
  for (const name of readdirSync(path.dirname(bin)).filter((one) =>
    /^(?:bin\.js|chunk-.*\.(?:cjs|txt)|package\.json)$/.test(one),
  ))
    cpSync(path.join(path.dirname(bin), name), path.join(dist, name));
  program = { bin: path.join(dist, "bin.js"), node };
  appendFileSync(program.bin, `\nprocess.stderr.write(${JSON.stringify(STARTED)});\n`);
  snapshot = path.join(dist, SNAPSHOT);
  copy = path.join(root, "copy");
  mkdirSync(path.join(world.home, ".gatehouse"));
  writeFileSync(path.join(world.home, ".gatehouse/first.yaml"), FIRST_RULE);
  const file = path.join(world.home, "gatehouse-hook");
  writeFileSync(file, hookFile({ node, binary: program.bin }));
  line = hookCommandLine("claude-code", { file, blocks: true });
});

/** A whole snapshot, whatever the test before has made of it. */
beforeEach(() => {
  rmSync(snapshot, { recursive: true, force: true });
  if (!existsSync(path.dirname(snapshot))) return;
  chmodSync(path.dirname(snapshot), 0o755);
  if (existsSync(copy)) cpSync(copy, snapshot);
});

afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** A denied call and a harmless one, by the installed line; returns the standard errors. */
async function answers(): Promise<readonly string[]> {
  const [harmful] = harmfulOf("claude-code", world);
  const [harmless] = harmlessOf("claude-code", world);
  if (harmful === undefined || harmless === undefined) throw new Error("no payloads");
  const denied: Answer = await playLine(world, line, harmful);
  expect(denied.stdout).toContain('"permissionDecision":"deny"');
  const passed: Answer = await playLine(world, line, harmless);
  expect(passed.stdout).toBe("");
  expect([denied.exitCode, passed.exitCode]).toEqual([0, 0]);
  return [denied.stderr, passed.stderr];
}

const make = (): boolean => makeSnapshot({ node: program.node, binary: program.bin });
const fresh = (): boolean => isFresh({ node: program.node, binary: program.bin });

/** The rows of programs, a file of the program beside its code. */
function rowsFile(): string {
  const dist = path.dirname(program.bin);
  return path.join(dist, readdirSync(dist).find((name) => /^chunk-rows-\w+\.txt$/.test(name)) ?? "");
}

/** What the state of the snapshot is, and how it comes about. */
const UNBELIEVED: Readonly<Record<string, () => void>> = {
  "it is not there": () => rmSync(snapshot),
  "it is empty": () => truncateSync(snapshot, 0),
  "it was cut": () => truncateSync(snapshot, 3_000_000),
  "it is something else": () => writeFileSync(snapshot, "something else"),
  "it is of another version of Node": () => {
    const version = process.version.slice(1);
    const bytes = readFileSync(snapshot);
    const at = bytes.indexOf(version);
    bytes.write(
      version.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      at,
      "latin1",
    );
    writeFileSync(snapshot, bytes);
  },
  "it is a link": () => {
    renameSync(snapshot, path.join(root, "elsewhere"));
    symlinkSync(path.join(root, "elsewhere"), snapshot);
  },
  "it is a folder": () => {
    rmSync(snapshot);
    mkdirSync(snapshot);
  },
  "others may write it": () => chmodSync(snapshot, 0o666),
  "others may write its folder": () => chmodSync(path.dirname(snapshot), 0o777),
  "the program was replaced": () => appendFileSync(program.bin, "// another version\n"),
  "a file of the program was replaced": () =>
    appendFileSync(path.join(path.dirname(program.bin), "chunk-start.cjs"), "\n// another version\n"),
  "the rows of programs were replaced": () => appendFileSync(rowsFile(), " "),
};

// The whole check builds first; a developer's own run need not.
describe.runIf(isBuilt())("a snapshot of the program", () => {
  test("hooks start from it once it is made", async () => {
    expect(await answers()).toEqual([STARTED, STARTED]);
    expect(fresh()).toBe(false);
    expect(make()).toBe(true);
    // What Node has compiled of its own modules was left out.
    expect(withoutCodeCache(readFileSync(snapshot))).toBeNull();
    expect(readFileSync(snapshot).length).toBeLessThan(5_000_000);
    expect(fresh()).toBe(true);
    expect(await answers()).toEqual(["", ""]);
    cpSync(snapshot, copy);
  });

  test("it has no streams of Node, which no hook uses and each start would read", () => {
    if (!fresh()) expect(make()).toBe(true);
    const script = path.join(root, "modules.cjs");
    writeFileSync(script, 'require("node:fs").writeSync(1, JSON.stringify(process.moduleLoadList));');
    const modules = (options: readonly string[]): readonly string[] =>
      JSON.parse(
        spawnSync(program.node, [...options, script], { encoding: "utf8" }).stdout,
      ) as readonly string[];
    const bare = new Set(modules([]));
    const more = modules([NO_OPT, "--snapshot-blob", snapshot, ...SNAPSHOT_OPTIONS]).filter(
      (name) => !bare.has(name),
    );
    expect(more).toContain("NativeModule os");
    expect(more.filter((name) => /stream|console|colors/.test(name))).toEqual([]);
  });

  test.each(Object.entries(UNBELIEVED))("%s: the program itself answers", async (_state, change) => {
    if (!fresh()) expect(make()).toBe(true);
    change();
    expect(fresh()).toBe(false);
    for (const stderr of await answers()) expect(stderr).toContain(STARTED);
  });

  test("a Node that does not know the options of the snapshot starts the program without them", async () => {
    if (!fresh()) expect(make()).toBe(true);
    const node = path.join(root, "other-node");
    const [option] = SNAPSHOT_OPTIONS;
    // As Node ends at an option that it does not know.
    const refuses = `case " $* " in *" ${option} "*) exit 9 ;; esac`;
    writeFileSync(node, `#!/bin/sh\n${refuses}\nexec '${program.node}' "$@"\n`, { mode: 0o755 });
    const known = line;
    const file = path.join(world.home, "other-hook");
    writeFileSync(file, hookFile({ node, binary: program.bin }));
    line = hookCommandLine("claude-code", { file, blocks: true });
    for (const stderr of await answers()) expect(stderr).toBe(STARTED);
    line = known;
  });

  test("what a hook starts is not told how its own memory is laid out", async () => {
    rmSync(snapshot, { force: true });
    const said = `process.on("exit", () => process.stderr.write(String(process.env.GLIBC_TUNABLES)));`;
    const before = readFileSync(program.bin);
    appendFileSync(program.bin, `\nprocess.stderr.write(process.env.GLIBC_TUNABLES + " ");${said}\n`);
    for (const stderr of await answers()) expect(stderr).toMatch(/glibc\.malloc\.hugetlb=1\S* undefined$/);
    writeFileSync(program.bin, before);
  });

  test("a program that has lost the rows of programs denies what policies read of a call, and says why", async () => {
    rmSync(snapshot, { force: true });
    const rows = rowsFile();
    renameSync(rows, `${rows}.lost`);
    const payloads = harmfulOf("claude-code", world);
    expect(payloads.length).toBeGreaterThan(0);
    for (const payload of payloads.slice(0, 2)) {
      const { stdout } = await playLine(world, line, payload);
      expect(stdout).toContain('"permissionDecision":"deny"');
      expect(stdout).toContain("reads `facts`, and they could not be derived");
    }
    renameSync(`${rows}.lost`, rows);
  });

  test("a program that has lost what is seldom run lets nothing through that needs it", async () => {
    if (!fresh()) expect(make()).toBe(true);
    const dist = path.dirname(program.bin);
    const seldom = readdirSync(dist).filter((name) => name.startsWith("chunk-seldom-"));
    expect(seldom).toHaveLength(1);
    const lost = path.join(root, "lost");
    for (const name of seldom) renameSync(path.join(dist, name), path.join(lost));
    for (const command of ["for key in ~/.ssh/id_rsa; do cat $key; done", "export A=~/.ssh/id_rsa; cat $A"]) {
      const payload = {
        agent: "claude-code",
        name: command,
        text: warmPayload(world.project, ["Bash", { command }]),
      };
      const { stdout, exitCode } = await playLine(world, line, payload);
      expect(exitCode === 2 || stdout.includes('"permissionDecision":"deny"')).toBe(true);
    }
    for (const name of seldom) renameSync(lost, path.join(dist, name));
  });

  test("a program that others may write has none", () => {
    chmodSync(path.dirname(program.bin), 0o777);
    expect(make()).toBe(false);
  });
});
