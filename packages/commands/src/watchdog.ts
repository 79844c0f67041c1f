import { type ChildProcess, spawn } from "node:child_process";

/** Ends process groups when this process is ended so suddenly that it cannot do so itself. */
interface Watchdog {
  /** From now on the group, and whatever has the mark among its variables, ends with this process. */
  watch(group: number, mark: string): void;
  /** It has ended, or may live on. */
  forget(group: number, mark: string): void;
}

/**
 * Reads `+ GROUP MARK` and `- GROUP MARK` until its input ends, which happens when the process at the other end is gone,
 * however it went. Then it kills the groups that are left, and what carries one of their marks: a daemon has left its group, but
 * keeps its variables.
 */
const SCRIPT = `
living=
while read -r op group mark; do
  case $op in
    +) living="$living $group:$mark" ;;
    -) rest=
       for one in $living; do [ "$one" = "$group:$mark" ] || rest="$rest $one"; done
       living=$rest ;;
  esac
done
for one in $living; do kill -KILL -- "-\${one%%:*}" 2>/dev/null; done
for one in $living; do
  for file in $(grep -lsF -- "\${one#*:}" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}" 2>/dev/null
  done
done
`;

let dog: ChildProcess | undefined;

/**
 * The watchdog of this process: one \`sh\`, started with the first command, in a separate session. It costs nothing but its
 * start, and ends with this process.
 */
export const watchdog: Watchdog = {
  watch: (group, mark) => tell(`+ ${group} ${mark}\n`),
  forget: (group, mark) => {
    if (dog !== undefined) tell(`- ${group} ${mark}\n`);
  },
};

function tell(line: string): void {
  dog ??= start();
  dog?.stdin?.write(line);
}

/** Undefined without a shell: commands then end with this process only when it ends in an orderly way. */
function start(): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  try {
    const child = spawn("/bin/sh", ["-c", SCRIPT], {
      // A separate group: killing the group of this process does not kill it.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      cwd: "/",
      // Not the variables of this process: it would find itself by a mark among them.
      env: { PATH: "/usr/bin:/bin" },
    });
    const gone = (): void => {
      if (dog === child) dog = undefined;
    };
    child.on("error", gone);
    child.on("exit", gone);
    child.stdin.on("error", gone);
    // Neither it nor the pipe keeps this process alive.
    child.unref();
    (child.stdin as unknown as { unref?: () => void }).unref?.();
    return child;
  } catch {
    return undefined;
  }
}
