import type { Alternatives } from "@gatehouse-hooks/shell";
import { literalOf, showField } from "@gatehouse-hooks/shell";
import type { CommandFact } from "../facts.js";
import { applyUsage } from "../programs/apply-usage.js";
import type { ProgramCall } from "../programs/program-call.js";
import { addAdded, pushTargets } from "../programs/push-targets.js";

/** `git push` and `git send-pack`: as its row says; what the same text has set before may make it one by force. */
export function readGitPush(context: ProgramCall): Alternatives {
  context.pushes = pushTargets(context);
  const output = applyUsage(context);
  if (context.parsed.asks || context.has("-n")) return output;
  const [first] = context.operands;
  if (first === undefined && !context.has("--repo")) addAdded(context, null);
  const remote = first === undefined ? null : literalOf(first.field);
  const forced = context.reading.lists.commands.some((one) => {
    const name = forcedRemote(one);
    return name !== null && (remote === null || name === "" || name === remote);
  });
  if (forced) context.action("git.force-push", remote, context.call.span);
  return output;
}

/** `git fetch`: as its row says; by force a branch of this side is another one afterwards. */
export function readGitFetch(context: ProgramCall): Alternatives {
  const output = applyUsage(context);
  if (context.parsed.asks || context.has("--dry-run")) return output;
  const isForced = context.has("-f");
  for (const { field } of context.operands.slice(1)) {
    const ref = showField(field);
    const to = ref.slice(ref.lastIndexOf(":") + 1);
    if (!ref.includes(":") || to === "" || /^refs\/(?:remotes|tags|notes|pull)\//.test(to)) continue;
    if (isForced || ref.startsWith("+")) context.action("git.branch-delete", to, context.call.span);
  }
  return output;
}

/** The remote that a command makes one to which is pushed by force: `""` where its name is not known. */
function forcedRemote({ program, sub, args, operands }: CommandFact): string | null {
  if (program !== "git") return null;
  if (sub === "remote add")
    return args.some((one) => /^--mir(?:r(?:or?)?)?(?:=push)?$/.test(one)) ? (operands[0] ?? "") : null;
  if (sub !== "config") return null;
  for (const [i, key] of operands.entries()) {
    const found = SETTING.exec(key);
    if (found === null) continue;
    const value = operands[i + 1] ?? "";
    const isMirror = found[2]?.toLowerCase() === "mirror";
    if (isMirror ? !/^(?:false|no|off|0*)$/i.test(value) : !/^[^+\uFFFD]/.test(value)) return found[1] ?? "";
  }
  return null;
}

const SETTING = /^remote\.(.+)\.(push|mirror)$/i;
