import { type Alternatives, hole, literalOf, showField } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import type { HandlerName } from "../programs/program-row.js";
import { readAwk } from "./awk.js";
import { readBase64 } from "./base64.js";
import { readDockerRun } from "./docker-run.js";
import { readFd, readFind } from "./find.js";
import { readGitCheckout } from "./git-checkout.js";
import { readGitConfigCommand } from "./git-config-command.js";
import { readGitFetch, readGitPush } from "./git-push.js";
import { readMktemp } from "./mktemp.js";
import { readParallel } from "./parallel.js";
import { readRsync } from "./rsync.js";
import { readSed } from "./sed.js";
import { readShellCall, readWindowsShell } from "./shell-handler.js";
import { readSocat } from "./socat.js";
import { readSsh } from "./ssh.js";
import { readTar } from "./tar.js";
import { readWatch } from "./watch.js";
import { readXargs } from "./xargs.js";

/** What data cannot say. */
export const HANDLERS: Readonly<Record<HandlerName, (context: ProgramCall) => Alternatives>> = {
  awk: readAwk,
  base64: readBase64,
  "docker-run": readDockerRun,
  fd: readFd,
  find: readFind,
  "git-checkout": readGitCheckout,
  "git-config": readGitConfigCommand,
  "git-fetch": readGitFetch,
  "git-push": readGitPush,
  kill: readKill,
  mktemp: readMktemp,
  parallel: readParallel,
  rsync: readRsync,
  sed: readSed,
  shell: readShellCall,
  "windows-shell": readWindowsShell,
  socat: readSocat,
  ssh: readSsh,
  tar: readTar,
  watch: readWatch,
  xargs: readXargs,
};

const LISTS: ReadonlySet<unknown> = new Set(["-l", "-L", "--list", "--table"]);

/** `kill`: signal 0 and lists only look. */
function readKill(context: ProgramCall): Alternatives {
  const args = context.call.fields.slice(1);
  const texts = args.map((one) => literalOf(one));
  const [first] = texts;
  if (args.length === 0 || LISTS.has(first)) return [hole()];
  const isZero =
    first === "-0" || first === "--signal=0" || ((first === "-s" || first === "-n") && texts[1] === "0");
  if (!isZero) context.action("process.kill", args.map((one) => showField(one)).join(" "), context.call.span);
  // Everything that may be signalled, or the process that all others come from.
  const last = texts.at(-1) ?? "";
  if (!isZero && (last === "1" || (last === "-1" && texts.length > 1)))
    context.action("system.power", last, context.call.span);
  return [hole()];
}
