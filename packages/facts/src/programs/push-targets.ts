import { type Field, literalOf, showField } from "@gatehouse-hooks/shell";
import { addressOf, remoteHost } from "./address.js";
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

/** What is said to lead to another machine: a URL but one of a file, or `host:path`. */
function isAddress(text: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text) || remoteHost(text) !== null;
}

/** A push names an address: the target is the address itself. */
export function addPush(context: ProgramCall, field: Field, index: number): void {
  const text = showField(field);
  if (context.has("--dry-run")) return;
  if (isAddress(text)) context.action("git.push-url", text, context.spanOf(index));
  else addAdded(context, literalOf(field));
}

/** From now on pushes go to an address without naming it: the target is its host. */
export function addPushed(context: ProgramCall, text: string, index: number): void {
  if (!isAddress(text)) return;
  const host = remoteHost(text) ?? addressOf(text, "https").host ?? text;
  context.action("git.push-url", host, context.spanOf(index));
}

/** A push to a remote that the same text has added. */
export function addAdded(context: ProgramCall, remote: string | null): void {
  for (const { program, sub, operands } of context.reading.lists.commands) {
    if (program !== "git" || sub !== "remote add" || operands[0] !== (remote ?? "origin")) continue;
    addPushed(context, operands[1] ?? "", 0);
  }
}

/** Settings that say where pushes go: `remote.NAME.url`, `remote.NAME.pushurl`, `url.BASE.insteadOf`. */
const WHERE = /^(?:remote\..+\.(?:push)?url|url\.(.+)\.(?:push)?insteadof)$/i;

/** Subcommands for which such a setting of their own only says where something comes from. */
const FETCHES = /^(?:fetch|pull|clone|ls-remote|submodule)/;

/** A setting of git may say where pushes go. */
export function addPushSetting(context: ProgramCall, key: string, value: string, index: number): void {
  const found = WHERE.exec(key);
  if (found !== null && value !== "" && !FETCHES.test(context.sub))
    addPushed(context, found[1] ?? value, index);
}
