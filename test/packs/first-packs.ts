import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { derive } from "./derive.js";

/** Those that `gatehouse init` switches on. */
const FIRST = ["destructive", "git", "secrets", "exfiltration", "remote-code", "understood"];

/** Of these its file has one that asks in the place of the pack's. */
const ASKS = "git/drop";

const { set } = compilePolicies(
  packs()
    .filter(({ name }) => FIRST.includes(name))
    .flatMap((pack) => loadPack(pack).policies),
  { vocabulary: VOCABULARY, derive },
);

/** What happens to a command of an agent's shell after `gatehouse init`, without a look at the disk. */
export function judgeAfterInit(command: string): { readonly effect: string; readonly policy: string | null } {
  const { effect, policy } = decide(set, {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    cwd: "/home/test/project",
    workspace: "/home/test/project",
    home: "/home/test",
  });
  return { effect: policy === ASKS ? "ask" : effect, policy };
}
