import { type Alternatives, showField } from "@gatehouse-hooks/shell";
import { applyUsage } from "../programs/apply-usage.js";
import { remoteHost } from "../programs/address.js";
import type { ProgramCall } from "../programs/program-call.js";

/** `rsync`: as its row says; `--delete` also removes below the destination, and `--dry-run` does nothing. */
export function readRsync(context: ProgramCall): Alternatives {
  const output = applyUsage(context);
  const last = context.operands.at(-1);
  const deletes = context.given.some(
    ({ option, negated }) => !negated && option.names.some((one) => /^--(?:del|delete(?:-.*)?)$/.test(one)),
  );
  if (
    last !== undefined &&
    deletes &&
    !context.has("-n") &&
    remoteHost(showField(last.field)) === null &&
    !showField(last.field).startsWith("rsync:")
  ) {
    context.path("deletes", last.field, last.index, "--delete", { tree: true });
  }
  if (context.has("--remove-source-files") && !context.has("-n")) {
    for (const { field, index } of context.operands.slice(0, -1))
      context.path("deletes", field, index, "--remove-source-files", { tree: true });
  }
  return output;
}
