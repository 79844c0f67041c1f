import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync, mkdirSync, chmodSync } from "node:fs";
import path from "node:path";
import { requireProgram } from "../../../../test/require-program.js";

/** One execution of a stub by a real shell. */
export interface Execution {
  readonly argv: readonly string[];
  readonly directory: string;
}

/** What runs inside beside the stubs: copies of the real ones. */
const REAL = ["bash", "cat", "env"];

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
 * @returns what each script executed, in order
 */
export function runInBox(
  scripts: readonly string[],
  box: Box,
  folder: string,
): readonly (readonly Execution[])[] {
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
    // What runs in the background writes into the log, too: it gets some time, and then an end.
    "others() { local p; for p in /proc/[1-9]*; do [[ ${p##*/} == 1 || ${p##*/} == $$ ]] || return 0; done; return 1; }",
    "settle() { local i; for ((i = 0; i < 20; i++)); do others || return; read -t 0.01 -u 9; done; kill -KILL -1; while others; do read -t 0.01 -u 9; done; }",
    `for ((i = 0; i < ${scripts.length}; i++)); do`,
    "  printf '\\1\\0' >> /log/argv",
    "  /driver/rm -rf /w/p /t; /driver/mkdir -p /w/p /t/d",
    // The limits are those of each script: the driver's own time would add up.
    "  (cd /w/p && ulimit -t 2 -f 2048 && HOME=/home/u PATH=/bin exec /driver/timeout -s KILL 5 /bin/bash /scripts/$i < /dev/null > /dev/null 2>&1 9>&-)",
    "  settle",
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
  const { status, stderr } = spawnSync(
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
  if (status !== 0) throw new Error(`the box ended with ${status}: ${stderr.slice(0, 2_000)}`);
  return readLog(readFileSync(path.join(log, "argv"), "utf8"), scripts.length);
}

function program(name: string): string {
  for (const folder of ["/usr/bin", "/bin"])
    if (existsSync(path.join(folder, name))) return path.join(folder, name);
  throw new Error(`expected the program ${name}`);
}

function readLog(text: string, count: number): readonly (readonly Execution[])[] {
  const all: Execution[][] = [];
  const fields = text.split("\0");
  for (let i = 0; i < fields.length - 1;) {
    if (fields[i] === "\u0001") {
      all.push([]);
      i++;
      continue;
    }
    const length = Number(fields[i + 1]) + 1;
    all.at(-1)?.push({ directory: fields[i] ?? "", argv: fields.slice(i + 2, i + 2 + length) });
    i += 2 + length;
  }
  if (all.length !== count) throw new Error(`expected ${count} scripts to run, got ${all.length}`);
  return all;
}
