import { z } from "zod";
import type { AskedAnswer } from "./approval-store.js";

/** The body of `POST /v1/approvals/ID`. */
export const answerSchema: z.ZodType<{ readonly answer: AskedAnswer }> = z.strictObject({
  answer: z.enum(["approve", "refuse"]),
});
