import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { afterEach, beforeEach } from "vitest";

/** The marks that are in what must not be read. */
export const MARKS = { key: "MARK-SSH-7391", variables: "MARK-ENV-7391", process: "MARK-PROC-7391" };

/** A home and a workspace in it that a test may lose, owned by a user who is not root. */
export interface World {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  /** The folder of sockets. */
  readonly runtime: string;
  readonly remove: () => void;
}

const ROOT = resolve(import.meta.dirname, "../../../..");
/** Whoever runs the tests as root runs the boxes as nobody. */
export const USER = process.getuid?.() === 0 ? 65_534 : undefined;

const PACKS = ["secrets", "destructive", "git", "exfiltration", "remote-code"];
/** What `gatehouse init` switches on. */
export const POLICIES = `# These deny.\nversion: 1\nextends: [${PACKS.map((one) => `pack/${one}`).join(", ")}]\n`;

/** Why no box can be made here; undefined: one can. */
export function whyNoBox(): string | undefined {
  const args = ["--ro-bind", "/", "/", "--unshare-all", "--unshare-user", "--disable-userns", "true"];
  const [file = "/usr/bin/bwrap", before] = userPrefix();
  const { status, stderr, error } = spawnSync(
    file,
    [...before, ...(before.length > 0 ? ["/usr/bin/bwrap"] : []), ...args],
    {
      encoding: "utf8",
    },
  );
  if (error !== undefined) return "bubblewrap is not installed";
  if (worldsFolder() === undefined)
    return "the clone and the home are below /tmp, which a box has of its own";
  return status === 0 ? undefined : `namespaces are off: ${stderr.trim()}`;
}

