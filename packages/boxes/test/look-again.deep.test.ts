import type { BoxProfile } from "@gatehouse-hooks/box";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLookMemory, look, type LookMemory } from "../src/box/look.js";

/** The law: what is seen with what is known of earlier looks is what is seen without. */

/** Each world is changed once between two looks. */
const WORLDS = 240;
const ROUNDS = 5;
/** What was changed a shorter time ago, in ms, is not taken for known. */
const SETTLED_MS = 2_100;
const ENTRIES = ["a", "b", "HEAD", ".git", ".env", "key.pem", "objects", "refs", ".claude", "hooks"];
const BASES = [
  "home",
  "home/b",
  "home/.a1",
  "home/.ssh",
  "project",
  "project/a",
  "project/b",
  "project/.git",
  "project/a/b",
];

/** What the profile names without a wildcard. */
const NAMED = ["home/b/HEAD", "home/.a1/key.pem", "home/.ssh/a", "project/a/b"];

const PROFILE: BoxProfile = {
  hidden: [
    { glob: "~/.ssh/**", except: ["~/.ssh/*.pub"], policy: "ssh" },
    { glob: "~/.a*/key.pem", except: [], policy: "keys" },
    { glob: "~/b/HEAD", except: [], policy: "head" },
    { glob: "**/.env", except: ["**/a/.env"], policy: "env" },
    { glob: "**/*.pem", except: [], policy: "pem" },
  ],
  kept: [
    { glob: "**/.claude/**", except: [], policy: "own" },
    { glob: "**/hooks", except: [], policy: "own" },
    { glob: "./a/b", except: [], policy: "own" },
  ],
  writable: ["./"],
  network: { kind: "none" },
};

interface World {
  readonly root: string;
  readonly memory: LookMemory;
  readonly done: string[];
}

/** Not the folder where other tests make and remove theirs all the time: nothing below it would ever be known. */
const QUIET_FOLDER = "/var/tmp";
let folder = "";
let seed = 7;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(QUIET_FOLDER, "gatehouse-look-")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same choices in each run. */
function choose<T>(from: readonly [T, ...T[]] | readonly T[]): T {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  const one = from[Math.floor((seed / 2_147_483_648) * from.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

const CHANGES: Readonly<Record<string, (one: string, other: string) => void>> = {
  write: (one) => writeFileSync(one, "A=b\n"),
  folder: (one) => mkdirSync(one, { recursive: true }),
  remove: (one) => rmSync(one, { recursive: true, force: true }),
  rename: (one, other) => renameSync(one, other),
  link: (one, other) => symlinkSync(other, one),
  hard: (one, other) => linkSync(other, one),
  shut: (one) => chmodSync(one, 0o700),
  open: (one) => chmodSync(one, 0o755),
};

/** One change of a world's files, whatever comes of it. */
function change({ root, done }: World): void {
  const [one, other] = [1, 2].map(() =>
    join(root, choose([true, true, false]) ? join(choose(BASES), choose(ENTRIES)) : choose(NAMED)),
  );
  const name = choose(Object.keys(CHANGES));
  if (one === undefined || other === undefined) return;
  try {
    mkdirSync(dirname(one), { recursive: true });
    CHANGES[name]?.(one, other);
    done.push(`${name} ${one.slice(root.length)} ${other.slice(root.length)}`);
  } catch (error) {
    done.push(`${name} ${one.slice(root.length)}: ${String(error).slice(0, 30)}`);
  }
}

/** What is seen, or why it is not. Sockets of other programs come and go meanwhile. */
function seenIn({ root }: World, memory?: LookMemory): unknown {
  const [workspace, home] = [join(root, "project"), join(root, "home")];
  try {
    const seen = look(PROFILE, { workspace, cwd: workspace, home, env: {} }, memory);
    const sorted = <T extends { readonly path: string }>(all: readonly T[]): readonly T[] =>
      all.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const own = seen.hidden.filter(({ policy }) => policy !== "box/sockets");
    return { ...seen, hidden: sorted(own), kept: sorted(seen.kept) };
  } catch (error) {
    return String(error);
  }
}

test(
  "what is seen again is what is seen for the first time, after each change of files",
  { timeout: 120_000 },
  async () => {
    const worlds = Array.from({ length: WORLDS }, (_, at): World => {
      const root = join(folder, String(at));
      for (const one of ["home/.ssh", "project"]) mkdirSync(join(root, one), { recursive: true });
      return { root, memory: createLookMemory(), done: [] };
    });
    for (const world of worlds) for (let i = 0; i < 12; i++) change(world);
    let known = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      for (const world of worlds) {
        seenIn(world, world.memory);
        if (world.memory.last !== undefined) known++;
        if (choose([true, true, true, false])) change(world);
        expect(seenIn(world, world.memory), world.done.join("\n")).toEqual(seenIn(world));
      }
    }
    // What is known is looked at: else the law says nothing.
    expect(known).toBeGreaterThan((WORLDS * ROUNDS) / 2);
  },
);
