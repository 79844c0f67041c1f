import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync, mkdirSync, chmodSync } from "node:fs";
import path from "node:path";
import { requireProgram } from "../../../../test/require-program.js";

/** One execution of a stub by a real shell. */
export interface Execution {
  readonly argv: readonly string[];
  readonly directory: string;
}

/**
 * How long a script may take, in seconds of the clock: only for one that waits for something that never comes, as a
 * busy machine may stop any script for a while. One that computes is ended by its processor time.
 */
const MAX_SECONDS = 60;

/** How long what a script leaves in the background may take, in hundredths of a second. */
const MAX_BACKGROUND = 1_000;

/** What the log says before what a script executed, and after it where a limit ended the script. */
const BEGIN = "\u0001";
const CUT_OFF = "\u0002";

/** What runs inside beside the stubs: copies of the real ones. */
const REAL = ["bash", "cat", "env"];

/** What a script executed, in order. */
export interface ScriptRun {
  readonly executions: readonly Execution[];
  /** A limit ended the script, or what it had left in the background: what it would have executed later is not known. */
  readonly cutOff: boolean;
}

/** How the box is built. */
export interface Box {
  /** Programs that only say that they were run. */
  readonly stubs: readonly string[];
  /** Programs of the system that are really run, by name. */
  readonly real?: readonly string[];
}

/**
 * Runs scripts by real bash, each in a fresh `/w/p`, in a box that holds bash, the stubs and little else: a private root, no
 * network, no other processes, an unprivileged user, limits on time and processes. Refuses to run without bubblewrap.
 *
 * @param folder an empty directory for what goes in and comes out
 * @returns what each script executed
 */
export function runInBox(scripts: readonly string[], box: Box, folder: string): readonly ScriptRun[] {
  requireProgram("bwrap", "bubblewrap");
  const bin = path.join(folder, "bin");
  const texts = path.join(folder, "scripts");
  const log = path.join(folder, "log");
  for (const one of [bin, texts, log]) mkdirSync(one);
  chmodSync(log, 0o777);
  writeFileSync(path.join(log, "argv"), "");
  chmodSync(path.join(log, "argv"), 0o666);
  const stub = `#!/bin/dash\nprintf '%s\\0' "$PWD" "$#" "\${0##*/}" "$@" >> /log/argv\n`;
  for (const name of box.stubs) {
    writeFileSync(path.join(bin, name), stub);
    chmodSync(path.join(bin, name), 0o755);
  }
  scripts.forEach((script, i) => {
    writeFileSync(path.join(texts, String(i)), script);
  });
  const driver = [
    "/driver/mkfifo /tmp/never; exec 9<> /tmp/never",
    // What runs in the background writes into the log, too: it is waited for, and then ended.
    "others() { local p; for p in /proc/[1-9]*; do [[ ${p##*/} == 1 || ${p##*/} == $$ ]] || return 0; done; return 1; }",
    `settle() { local i; for ((i = 0; i < ${MAX_BACKGROUND}; i++)); do others || return 0; read -t 0.01 -u 9; done; kill -KILL -1; while others; do read -t 0.01 -u 9; done; return 1; }`,
    `for ((i = 0; i < ${scripts.length}; i++)); do`,
    "  printf '\\1\\0' >> /log/argv",
    "  /driver/rm -rf /w/p /t; /driver/mkdir -p /w/p /t/d",
    // The limits are those of each script: the driver's own time would add up.
    `  (cd /w/p && ulimit -t 2 -f 2048 && HOME=/home/u PATH=/bin exec /driver/timeout -s KILL ${MAX_SECONDS} /bin/bash /scripts/$i < /dev/null > /dev/null 2>&1 9>&-)`,
    // Killed, by the clock (128 + 9) or for its processor time; or what it left had to be.
    "  code=$?; settle && ((code != 137 && code != 152)) || printf '\\2\\0' >> /log/argv",
    "done",
    "exit 0",
  ].join("\n");
  const programs = [...new Set([...REAL, ...(box.real ?? [])])];
  const binds = programs.flatMap((name) => ["--ro-bind", program(name), `/bin/${name}`]);
  const tools = ["rm", "mkdir", "mkfifo", "timeout"].flatMap((name) => [
    "--ro-bind",
    program(name),
    `/driver/${name}`,
  ]);
  const stubs = box.stubs.flatMap((name) => ["--ro-bind", path.join(bin, name), `/bin/${name}`]);
  const libraries = ["/lib", "/lib64", "/usr/lib"].filter((one) => existsSync(one));
  const { status, stderr, error } = spawnSync(
    "bwrap",
    [
      ...[
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--uid",
        "65534",
        "--gid",
        "65534",
      ],
      ...[
        "--tmpfs",
        "/",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--tmpfs",
        "/tmp",
        "--dir",
        "/w",
        "--dir",
        "/home/u",
      ],
      ...libraries.flatMap((one) => ["--ro-bind", one, one]),
      ...["--ro-bind", program("dash"), "/bin/dash", ...binds, ...tools, ...stubs],
      ...["--ro-bind", texts, "/scripts", "--bind", log, "/log", "--chdir", "/w"],
      ...["--clearenv", "--", "/bin/bash", "-c", driver],
    ],
    { encoding: "utf8", timeout: 600_000 },
  );
  if (error !== undefined) throw new Error("the box did not end by itself: not a result", { cause: error });
  if (status !== 0) throw new Error(`the box ended with ${status}: ${stderr.slice(0, 2_000)}`);
  return readLog(readFileSync(path.join(log, "argv"), "utf8"), scripts.length);
}

function program(name: string): string {
  for (const folder of ["/usr/bin", "/bin"])
    if (existsSync(path.join(folder, name))) return path.join(folder, name);
  throw new Error(`expected the program ${name}`);
}

function readLog(text: string, count: number): readonly ScriptRun[] {
  const all: { executions: Execution[]; cutOff: boolean }[] = [];
  const fields = text.split("\0");
  for (let i = 0; i < fields.length - 1;) {
    const field = fields[i++] ?? "";
    const last = all.at(-1);
    if (field === BEGIN) all.push({ executions: [], cutOff: false });
    else if (last === undefined) throw new Error("the log of the box does not begin with a script");
    else if (field === CUT_OFF) last.cutOff = true;
    else {
      const length = Number(fields[i++]) + 1;
      last.executions.push({ directory: field, argv: fields.slice(i, i + length) });
      i += length;
    }
  }
  if (all.length !== count) throw new Error(`expected ${count} scripts to run, got ${all.length}`);
  return all;
}

/**
 * What scripts executed that no limit may end.
 *
 * @throws where one did: that is not a result.
 */
export function finished(runs: readonly ScriptRun[]): readonly (readonly Execution[])[] {
  return runs.map(({ executions, cutOff }, i) => {
    if (cutOff) throw new Error(`script ${i} met a limit of the box and did not finish: not a result`);
    return executions;
  });
}
