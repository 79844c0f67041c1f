/** A file or folder that the command reads or keeps beside policies. */
export interface KeptFile {
  /** `~` is the user's home. */
  readonly path: string;
  readonly is: string;
  /** What is lost with it. */
  readonly lost: string;
}

/** What is in the user's folders. The last part of each path is in the sources of the command, which a test looks at. */
export const KEPT_FILES: readonly KeptFile[] = [
  {
    path: "~/.gatehouse/settings.json",
    is: "The user's settings, see above.",
    lost: "`own-config` is in force again.",
  },
  {
    path: "~/.gatehouse/organisation.pub",
    is: "Pinned keys of the organisation, where `/etc/gatehouse/organisation.pub` does not exist.",
    lost: "The signed files do not count, which denies.",
  },
  {
    path: "~/.gatehouse/trust.json",
    is: "The project files that may act, by path and hash: `gatehouse trust`.",
    lost: "They are inert until they are trusted anew.",
  },
  {
    path: "~/.gatehouse/state/signed-versions.json",
    is: "The highest version of each signed file that was seen.",
    lost: "An older signed version would be taken.",
  },
  {
    path: "~/.gatehouse/state/audit",
    is: "The last line and the losses of each writer of a trail.",
    lost: "`audit verify` does not notice an end that was cut off.",
  },
  {
    path: "~/.gatehouse/state/init.json",
    is: "What `init` has changed, and beside it copies of the files.",
    lost: "`init --undo` puts nothing back.",
  },
  {
    path: "~/.gatehouse/audit",
    is: "The trail that `gatehouse audit` reads where none is named. Nothing writes it by itself.",
    lost: "The records.",
  },
  {
    path: "~/.gatehouse/cache/verdicts",
    is: "Verdicts of judges, for hooks.",
    lost: "The judge is asked again.",
  },
  {
    path: "~/.gatehouse/cache/hook-states",
    is: "What hooks of your own have counted, for each session.",
    lost: "They count from nothing.",
  },
  {
    path: "~/.gatehouse/approvals",
    is: "Calls that wait for `gatehouse approve`.",
    lost: "The agent has to try again.",
  },
  {
    path: "~/.gatehouse/snapshots",
    is: "What the builtin `snapshot` recorded.",
    lost: "`undo` has nothing.",
  },
  {
    path: "~/.gatehouse/bin/gatehouse-hook",
    is: "What the settings of agents start.",
    lost: "Every call is blocked; `gatehouse init` writes it.",
  },
  {
    path: "~/.gatehouse/run/daemon.sock",
    is: "The socket of the daemon; `daemon.mark`, by which its answers are known, and `daemon.log` beside it.",
    lost: "The next call starts another daemon.",
  },
  {
    path: "~/.cache/gatehouse",
    is: "Compiled policies ([stored sets](../stored-sets.md)).",
    lost: "The next decision compiles them.",
  },
];
