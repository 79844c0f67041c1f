import type { Answer, JudgeHandler } from "@gatehouse-hooks/engine";

/** The events of docker-agent on which a model's `allow` skips the user's prompt. */
const ALLOWS: ReadonlySet<string> = new Set(["pre_tool_use", "permission_request"]);

type Beside = "warnings" | "context" | "systemMessages" | "updatedInput";
const BESIDE: readonly Beside[] = ["warnings", "context", "systemMessages", "updatedInput"];

/** What the judge of a handler may answer (SPEC, "The cache"), to recognise what others put into a shared cache. */
export function judgeAnswers(handler: JudgeHandler, event: string): (answer: Answer) => boolean {
  if (handler.template === undefined) return isPlainAnswer;
  if ((handler.schema ?? "") === "") return isAdvice;
  return (answer) =>
    answer.kind !== "warn" &&
    (answer.kind !== "allow" || ALLOWS.has(event)) &&
    hasOnly(answer, "systemMessages");
}

function isPlainAnswer(answer: Answer): boolean {
  return answer.kind !== "allow" && hasOnly(answer);
}

function isAdvice(answer: Answer): boolean {
  return answer.kind === "approve" && hasOnly(answer, "context");
}

/** Nothing accompanies the answer, except one string of a kind. */
function hasOnly(answer: Answer, kind?: "context" | "systemMessages"): boolean {
  return BESIDE.every((name) => {
    const given = answer[name];
    return given === undefined || (name === kind && Array.isArray(given) && given.length <= 1);
  });
}
