import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { requireProgram } from "../../../../test/require-program.js";

/** What a command did to files, as the kernel saw it: absolute paths. */
export interface Traced {
  /** Opened for writing, made, linked, renamed to, or with other rights or times; and there at the end. */
  readonly writes: readonly string[];
  /** There before, and not at the end. */
  readonly deletes: readonly string[];
  /** Still there, and read: of programs alone. */
  readonly reads?: readonly string[];
  /** Those of `writes` that are folders, where it is known which are. */
  readonly folders?: readonly string[];
}

/** What is there before each command. */
export const FIXTURE = String.raw`
rm -rf /w /home/u; mkdir -p /w/p /w/q /home/u; cd /w/p
printf '1\n2\n3\n' > a; printf '1\n4\n3\n' > b; printf '3\n1\n2\n' > c; printf 'x\n' > f.txt
mkdir -p d/e n; printf 'y\n' > d/a; printf 'z\n' > d/e/f;
diff -u a b > p.diff; tar cf t.tar f.txt d; gzip -k c; bzip2 -k c; zip -q z.zip f.txt d/a
chmod -R go+rwX /w
`;

const TRACED =
  "open,openat,openat2,creat,rename,renameat,renameat2,mkdir,mkdirat,mknod,mknodat,link,linkat,symlink,symlinkat,truncate,ftruncate,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,utimensat,utime,utimes,setxattr,fallocate,chdir,fchdir,clone,clone3,fork,vfork";

/**
 * Runs commands by real bash and the system's programs under `strace`, each with the same files in `/w/p`, in a box with a private
 * root: the system read-only, no network, no other processes, an unprivileged user. Refuses to run without bubblewrap and strace.
 *
 * @param folder an empty directory for what goes in and comes out
 */
export function traceInBox(commands: readonly string[], folder: string): readonly Traced[] {
  requireProgram("strace");
  const log = path.join(folder, "log");
  const texts = path.join(folder, "scripts");
  for (const one of [log, texts]) mkdirSync(one);
  chmodSync(log, 0o777);
  for (const [i, command] of commands.entries()) writeFileSync(path.join(texts, String(i)), command);
  writeFileSync(path.join(texts, "fixture"), FIXTURE);
  const driver = [
    `for ((i = 0; i < ${commands.length}; i++)); do`,
    "  bash /scripts/fixture; find /w /home /tmp > /log/$i.before",
    `  (cd /w/p && ulimit -t 3 -f 4096 && HOME=/home/u exec timeout -s KILL 10 strace -f -y -s 1000 -e trace=${TRACED} -o /log/$i bash /scripts/$i < /dev/null > /dev/null 2>&1)`,
    "  chmod -R u+rwX /w /home/u > /dev/null 2>&1; find /w /home /tmp > /log/$i.after",
    "done",
    "exit 0",
  ].join("\n");
  runInRoot(["--ro-bind", texts, "/scripts", "--bind", log, "/log"], ["/usr/bin/bash", "-c", driver]);
  const text = (name: string): string => readFileSync(path.join(log, name), "utf8");
  return commands.map((_, i) => {
    const after = new Set(text(`${i}.after`).split("\n"));
    const before = text(`${i}.before`).split("\n");
    return {
      writes: writesOf(text(String(i))).filter((one) => after.has(one)),
      deletes: before.filter((one) => one !== "" && !after.has(one)),
    };
  });
}

/**
 * Runs a program in a box with a private root: the system read-only, no network, no other processes, an unprivileged user. `/w` and
 * `/home` are empty. Refuses to run without bubblewrap.
 *
 * @param binds options of bubblewrap, for what else is there
 * @returns what it says on standard output
 */
