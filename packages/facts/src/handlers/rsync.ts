import { type Alternatives, type Field, showField } from "@gatehouse-hooks/shell";
import { joinPath } from "../programs/apply-role.js";
import { applyUsage } from "../programs/apply-usage.js";
import { remoteHost } from "../programs/address.js";
import type { ProgramCall } from "../programs/program-call.js";

/** `rsync`: as its row says; `--delete` also removes below the destination, and `--dry-run` does nothing. */
export function readRsync(context: ProgramCall): Alternatives {
  const output = applyUsage(context);
  const last = context.operands.at(-1);
  const kept = context.option("--backup-dir");
  // Relative to the destination, wherever that is.
  if (last !== undefined && kept?.value !== null && kept?.value !== undefined && !isFar(last.field)) {
    const path = showField(kept.value).startsWith("/") ? kept.value : joinPath(last.field, kept.value);
    context.path("writes", path, kept.index, "--backup-dir", { tree: true });
  }
  const deletes = context.given.some(
    ({ option, negated }) => !negated && option.names.some((one) => /^--(?:del|delete(?:-.*)?)$/.test(one)),
  );
  if (last !== undefined && deletes && !context.has("-n") && !isFar(last.field)) {
    context.path("deletes", last.field, last.index, "--delete", { tree: true });
  }
  if (context.has("--remove-source-files") && !context.has("-n")) {
    for (const { field, index } of context.operands.slice(0, -1))
      context.path("deletes", field, index, "--remove-source-files", { tree: true });
  }
  return output;
}

function isFar(field: Field): boolean {
  const text = showField(field);
  return remoteHost(text) !== null || text.startsWith("rsync:");
}
