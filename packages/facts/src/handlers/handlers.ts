import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  originsOf,
  showField,
  textFrom,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import type { HandlerName } from "../programs/program-row.js";
import { readAwk } from "./awk.js";
import { readDockerRun } from "./docker-run.js";
import { readFd, readFind } from "./find.js";
import { readGitCheckout } from "./git-checkout.js";
import { readGitConfigCommand } from "./git-config-command.js";
import { readGitFetch, readGitPush } from "./git-push.js";
import { readMktemp } from "./mktemp.js";
import { readParallel } from "./parallel.js";
import { readRsync } from "./rsync.js";
import { readSed } from "./sed.js";
import { readShellCall } from "./shell-handler.js";
import { readSocat } from "./socat.js";
import { readSsh } from "./ssh.js";
import { readTar } from "./tar.js";
import { readXargs } from "./xargs.js";
import { applyUsage, reportArguments } from "../programs/apply-usage.js";
import { runFrom } from "../programs/run-wrapped.js";
import { decodeBase64 } from "./decode-base64.js";

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
  socat: readSocat,
  ssh: readSsh,
  tar: readTar,
  watch: readWatch,
  xargs: readXargs,
};

/** `kill`: signal 0 and lists only look. */
function readKill(context: ProgramCall): Alternatives {
  const args = context.call.fields.slice(1);
  const texts = args.map((one) => literalOf(one));
  const [first] = texts;
  if (args.length === 0 || first === "-l" || first === "-L" || first === "--list" || first === "--table")
    return [hole()];
  const isZero =
    first === "-0" ||
    (first === "-s" && texts[1] === "0") ||
    (first === "-n" && texts[1] === "0") ||
    first === "--signal=0";
  if (!isZero) context.action("process.kill", args.map((one) => showField(one)).join(" "), context.call.span);
  // Everything that may be signalled, or the process that all others come from.
  const last = texts.at(-1) ?? "";
  if (!isZero && (last === "1" || (last === "-1" && texts.length > 1)))
    context.action("system.power", last, context.call.span);
  return [hole()];
}

/** `watch`: its words, joined by blanks, are code; with `-x` they are a command. */
function readWatch(context: ProgramCall): Alternatives {
  reportArguments(context);
  const { call, parsed } = context;
  const from = parsed.stop;
  if (parsed.asks || from >= call.fields.length) return [hole()];
  if (context.has("-x") || context.name === "entr") {
    runFrom(context, from, false);
    return [hole()];
  }
  const code = call.fields
    .slice(from)
    .reduce<Field>((all, one, i) => (i === 0 ? one : joinFields(joinFields(all, " "), one)), "");
  const isOne = from === call.fields.length - 1;
  context.world.code(code, {
    via: "watch",
    offset: isOne ? (call.offsets[from] ?? -1) : -1,
    span: [context.spanOf(from)[0], context.spanOf(call.fields.length - 1)[1]],
  });
  return [hole()];
}

/** `base64`: what it decodes is known when its input is. */
function readBase64(context: ProgramCall): Alternatives {
  const output = applyUsage(context);
  if (!context.has("-d")) return output;
  const sources = context.sources.length === 0 ? [context.call.input.content] : context.sources;
  // Without anything to read it decodes what it is given later.
  if (context.sources.length === 0 && context.call.input.kind === "none")
    return [hole([{ kind: "decoded" }])];
  const [only] = sources;
  if (sources.length !== 1 || only === undefined) return output;
  return only.map((field): Field => {
    const from = uniteOrigins([{ kind: "decoded" }], originsOf(field));
    const known = literalOf(field);
    const decoded = known === null ? null : decodeBase64(known);
    return decoded === null ? hole(from) : textFrom(decoded, from);
  });
}
