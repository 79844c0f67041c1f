import { bubblewrapArguments, profileOfCall, WIDEST } from "@gatehouse-hooks/box";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { mkdirSync, readFileSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lawRuns } from "../../../../test/assert-law.js";
import { generateComposed } from "../../../facts/test/oracle/composed-commands.js";
import { Dice } from "../../../shell/test/oracle/script-generator.js";
import { asUser, makeWorld, whyNoBox, type World } from "./world.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const PLACE = { cwd: "/w/p", workspace: "/w/p", home: "/home/u" };

/** What is there before each command. */
const FIXTURE = String.raw`rm -rf /w/p /w/q /home/u; mkdir -p /w/p/d/e /w/p/n /w/q /home/u; cd /w/p
printf '1\n2\n3\n' > a; printf '1\n4\n3\n' > b; printf '3\n1\n2\n' > c; printf 'x\n' > f.txt; printf 'y\n' > d/a; printf 'z\n' > d/e/f
diff -u a b > p.diff; tar cf t.tar f.txt d; gzip -k c
`;
const FOLDERS = ["/w/p", "/w/p/d", "/w/p/d/e", "/w/p/n"];

/** The folders that a command may write, and the arguments of its box; null: not all of it is understood. */
function boxOfCall(
  command: string,
): { readonly writable: readonly string[]; readonly args: readonly string[] } | null {
  const event = { ...PLACE, event: "before_tool_call", toolName: "Bash", params: { command } };
  const call = profileOfCall(WIDEST, facts(event));
  if (call === null) return null;
  const writable = [...new Set(call.profile.writable.map(nearest))];
  const empty = { hidden: [], kept: [], ownFolders: [], sockets: [], needed: [], variables: [] };
  const seen = { workspace: "/w/p", cwd: "/w/p", writable, ...empty };
  return { writable, args: bubblewrapArguments(call.profile, seen) };
}

function nearest(folder: string): string {
  let path = `/w/p/${folder}`.replaceAll(/\/\.?(?=\/|$)/g, "");
  while (!FOLDERS.includes(path)) path = path.slice(0, path.lastIndexOf("/"));
  return path;
}

const why = whyNoBox();
let world: World | undefined;
afterAll(() => world?.remove());

// Without the profile, each tenth of them changes something else.
test.skipIf(why !== undefined)(
  `no call changes anything outside of what was decided${why === undefined ? "" : `: skipped, ${why}`}`,
  async () => {
    world = await makeWorld();
    const texts = join(world.root, "scripts");
    const log = join(world.root, "log");
    for (const one of [texts, log]) mkdirSync(one);
    chmodSync(log, 0o777);
    const calls = Array.from({ length: lawRuns({ deep: 100, full: 1_545 }) }, (_, i) => {
      const command = generateComposed(new Dice(i));
      const box = boxOfCall(command);
      return box === null ? [] : [{ command, ...box }];
    }).flat();
    writeFileSync(join(texts, "fixture"), FIXTURE);
    for (const [i, { command, args }] of calls.entries()) {
      writeFileSync(join(texts, String(i)), command);
      writeFileSync(join(texts, `${i}.args`), args.join("\n"));
    }
    const state = String.raw`find /w /home -printf '%p\t%y %m %s %T@ %i\n' | sort`;
    const driver = `for ((i = 0; i < ${calls.length}; i++)); do bash /scripts/fixture; ${state} > /log/$i.before
      mapfile -t args < /scripts/$i.args; (cd /w/p; HOME=/home/u timeout -s KILL 20 bwrap "\${args[@]}" -- bash /scripts/$i < /dev/null > /dev/null 2> /log/$i.err)
      chmod -R u+rwX /w /home > /dev/null 2>&1; ${state} > /log/$i.after; done`;
    const links = ["bin", "sbin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]);
    const outer = [
      ..."--unshare-net --unshare-pid --die-with-parent --new-session --tmpfs / --proc /proc --dev /dev".split(
        " ",
      ),
      ..."--dir /tmp --dir /var/tmp --dir /w --dir /home --ro-bind /usr /usr --ro-bind /etc /etc".split(" "),
      ...[...links, "--ro-bind", texts, "/scripts", "--bind", log, "/log", "--chdir", "/"],
    ];
    const { status } = await asUser("/usr/bin/bwrap", [...outer, "--", "bash", "-c", driver], {
      cwd: world.root,
      env: { LC_ALL: "C" },
    });
    expect(status).toBe(0);
    const read = (name: string): readonly string[] => readFileSync(join(log, name), "utf8").split("\n");
    let changes = 0;
    let refusals = 0;
    const outside = calls.flatMap(({ command, writable }, i) => {
      const [before, after] = [new Set(read(`${i}.before`)), new Set(read(`${i}.after`))];
      const lines = [...before, ...after].filter((line) => before.has(line) !== after.has(line));
      const changed = lines.map((line) => line.split("\t")[0] ?? "");
      changes += changed.length;
      const errors = read(`${i}.err`).join("\n");
      if (/^bwrap:/m.test(errors)) throw new Error(`no box for ${command}: ${errors}`);
      if (errors.includes("Read-only file system")) refusals++;
      return changed
        .filter((path) => !writable.some((one) => path === one || path.startsWith(`${one}/`)))
        .map((path) => ({ command, path }));
    });
    expect(outside).toEqual([]);
    // Else nothing was shown.
    expect(changes).toBeGreaterThan(calls.length / 4);
    expect(refusals).toBeLessThan(calls.length / 4);
  },
  3_600_000,
);
