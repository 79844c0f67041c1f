import { parseJson } from "@gatehouse-hooks/json";
import * as core from "zod/v4/core";

import { quoteUntrusted } from "@gatehouse-hooks/judge";
import { liftObject } from "@gatehouse-hooks/judge";
import { maxReplyLength } from "@gatehouse-hooks/judge";
import { trimBlanks } from "@gatehouse-hooks/judge";
import { unfence } from "@gatehouse-hooks/judge";
import type { EvaluatorReply } from "./evaluator.js";

/** Levels of nesting that an answer may have. */
const maxDepth = 16;

/** An answer of the schema's type, or what is wrong with the reply. */
type ReadEvaluation<T> = { readonly value: T } | { readonly problem: string };

/** Reads a reply: one JSON object without duplicate keys, that the schema takes. */
export function readEvaluation<T>(
  reply: Pick<EvaluatorReply, "text" | "reader">,
  schema: core.$ZodType<T>,
): ReadEvaluation<T> {
  const problem = (what: string): ReadEvaluation<T> => ({
    problem: `${what}, in the reply ${quoteUntrusted(reply.text)}`,
  });
  let text = unfence(trimBlanks(reply.text));
  if (reply.reader === "lenient") {
    const lifted = liftObject(reply.text);
    if ("problem" in lifted) return problem(lifted.problem);
    // What follows an answer may take it back.
    if (!lifted.isLast) return problem("text follows the answer");
    text = lifted.text;
  }
  const parsed = parseJson(text, { maxBytes: maxReplyLength * 3, maxDepth });
  if ("issue" in parsed && parsed.issue !== undefined)
    return problem(`expected one JSON object: ${parsed.issue.message}`);
  const read = core.safeParse(schema, parsed.value);
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  return problem(
    `the answer does not fit its schema: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
  );
}
