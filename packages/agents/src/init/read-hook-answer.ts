import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import { parseJsonObject, isRecord } from "@gatehouse-hooks/json";
import type { LineRun } from "./run-line.js";

/** What an agent makes of a hook's run before a tool call. */
export type HookAnswer =
  | { readonly kind: "deny"; readonly reason: string }
  | { readonly kind: "allow" | "ask" | "nothing" }
  /** No decision was made: the call is blocked, or runs, by what the agent does with such a run. */
  | { readonly kind: "failed"; readonly blocks: boolean; readonly why: string };

/** Reads the answer of a hook before a tool call as its agent does (docs/init.md). */
export function readHookAnswer(agent: string, { exit, stdout, stderr, timedOut }: LineRun): HookAnswer {
  const said = stderr.trim().split("\n").at(-1) ?? "";
  if (timedOut) return { kind: "failed", blocks: false, why: "it did not answer in time" };
  if (exit !== 0) return failedRun(agent, exit, said);
  if (stdout.trim() === "") return { kind: "nothing" };
  const { value, issue } = parseJsonObject(stdout);
  if (issue !== undefined)
    return { kind: "failed", blocks: false, why: "what it printed is not one JSON object" };
  const inner = asObject(value["hookSpecificOutput"]) ?? asObject(value["hook_specific_output"]) ?? {};
  const effect = [
    inner["permissionDecision"],
    inner["permission_decision"],
    value["permissionDecision"],
    value["permission"],
    value["decision"],
  ].find((one) => typeof one === "string");
  const reason = [
    inner["permissionDecisionReason"],
    inner["permission_decision_reason"],
    value["permissionDecisionReason"],
    value["user_message"],
    value["reason"],
    value["throw"],
  ].find((one) => typeof one === "string");
  if (effect === "deny" || effect === "block" || value["throw"] !== undefined)
    return { kind: "deny", reason: typeof reason === "string" ? reason : "" };
  return { kind: effect === "allow" || effect === "ask" ? effect : "nothing" };
}

function failedRun(agent: string, exit: LineRun["exit"], said: string): HookAnswer {
  const blocks =
    AGENTS.some(({ name, everyFailureBlocks }) => name === agent && everyFailureBlocks === true) ||
    (exit === 2 && said !== "");
  return { kind: "failed", blocks, why: said === "" ? `exit ${exit ?? "by a signal"}` : said };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}