interface Started {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** What a program wrote, and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program as a user who is not root, with a clean environment. */
export async function asUser(program: string, args: readonly string[], how: Started): Promise<Ended> {
  return await ended(startAsUser(program, args, how), how.input);
}

/** Runs a program as whoever runs the tests, with a clean environment. */
export async function start(program: string, args: readonly string[], how: Started): Promise<Ended> {
  return await ended(spawn(program, args, { cwd: how.cwd, env: clean(how.env) }), how.input);
}

/** Starts one as a user who is not root. */
export function startAsUser(
  program: string,
  args: readonly string[],
  { cwd, env }: Omit<Started, "input">,
): ChildProcessWithoutNullStreams {
  const [file, before] = userPrefix();
  return spawn(file ?? program, [...before, ...(file === undefined ? [] : [program]), ...args], {
    cwd,
    env: clean(env),
  });
}

function clean(env: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", ...env };
}

async function ended(child: ChildProcessWithoutNullStreams, input = ""): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** What a command line begins with that is run as that user. */
export function userPrefix(): readonly [string | undefined, readonly string[]] {
  if (USER === undefined) return [undefined, []];
  return ["/usr/bin/setpriv", ["--reuid", String(USER), "--regid", String(USER), "--clear-groups"]];
}

/** Runs `gatehouse box` in a world. */
export async function boxed(world: World, command: readonly string[], input = ""): Promise<Ended> {
  return await inBox(world, ["--", ...command], input);
}

/** Runs it as an agent does: at the end it reads what was refused. */
export async function toldBoxed(world: World, command: readonly string[]): Promise<Ended> {
  return await inBox(world, ["--told", "--", ...command], "");
}

async function inBox(
  { home, workspace, runtime }: World,
  words: readonly string[],
  input: string,
): Promise<Ended> {
  const env = { HOME: home, XDG_RUNTIME_DIR: runtime, GIT_CONFIG_NOSYSTEM: "1" };
  return asUser(process.execPath, [...commandArgs(), "box", ...words], {
    cwd: workspace,
    env,
    input,
  });
}

/** In a box of the test's own that lets everything happen in the world, and nothing outside of it. */
export async function bare({ root, home, workspace, runtime }: World, command: string): Promise<Ended> {
  const dev = [
    "--dev-bind",
    "/dev",
    "/dev",
    "--bind",
    "/proc",
    "/proc",
    "--perms",
    "1777",
    "--tmpfs",
    "/tmp",
  ];
  const mounts = ["--ro-bind", "/", "/", ...dev, "--bind", root, root];
  const [file, before] = userPrefix();
  // Root needs no namespace of users for it, which would keep some of them from having their effect.
  const outer = file === undefined ? mounts : [...mounts, "--cap-add", "ALL"];
  const inner = [
    ...(file === undefined ? [] : [file, ...before]),
    "/bin/sh",
    "-c",
    'bash -c "$0"; exit $?',
    command,
  ];
  return await start("/usr/bin/bwrap", [...outer, "--die-with-parent", "--", ...inner], {
    cwd: workspace,
    env: { HOME: home, XDG_RUNTIME_DIR: runtime, GIT_CONFIG_NOSYSTEM: "1" },
  });
}

/** Where worlds can be: a box has a `/tmp` and a `/var/tmp` of its own, and whoever has cloned into one of them needs another place. */
const PLACES = [join(ROOT, "node_modules/.cache"), join(homedir(), ".cache"), "/var/cache"];

function worldsFolder(): string | undefined {
  return PLACES.filter((place) => !/^\/(?:var\/)?tmp\//.test(place))
    .map((place) => join(place, "gatehouse-boxes"))
    .find((folder) => {
      try {
        mkdirSync(folder, { recursive: true });
        accessSync(folder, constants.W_OK);
        // The other user has to come through.
        return (
          USER === undefined || [...parentsOf(folder)].every((one) => (statSync(one).mode & 0o001) !== 0)
        );
      } catch {
        return false;
      }
    });
}

function* parentsOf(folder: string): Generator<string> {
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) yield at;
}

/** @param uid whose it is; absent: of the user who runs the boxes */
export async function makeWorld(uid = USER): Promise<World> {
  const base = worldsFolder();
  if (base === undefined) throw new Error("no place for a world");
  chmodSync(base, 0o755);
  const root = mkdtempSync(join(base, "w-"));
  chmodSync(root, 0o755);
  const world = {
    root,
    home: join(root, "home"),
    workspace: join(root, "ws"),
    runtime: join(root, "rt"),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
  await furnish(world);
  if (uid !== USER) own(root, uid);
  return world;
}

async function furnish({ root, home, workspace, runtime }: World): Promise<void> {
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  };
  mkdirSync(runtime, { mode: 0o700 });
  const inHome: Readonly<Record<string, string>> = {
    ".ssh/id_rsa": `${MARKS.key}\n`,
    ".ssh/id_rsa.pub": "public\n",
    ".bashrc": "# mine\n",
    "keep/a.txt": "keep\n",
    ".gatehouse/first.yaml": POLICIES,
    ".gitconfig": "[user]\n\tname = t\n\temail = t@example.com\n[safe]\n\tdirectory = *\n",
  };
  for (const [name, text] of Object.entries(inHome)) write(join(home, name), text);
  chmodSync(join(home, ".ssh/id_rsa"), 0o600);
  const loud = String.raw`node -e "require('fs').appendFileSync(process.env.HOME+'/.bashrc','x')"`;
  const inWorkspace: Readonly<Record<string, string>> = {
    ".env": `TOKEN=${MARKS.variables}\n`,
    ".env.example": "TOKEN=\n",
    "sub/.env": "SUB=MARK-SUB-7391\n",
    ".gatehouse/project.yaml": "version: 1\npolicies: []\n",
    Makefile: "k:\n\t@cat $(HOME)/.ssh/id_rsa\n",
    "t.txt": "cat X\n",
    "package.json": JSON.stringify({ name: "w", scripts: { k: "cat ~/.ssh/id_rsa", w: loud } }),
    "r.c": [
      "#include <stdio.h>",
      "#include <stdlib.h>",
      'int main(){char p[999];snprintf(p,999,"%s/.ssh/id_rsa",getenv("HOME"));FILE*f=fopen(p,"r");int c;',
      "if(!f){perror(p);return 1;}while((c=fgetc(f))!=EOF)putchar(c);}",
      "",
    ].join("\n"),
    "tpl/hooks/pre-commit": "#!/bin/sh\n",
    "p.diff": "--- /dev/null\n+++ b/planted.txt\n@@ -0,0 +1 @@\n+x\n",
  };
  for (const [name, text] of Object.entries(inWorkspace)) write(join(workspace, name), text);
  chmodSync(join(workspace, "tpl/hooks/pre-commit"), 0o755);
  own(root);
  const sh = async (script: string): Promise<void> => {
    const { status, stderr } = await asUser("/bin/sh", ["-c", script], {
      cwd: workspace,
      env: { HOME: home },
    });
    if (status !== 0) throw new Error(stderr);
  };
  await sh(
    "git init -q --template= . && mkdir -p .git/hooks && git add t.txt package.json && git commit -qm first",
  );
  await sh("mkdir in && echo x > in/one && tar cf s.tar -C in one && rm -r in");
  await sh(
    `echo x > "${home}/planted2.txt" && tar cPf abs.tar "${home}/planted2.txt" && rm "${home}/planted2.txt"`,
  );
}

/**
 * Gives each test of a file a world of its own, and removes it behind the test.
 *
 * @param why no box can be made; then there is no world either
 */
export function eachWorld(why: string | undefined, given: (world: World) => void): void {
  let world: World | undefined;
  beforeEach(async () => {
    if (why !== undefined) return;
    world = await makeWorld();
    given(world);
  });
  afterEach(() => world?.remove());
}

function own(path: string, uid = USER): void {
  if (uid === undefined) return;
  chownSync(path, uid, uid);
  for (const entry of existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) own(inner, uid);
    else lchownSync(inner, uid, uid);
  }
}
