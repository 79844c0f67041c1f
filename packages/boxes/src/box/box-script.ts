import { REFUSED } from "./refusals.js";

/** Where the daemon writes what each box is started with, below its folder. */
export const CALLS = "calls";
/** Where it writes which hosts a box did not reach, beside what that was started with. */
export const REFUSED_HOSTS = "refused-hosts";

/** What the script is made of. */
interface BoxScript {
  /** What it starts, absolute: `node`, `program`, `bwrap` and `BOX_PROGRAMS`; and the daemon's folder, `run`. Each is quoted for a shell. */
  readonly values: Readonly<Record<string, string>>;
}

/** Programs that the script needs; where one is missing Node makes the box. */
export const BOX_PROGRAMS = ["nsenter", "mkfifo", "tee", "grep", "rm"] as const;

/** What says, in the daemon's folder, which process answers, and by which descriptor it has this file open. */
export const DAEMON = "daemon.boxes";
/** What an answer begins with: one that was cut off does not count. */
export const ASKING = "box ";

/** Seconds that the daemon may take. */
const DAEMON_SECONDS = 20;

/**
 * The script that starts a call in a box without Node. `$@` is what `gatehouse` is given: `box --told [--session NAME] -- PROGRAM…`. The daemon
 * says what `bwrap` is started with; where it does not answer, or what it says cannot be carried out, Node makes the box, or says why there is
 * not one: nothing is run without. It waits for the answer at a pipe, which only Bash does with an end.
 */
export function boxScript({ values }: BoxScript): string {
  return [
    "# Made by Gatehouse: what starts a call in a box. Changes are lost; see docs/box.md.",
    ...Object.entries(values).map(([name, value]) => `gatehouse_${name}=${value}`),
    SCRIPT,
  ].join("\n");
}

/** Variables of the script, which begin with `gatehouse_` so that none of the call's is lost. */
const VARIABLES = ["daemon", "out", "how", "call", "first", "kid", "more"];