export function runInRoot(binds: readonly string[], argv: readonly string[]): string {
  requireProgram("bwrap", "bubblewrap");
  const links = ["bin", "sbin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]);
  const configured = ["/etc/alternatives", "/etc/passwd", "/etc/group", "/etc/ld.so.cache"]
    .filter((one) => existsSync(one))
    .flatMap((one) => ["--ro-bind", one, one]);
  const { status, stdout, stderr } = spawnSync(
    "bwrap",
    [
      ..."--unshare-all --die-with-parent --new-session --cap-drop ALL --uid 65534 --gid 65534".split(" "),
      ..."--tmpfs / --proc /proc --dev /dev --tmpfs /tmp --dir /w --dir /home --ro-bind /usr /usr".split(" "),
      ...[...links, ...configured, ...binds, "--chdir", "/"],
      ..."--clearenv --setenv PATH /usr/bin:/usr/sbin --setenv LC_ALL C --".split(" "),
      ...argv,
    ],
    { encoding: "utf8", timeout: 900_000, maxBuffer: 1e9 },
  );
  if (status !== 0) throw new Error(`the box ended with ${status}: ${stderr.slice(0, 2_000)}`);
  if (stderr) console.error(stderr.slice(-6000));
  return stdout;
}

/** The paths of successful calls that change one. */
function writesOf(log: string): readonly string[] {
  const found = new Set<string>();
  const directories = new Map<string, string>();
  const lines = joinedLines(log);
  const parents = new Map<string, string>();
  for (const line of lines) {
    const [, parent = "", child] = /^(\d+) +(?:clone3?|v?fork)\(.*\) += (\d+)/.exec(line) ?? [];
    if (child !== undefined) parents.set(child, parent);
  }
  /** Where a process is: where it went itself, else where its parent is when it begins. */
  const directoryOf = (process: string): string => {
    const known = directories.get(process);
    if (known !== undefined) return known;
    const parent = parents.get(process);
    const begun = parent === undefined ? "/w/p" : directoryOf(parent);
    directories.set(process, begun);
    return begun;
  };
  for (const line of lines) {
    const call = /^(\d+) +(\w+)\((.*)\) += (\d+)(?:<([^>]*)>)?/.exec(line);
    if (call === null) continue;
    const [, process = "", name = "", args = "", , opened] = call;
    const directory = directoryOf(process);
    if (/^(?:clone3?|v?fork)$/.test(name)) continue;
    const paths = pathsOf(args, directory);
    if (name === "chdir" || name === "fchdir") directories.set(process, paths.at(-1) ?? directory);
    else if (name.startsWith("open") || name === "creat") {
      if (name === "creat" || /O_(?:WRONLY|RDWR|CREAT|TRUNC)/.test(args))
        found.add(opened ?? paths.at(-1) ?? "");
    } else found.add(paths.at(-1) ?? "");
  }
  return [...found].filter((one) => /^\/(?:w|home|tmp)\//.test(one));
}

/** A call that another process interrupted is in two lines. */
function joinedLines(log: string): readonly string[] {
  const open = new Map<string, string>();
  const all: string[] = [];
  for (const line of log.split("\n")) {
    const process = /^\d+/.exec(line)?.[0] ?? "";
    const begun = line.indexOf(" <unfinished ...>");
    const resumed = /<\.\.\. \w+ resumed>/.exec(line);
    if (begun !== -1) open.set(process, line.slice(0, begun));
    else if (resumed !== null) {
      all.push((open.get(process) ?? "") + line.slice(resumed.index + resumed[0].length));
      open.delete(process);
    } else all.push(line);
  }
  return all;
}

/** The paths among the arguments: strings, relative to the descriptor before them, or descriptors alone. */
function pathsOf(args: string, directory: string): readonly string[] {
  const paths: string[] = [];
  let base = directory;
  for (const match of args.matchAll(/(?:AT_FDCWD|\d+)<([^>]*)>|"((?:[^"\\]|\\.)*)"/g)) {
    if (match[1] !== undefined) {
      base = match[1];
      if (!args.slice(match.index + match[0].length).startsWith(', "')) paths.push(base);
    } else paths.push(path.posix.resolve(base, match[2] ?? ""));
  }
  return paths;
}
