import { REFUSED } from "./refusals.js";

/** Where the daemon writes what each box is started with, below its folder. */
export const CALLS = "calls";
/** Where it writes which hosts a box did not reach, in the folder of that. */
export const REFUSED_HOSTS = "refused-hosts";

/** What the script is made of. */
interface BoxScript {
  /** What it starts, absolute: `node`, `program`, `bwrap` and `BOX_PROGRAMS`; and the daemon's `socket`. Each is quoted for a shell. */
  readonly values: Readonly<Record<string, string>>;
  /** Variables that would run other code in what asks the daemon. */
  readonly loaders: readonly string[];
  /** What has the daemon's answer marked. */
  readonly marked: string;
}

/** Programs that the script needs; where one is missing Node makes the box. */
export const BOX_PROGRAMS = ["curl", "env", "setsid", "nsenter", "mkfifo", "tee", "grep", "rm"] as const;

/** Seconds that the daemon may take. */
const DAEMON_SECONDS = 20;

/**
 * The script that starts a call in a box without Node. `$@` is what `gatehouse` is given: `box --told [--session NAME] -- PROGRAM…`. The daemon
 * says what `bwrap` is started with; where it does not answer, or what it says cannot be carried out, Node makes the box, or says why there is
 * not one: nothing is run without.
 *
 * The environment is that of the call, so that only what is started before it goes without the variables that would run other code.
 */
export function boxScript({ values, loaders, marked }: BoxScript): string {
  return [
    "# Made by Gatehouse: what starts a call in a box. Changes are lost; see docs/box.md.",
    ...Object.entries(values).map(([name, value]) => `gatehouse_${name}=${value}`),
    SCRIPT.replace("LOADERS", loaders.join(" ")).replace("MARKED", marked),
  ].join("\n");
}

/** Closes all descriptors but the streams, and starts the script again. */
const CLOSING =
  'for fd in /proc/$$/fd/*; do fd=${fd##*/}; [ $fd -lt 3 ] || eval "exec $fd>&-"; done; exec /bin/sh "$0" closed "$@"';

/** Variables of the script, which begin with `gatehouse_` so that none of the call's is lost. */
const VARIABLES = ["run", "session", "mark", "out", "nl", "id", "how", "folder", "first", "kid", "more"];