const SCRIPT = `
[ -n "$BASH_VERSION" ] || [ ! -x /bin/bash ] || exec /bin/bash -p "$0" "$@"
unset -f '[' command echo exec kill printf read trap unset wait 2>/dev/null
unset ${VARIABLES.map((name) => `gatehouse_${name}`).join(" ")}
alone() {
  exec "$gatehouse_node" "$gatehouse_program" "$@"
}
[ -n "$BASH_VERSION" ] || alone "$@"

# Whoever has a folder open reaches all that is in it, and the box is given no descriptors but its streams.
[ ! -d /proc/$$/fd/0 ] && [ ! -d /proc/$$/fd/1 ] && [ ! -d /proc/$$/fd/2 ] || alone "$@"
for gatehouse_first in /proc/$$/fd/*; do
  gatehouse_first=\${gatehouse_first##*/}
  [ "$gatehouse_first" -lt 3 ] || [ "/proc/$$/fd/$gatehouse_first" -ef "$0" ] || eval "exec $gatehouse_first>&-"
done
gatehouse_first=

case "$1 $2 $3" in
  "box --told --") gatehouse_more=3 ;;
  "box --told --session") [ "$5" = -- ] || alone "$@"; gatehouse_more=5 ;;
  *) alone "$@" ;;
esac

# The daemon sees that it is asked, and what this process is: its words, its folder and its environment.
ask() {
  gatehouse_out=$gatehouse_run/${CALLS}
  [ ! -L "$gatehouse_run" ] && [ -O "$gatehouse_run" ] && [ ! -L "$gatehouse_out" ] && [ -O "$gatehouse_out" ] || return 1
  [ ! -L "$gatehouse_run/${DAEMON}" ] && [ -O "$gatehouse_run/${DAEMON}" ] || return 1
  IFS=' ' read -r gatehouse_daemon gatehouse_first <"$gatehouse_run/${DAEMON}" || return 1
  case $gatehouse_daemon-$gatehouse_first in *[!0-9-]* | "-"* | *"-") return 1 ;; esac
  # It has the file open that names it: no other process that has its number by now, or elsewhere.
  [ "/proc/$gatehouse_daemon/fd/$gatehouse_first" -ef "$gatehouse_run/${DAEMON}" ] || return 1
  gatehouse_first=
  gatehouse_call=$gatehouse_out/$$-$RANDOM$RANDOM
  "$gatehouse_mkfifo" "$gatehouse_call.pipe" "$gatehouse_call.err" "$gatehouse_call.copy" && command exec 6<>"$gatehouse_call.pipe" && : >"$gatehouse_call.ask" || return 1
  IFS= read -r -t ${DAEMON_SECONDS} gatehouse_out <&6 || return 1
  exec 6>&-
  # How it is watched, the process whose network it enters or 0, and the one whose mounts.
  case $gatehouse_out in "${ASKING}plain "* | "${ASKING}watched "*) ;; *) return 1 ;; esac
  gatehouse_out=\${gatehouse_out#${ASKING}}
  gatehouse_how=\${gatehouse_out%% *}
  gatehouse_out=\${gatehouse_out#* }
  case $gatehouse_out in *[!0-9" "]* | *" "*" "* | " "* | *" ") return 1 ;; *" "*) ;; *) return 1 ;; esac
  gatehouse_more="$gatehouse_more $gatehouse_out"
}
ask "$@" || { exec 6>&-; alone "$@"; }

# The first process of the box: it waits for the command, which alone gets a signal.
pass() {
  while IFS= read -r gatehouse_out; do
    case $gatehouse_out in *child-pid*) gatehouse_first=\${gatehouse_out##*child-pid\\": }; gatehouse_first=\${gatehouse_first%%[!0-9]*} ;; esac
  done <"$gatehouse_call.status"
  gatehouse_kid=
  { IFS=' ' read -r gatehouse_kid gatehouse_out <"/proc/$gatehouse_first/task/$gatehouse_first/children"; } 2>/dev/null
  kill -s "$1" "\${gatehouse_kid:-$gatehouse_box}" 2>/dev/null
}

# What the command says on standard error goes on as it is, and is looked through beside that.
watch() {
  "$gatehouse_tee" -p "$gatehouse_call.copy" <"$gatehouse_call.err" >&2 &
  gatehouse_tee_process=$!
  LC_ALL=C "$gatehouse_grep" -a -q -E '${REFUSED.source}' <"$gatehouse_call.copy" &
  gatehouse_grep_process=$!
}

boxed() {
  shift "\${gatehouse_more%% *}"
  gatehouse_more=\${gatehouse_more#* }
  echo >"$gatehouse_call.status" || return 1
  command exec 5<&0 || return 1
  for gatehouse_out in HUP INT TERM USR1 USR2; do trap "pass $gatehouse_out" "$gatehouse_out"; done
  gatehouse_err=
  if [ "$gatehouse_how" = watched ] && [ ! -t 2 ]; then
    watch && gatehouse_err=$gatehouse_call.err || return 1
  fi
  # A process group of its own, with the signals that others in the background go without: those of a terminal come here, and are passed on.
  set -m
  start "$@" &
  gatehouse_box=$!
  set +m
  while :; do
    wait "$gatehouse_box"
    gatehouse_s=$?
    [ $gatehouse_s -gt 128 ] || break
    kill -0 "$gatehouse_box" 2>/dev/null || break
  done
  exec 5<&-
  gatehouse_refused=1
  if [ -n "$gatehouse_err" ]; then
    wait "$gatehouse_tee_process"
    wait "$gatehouse_grep_process"
    gatehouse_refused=$?
  fi
  # Of what was killed it is not known how far it had come.
  if [ $gatehouse_s != 0 ] && [ $gatehouse_s -lt 128 ]; then
    gatehouse_out=
    while IFS= read -r gatehouse_out; do
      case $gatehouse_out in *exit-code*) return 0 ;; esac
    done <"$gatehouse_call.status"
    return 1
  fi
}

start() {
  set -- "$gatehouse_bwrap" --json-status-fd 3 --args 4 -- "$@"
  gatehouse_first=\${gatehouse_more#* }
  [ "$gatehouse_first" = 0 ] ||
    set -- "$gatehouse_nsenter" "--user=/proc/$gatehouse_first/ns/user" "--mount=/proc/$gatehouse_first/ns/mnt" --preserve-credentials -- "$@"
  gatehouse_more=\${gatehouse_more%% *}
  [ "$gatehouse_more" = 0 ] ||
    set -- "$gatehouse_nsenter" "--user=/proc/$gatehouse_more/ns/user" "--net=/proc/$gatehouse_more/ns/net" --preserve-credentials -- "$@"
  if [ -n "$gatehouse_err" ]; then exec 2>"$gatehouse_err"; fi
  exec "$@" <&5 5<&- 3>>"$gatehouse_call.status" 4<"$gatehouse_call.args"
}

if boxed "$@"; then
  {
    IFS= read -r gatehouse_told && IFS= read -r gatehouse_unsound
    while IFS= read -r gatehouse_out; do
      [ -e "$gatehouse_out" ] || [ -L "$gatehouse_out" ] || continue
      "$gatehouse_rm" -rf -- "$gatehouse_out"
      printf '%s\\n' "gatehouse box: \\\`$gatehouse_out\\\`, which the command has made, is removed" >&2
    done
  } <"$gatehouse_call.said"
  if [ -f "$gatehouse_call.${REFUSED_HOSTS}" ]; then
    while IFS= read -r gatehouse_out; do printf '%s\\n' "$gatehouse_out" >&2; done <"$gatehouse_call.${REFUSED_HOSTS}"
  fi
  if [ $gatehouse_refused = 0 ]; then
    printf '%s\\n' "$gatehouse_unsound" >&2
    : >"$gatehouse_call.refused"
  else
    : >"$gatehouse_call.end"
  fi
  [ $gatehouse_s = 0 ] || printf '%s\\n' "$gatehouse_told" >&2
  exit $gatehouse_s
fi
trap - HUP INT TERM USR1 USR2
: >"$gatehouse_call.end"
alone "$@"
`;
