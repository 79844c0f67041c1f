import { join } from "node:path";
import { MARKED } from "../daemon/daemon-mark.js";
import { NO_OPT } from "@gatehouse-hooks/console";
import { PROJECT_VARIABLES } from "@gatehouse-hooks/local/places";
import type { Launcher } from "./launcher.js";
import { LOADERS } from "./loaders.table.js";
import { COMMANDS, FIRST_LINE, NAMES, SNAPSHOT_OPTIONS, VARIABLES } from "./snapshot/script-words.table.js";
import { anyShellWord, unquotedWords } from "./shell-word.js";

/** Beside the program's own file: the snapshot that hooks start from. */
export const SNAPSHOT = "compiled/hook.snapshot";

/**
 * For glibc; other libraries do not know it. A fifth of what a start costs is the first touch of small pages: it takes large ones,
 * where the system has them. One arena: each thread would otherwise clear a large page for its own.
 */
const LARGE_PAGES =
  "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1:glibc.malloc.top_pad=16777216";

/** The first of the variables that is set. */
const FIRST_PROJECT = PROJECT_VARIABLES.reduceRight(
  (rest, name) => (rest === "" ? `$${name}` : `\${${name}:-${rest}}`),
  "",
);

/** Seconds that the daemon may take; the hook decides without it in what is left of the agent's time. */
const DAEMON_SECONDS = 22;

const WIDTH = 120;

/** The script that the settings of all agents start. */
export function hookFilePath(home: string): string {
  return join(home, ".gatehouse", "bin", "gatehouse-hook");
}

/**
 * The script: `$1` is the agent. It passes on what the hook printed only if that ended well: an agent takes the output of a hook that died
 * half-way for an answer, and most run the tool at every exit code but 2. Only where it has answered does it end by itself: whoever has
 * started it knows by that a script that was emptied or cut, or that cannot answer, from one that has nothing to say.
 *
 * Asking the daemon costs a fraction of starting Node. Standard input can be read only once, so the payload is in a variable.
 */
export function hookFile(launcher: Launcher): string {
  const { node, binary: program, socket, curl, cat } = launcher;
  const asks = socket !== undefined && curl !== undefined && cat !== undefined;
  const values = asks ? { node, program, socket, curl, cat } : { node, program };
  return `${[
    FIRST_LINE,
    ...Object.entries(values).map(([name, value]) => `${name}=${anyShellWord(value)}`),
    BEGINNING,
    ...(asks ? ASKING : ALONE),
    END,
  ].join("\n")}\n`;
}

/** Lines that a person can read. */
function unset(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length >= WIDTH) lines.push(`unset ${name}`);
    else lines[lines.length - 1] = `${last} ${name}`;
  }
  return lines.join("\n");
}

const BEGINNING = `
# What would run other code first: functions and variables of the environment.
unset -f ${COMMANDS.map((name) => anyShellWord(name)).join(" ")}
${unset(LOADERS)}
# A variable that has come from the environment would go on to what is started.
${unset(VARIABLES)}

# The program after its start, made by \`gatehouse init\`. Without it Node starts the program itself.
snapshot=\${program%/*}/${SNAPSHOT}
[ ! -L "$snapshot" ] && [ -f "$snapshot" ] && [ -O "$snapshot" ] || snapshot=
`;

/**
 * What starts Node. A Node that does not know the options of the snapshot (9), a snapshot of another Node (14) or a damaged one (a signal)
 * ends before standard input is read.
 */
const decided = (before: string, after: string): readonly string[] => [
  `decide() {`,
  `  out=$(${before}${LARGE_PAGES} \\`,
  `    "$node" ${NO_OPT} \${snapshot:+--snapshot-blob "$snapshot" ${SNAPSHOT_OPTIONS.join(" ")}} \\`,
  `    "$program" hook "$1"${after}); s=$?`,
  `}`,
  `[ $s = 0 ] || decide "$1"`,
  `case "$snapshot $s" in /*" 9" | /*" 14" | /*" "13[2-6] | /*" 139") snapshot=; decide "$1" ;; esac`,
];

const ALONE = ["s=1", ...decided("", "")];

const ASKING = [
  `payload=$("$cat")
s=1
out=
nl='
'
run=\${socket%/*}
folder="x-gatehouse-cwd: $PWD"
project=${FIRST_PROJECT}
[ -z "$project" ] || folder="x-gatehouse-project: $project"

# The daemon is asked through a socket of this user. Its answer begins and ends with a mark that only this user can read.
ask() {
  case $folder in *[[:cntrl:]]*) return ;; esac
  # The span of the agent that this call is below, where it has one.
  case $TRACEPARENT in *[!0-9a-f-]*) ;; *) parent=$TRACEPARENT ;; esac
  [ ! -L "$run" ] && [ -O "$run" ] || return
  [ ! -L "$socket" ] && [ -S "$socket" ] && [ -O "$socket" ] || return
  [ ! -L "$run/daemon.mark" ] && [ -f "$run/daemon.mark" ] && [ -O "$run/daemon.mark" ] || return
  IFS= read -r mark <"$run/daemon.mark" || return
  case $mark in *[!0-9a-f]*) return ;; esac
  [ \${#mark} = 64 ] || return
  # -q first: no settings file counts. Nor does a proxy.
  out=$(unset LD_LIBRARY_PATH DYLD_LIBRARY_PATH; printf %s "$payload" | "$curl" -q -sf --noproxy "*" --max-time ${DAEMON_SECONDS} \\
    -H Expect: -H "$folder" -H "x-gatehouse-caller: $PPID" -H "traceparent: $parent" -w "%{http_code}" --unix-socket "$socket" --data-binary @- "http://gatehouse/hook/$1?${MARKED}") || return
  case $out in "$mark$nl"*"$nl$mark"200) ;; *) return ;; esac
  out=\${out#"$mark$nl"}
  out=\${out%"$nl\${mark}200"}
  out=\${out%"\${out##*[!$nl]}"}
  s=0
}
ask "$1"

# No daemon, or anything but its answer.`,
  ...decided(`printf %s "$payload" | `, " --daemon auto"),
];

const END = `
[ $s = 0 ] && { printf %s "$out" && trap - 0 && exit 0; }
echo "gatehouse: no decision (exit $s); see: gatehouse doctor $1" >&2
false`;

/** What a script of ours starts, of this version or another; undefined: it is another's, or was changed. */
export function readHookFile(text: string): Launcher | undefined {
  if (!text.startsWith(FIRST_LINE)) return undefined;
  const values = new Map<string, string>();
  for (const word of unquotedWords(text.slice(FIRST_LINE.length))) {
    const name = NAMES.find((one) => word.startsWith(`${one}=`));
    if (name === undefined) break;
    values.set(name, word.slice(name.length + 1));
  }
  const [node, binary, socket, curl, cat] = NAMES.map((name) => values.get(name));
  if (node === undefined || binary === undefined) return undefined;
  return {
    node,
    binary,
    ...(socket !== undefined && { socket }),
    ...(curl !== undefined && { curl }),
    ...(cat !== undefined && { cat }),
  };
}