const SCRIPT = `
unset -f '[' command echo exec kill printf read trap unset wait 2>/dev/null
unset ${VARIABLES.map((name) => `gatehouse_${name}`).join(" ")}
# The box is given no descriptors but its streams.
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
gatehouse_nl='
'
gatehouse_run=\${gatehouse_socket%/*}

alone() {
  [ "$1" != closed ] || shift
  exec "$gatehouse_node" "$gatehouse_program" "$@"
}

# Whoever has a folder open reaches all that is in it.
[ ! -d /proc/$$/fd/0 ] && [ ! -d /proc/$$/fd/1 ] && [ ! -d /proc/$$/fd/2 ] || alone "$@"
# Descriptors that not every shell closes by their numbers: Bash does, once.
for gatehouse_first in /proc/$$/fd/??*; do
  [ ! -e "$gatehouse_first" ] || [ "$gatehouse_first" -ef "$0" ] || {
    [ "$1" != closed ] && [ -x /bin/bash ] || alone "$@"
    exec /bin/bash -p -c '${CLOSING}' "$0" "$@"
  }
done
gatehouse_first=
[ "$1" != closed ] || shift

case "$1 $2 $3" in
  "box --told --") gatehouse_more=3 ;;
  "box --told --session") [ "$5" = -- ] || alone "$@"; gatehouse_session=$4; gatehouse_more=5 ;;
  *) alone "$@" ;;
esac

# The daemon is asked through a socket of this user. Its answer begins and ends with a mark that only this user can read.
ask() {
  shift $gatehouse_more
  [ ! -L "$gatehouse_run" ] && [ -O "$gatehouse_run" ] || return 1
  [ ! -L "$gatehouse_socket" ] && [ -S "$gatehouse_socket" ] && [ -O "$gatehouse_socket" ] || return 1
  [ ! -L "$gatehouse_run/daemon.mark" ] && [ -f "$gatehouse_run/daemon.mark" ] && [ -O "$gatehouse_run/daemon.mark" ] || return 1
  IFS= read -r gatehouse_mark <"$gatehouse_run/daemon.mark" || return 1
  case $gatehouse_mark in *[!0-9a-f]*) return 1 ;; esac
  [ \${#gatehouse_mark} = 64 ] || return 1
  gatehouse_out=$(unset LOADERS LD_LIBRARY_PATH
    { printf '%s\\0' "$$" "$PWD" "$gatehouse_session" "$#" "$@" && "$gatehouse_env" -0; } |
      "$gatehouse_curl" -q -sf --noproxy "*" --max-time ${DAEMON_SECONDS} -H Expect: -w "%{http_code}" \\
        --unix-socket "$gatehouse_socket" --data-binary @- "http://gatehouse/box?MARKED") || return 1
  case $gatehouse_out in "$gatehouse_mark$gatehouse_nl"*"$gatehouse_nl\${gatehouse_mark}200") ;; *) return 1 ;; esac
  gatehouse_out=\${gatehouse_out#"$gatehouse_mark$gatehouse_nl"}
  gatehouse_out=\${gatehouse_out%"$gatehouse_nl\${gatehouse_mark}200"}
  # How it is watched, the process whose network it enters or 0, and its name.
  case $gatehouse_out in plain\\ *\\ * | watched\\ *\\ *) ;; *) return 1 ;; esac
  gatehouse_how=\${gatehouse_out%% *}
  gatehouse_out=\${gatehouse_out#* }
  gatehouse_more="$gatehouse_more \${gatehouse_out%% *}"
  gatehouse_id=\${gatehouse_out#* }
  gatehouse_folder=$gatehouse_run/${CALLS}/$gatehouse_id
  case $gatehouse_id in *[!0-9a-f-]* | "") return 1 ;; esac
}
ask "$@" || alone "$@"

# The first process of the box: it waits for the command, which alone gets a signal.
pass() {
  while IFS= read -r gatehouse_out; do
    case $gatehouse_out in *child-pid*) gatehouse_first=\${gatehouse_out##*child-pid\\": }; gatehouse_first=\${gatehouse_first%%[!0-9]*} ;; esac
  done <"$gatehouse_folder/status"
  gatehouse_kid=
  { IFS=' ' read -r gatehouse_kid gatehouse_out <"/proc/$gatehouse_first/task/$gatehouse_first/children"; } 2>/dev/null
  kill -s "$1" "\${gatehouse_kid:-$gatehouse_box}" 2>/dev/null
}

# What the command says on standard error goes on as it is, and is looked through beside that.
watch() {
  "$gatehouse_mkfifo" "$gatehouse_folder/err" "$gatehouse_folder/copy" || return 1
  "$gatehouse_tee" -p "$gatehouse_folder/copy" <"$gatehouse_folder/err" >&2 &
  gatehouse_tee_process=$!
  LC_ALL=C "$gatehouse_grep" -a -q -E '${REFUSED.source}' <"$gatehouse_folder/copy" &
  gatehouse_grep_process=$!
}

boxed() {
  shift "\${gatehouse_more%% *}"
  gatehouse_more=\${gatehouse_more#* }
  echo >"$gatehouse_folder/status" || return 1
  command exec 5<&0 || return 1
  for gatehouse_out in HUP INT TERM USR1 USR2; do trap "pass $gatehouse_out" "$gatehouse_out"; done
  gatehouse_err=
  if [ "$gatehouse_how" = watched ] && [ ! -t 2 ]; then
    watch && gatehouse_err=$gatehouse_folder/err || return 1
  fi
  start "$@" &
  gatehouse_box=$!
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
    done <"$gatehouse_folder/status"
    return 1
  fi
}

# A shell starts what is in the background without these signals: the command has them again.
start() {
  set -- "$gatehouse_bwrap" --json-status-fd 3 --args 4 -- "$@"
  [ "$gatehouse_more" = 0 ] ||
    set -- "$gatehouse_nsenter" "--user=/proc/$gatehouse_more/ns/user" "--net=/proc/$gatehouse_more/ns/net" --preserve-credentials -- "$@"
  set -- "$gatehouse_setsid" "$gatehouse_env" --default-signal=INT,QUIT "$@"
  if [ -n "$gatehouse_err" ]; then exec 2>"$gatehouse_err"; fi
  exec "$@" <&5 5<&- 3>>"$gatehouse_folder/status" 4<"$gatehouse_folder/args"
}

if boxed "$@"; then
  {
    IFS= read -r gatehouse_told && IFS= read -r gatehouse_unsound
    while IFS= read -r gatehouse_out; do
      [ -e "$gatehouse_out" ] || [ -L "$gatehouse_out" ] || continue
      "$gatehouse_rm" -rf -- "$gatehouse_out"
      printf '%s\\n' "gatehouse box: \\\`$gatehouse_out\\\`, which the command has made, is removed" >&2
    done
  } <"$gatehouse_folder/said"
  if [ -f "$gatehouse_folder/${REFUSED_HOSTS}" ]; then
    while IFS= read -r gatehouse_out; do printf '%s\\n' "$gatehouse_out" >&2; done <"$gatehouse_folder/${REFUSED_HOSTS}"
  fi
  if [ $gatehouse_refused = 0 ]; then
    printf '%s\\n' "$gatehouse_unsound" >&2
    : >"$gatehouse_run/${CALLS}/$gatehouse_id.refused"
  else
    : >"$gatehouse_run/${CALLS}/$gatehouse_id.end"
  fi
  [ $gatehouse_s = 0 ] || printf '%s\\n' "$gatehouse_told" >&2
  exit $gatehouse_s
fi
trap - HUP INT TERM USR1 USR2
: >"$gatehouse_run/${CALLS}/$gatehouse_id.end"
alone "$@"
`;
