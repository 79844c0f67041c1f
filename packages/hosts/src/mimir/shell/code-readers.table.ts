/**
 * What reads its arguments, or its standard input, as code. Shell quoting does not protect inside it, so a value may
 * not be in that code.
 */

/** Every argument is code, or names a variable (whose subscript bash evaluates). */
export const CODE_IN_EVERY_ARGUMENT: ReadonlySet<string> = new Set(
  (
    "eval let unset read mapfile readarray getopts trap alias bind complete compgen enable set source . " +
    "ssh rsh mosh su at batch watch parallel make gmake expect script tmux screen flock " +
    "psql mysql mariadb sqlite3 osascript pwsh powershell cmd crontab"
  ).split(" "),
);

/** Of these, the ones that also run what comes on their standard input. */
export const CODE_ON_INPUT: ReadonlySet<string> = new Set(
  "ssh rsh su at batch parallel psql mysql mariadb sqlite3 osascript pwsh powershell cmd crontab make gmake".split(
    " ",
  ),
);

/** Declare variables: `NAME=value` is safe, the rest is not. */
export const DECLARATIONS: ReadonlySet<string> = new Set([
  "export",
  "readonly",
  "local",
  "declare",
  "typeset",
]);

/** Run the command in their arguments. */
export const WRAPPERS: ReadonlySet<string> = new Set(
  (
    "exec command builtin env sudo doas nohup time timeout nice ionice stdbuf setsid xargs chronic unbuffer " +
    "busybox chroot unshare nsenter strace ltrace"
  ).split(" "),
);
