import { type Alternatives, hole, showField } from "@gatehouse-hooks/shell";
import { applyUsage } from "../programs/apply-usage.js";
import type { ProgramCall } from "../programs/program-call.js";

/** `git checkout`: switches branches, or takes files from elsewhere over what is there. */
export function readGitCheckout(context: ProgramCall): Alternatives {
  applyUsage(context);
  const { parsed } = context;
  // A mode may follow `--recurse-submodules` as a word of its own.
  const operands = context.operands.filter(
    ({ field, index }) =>
      context.call.fields[index - 1] !== "--recurse-submodules" ||
      !/^(?:checkout|on-demand|yes|no)$/.test(showField(field)),
  );
  const span = context.call.span;
  const makes = context.has("-b", "-B", "--orphan", "--detach", "-t", "--track");
  const paths =
    parsed.dashes >= 0
      ? context.operands.slice(parsed.dashes)
      : operands.filter(({ field }) => looksLikePath(showField(field)));
  const many = !makes && operands.length >= 2;
  if (context.has("-B")) context.action("git.rewrite", targetOf(context), span);
  if (context.has("-f")) context.action("git.discard", targetOf(context), span);
  else if (paths.length > 0 || many || context.has("--pathspec-from-file", "--ours", "--theirs", "-m")) {
    context.action("git.discard", targetOf(context), span);
  } else if (context.has("-p")) context.action("git.discard", targetOf(context), span, true);
  return [hole()];
}

function targetOf(context: ProgramCall): string {
  return context.operands.map(({ field }) => showField(field)).join(" ");
}

/** A branch does not look like these. */
function looksLikePath(text: string): boolean {
  return (
    text === "." ||
    text === ".." ||
    /^(?:\.{1,2}\/|\/|~|:)/.test(text) ||
    /[*?]/.test(text) ||
    text.endsWith("/")
  );
}
