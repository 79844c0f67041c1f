import { literalOf } from "@gatehouse-hooks/shell";
import type { ProgramCall, PushTarget } from "./program-call.js";

/** The most refs of one push. */
const MAX_REFS = 50;

/** Where a push of git goes: one target for each ref of the other side that it names, else one whose branch is not known. */
export function pushTargets(context: ProgramCall): readonly PushTarget[] {
  const [first, ...rest] = context.operands;
  const repository = first?.field ?? context.option("--repo")?.value ?? null;
  const remote = repository === null ? null : literalOf(repository);
  const refs = rest.slice(0, MAX_REFS).map(({ field }) => literalOf(field));
  const branches = refs.flatMap((ref, i) => {
    // `tag v1` is one ref.
    if (ref === "tag" && i + 1 < refs.length) return [];
    if (refs[i - 1] === "tag") return [ref === null ? null : `refs/tags/${ref}`];
    return [ref === null ? null : branchOf(ref)];
  });
  if (branches.length > 0) return branches.map((branch) => ({ remote, branch }));
  const isTags = context.has("--tags") && !context.has("--all", "--mirror");
  return [{ remote, branch: isTags ? "refs/tags/*" : null }];
}

/** The branch of the other side that `[+][SOURCE][:DESTINATION]` names. */
function branchOf(ref: string): string | null {
  const text = ref.replace(/^\+/, "");
  const to = text.slice(text.lastIndexOf(":") + 1);
  const isOwn = !text.includes(":") && /^(?:HEAD|@)(?:$|[~^@{])/.test(to);
  if (to === "" || isOwn || to.includes("*")) return null;
  return to.replace(/^(?:refs\/)?heads\//, "");
}
