import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { PolicyFileContext } from "../file-context.js";
import { readPolicy } from "../read-policy.js";
import type { FileShape } from "../shape.js";
import { BOX_OR_ASK_POLICY, BOX_POLICY } from "./pack.js";

const PACK = "understood";
const NOT_ALL = "not all of this call is understood";

/** What each word means. Who makes boxes makes one where the policy of `box` alone asks. */
const SAID = {
  ask: { id: `${PACK}/unknown`, ask: NOT_ALL },
  deny: { id: `${PACK}/unknown`, deny: `${NOT_ALL}; write it so that what it does can be read` },
  box: { id: BOX_POLICY, ask: `${NOT_ALL}, and it can run in a box only` },
  boxOrAsk: { id: BOX_OR_ASK_POLICY, ask: `${NOT_ALL}, and it can run in a box only` },
};

/**
 * The policy that `unknown` of a file means: it is one of the pack `understood`, so that several files may say it, and the stricter one
 * counts.
 *
 * @param taken the names of the file's own policies, after Unicode NFC
 */
export function readUnknown(
  { unknown, otherwise }: Pick<FileShape, "unknown" | "otherwise">,
  taken: ReadonlySet<string>,
  order: number,
  file: PolicyFileContext,
): readonly PolicyDefinition[] {
  if (unknown === undefined || unknown === "abstain") return [];
  const policy = SAID[unknown === "box" && otherwise === "ask" ? "boxOrAsk" : unknown];
  if (taken.has(policy.id)) return [];
  const at = file.document.keyAt(["unknown"]);
  const document = { value: null, keyAt: () => at, valueAt: () => at, within: () => at };
  const given = { ...policy, events: "before_tool_call", when: 'tool.kind == "shell" && !facts.complete' };
  const { definition } = readPolicy(given, ["unknown"], order, { ...file, document });
  if (definition === null) throw new Error("this program is broken: what `unknown` means cannot be read");
  return [{ ...definition, source: { path: file.source.path, ...definition.source, pack: PACK } }];
}
