import * as z from "zod";
import { part, text } from "../fields.js";

/** What a judge is told of an event. */
export const toldJudge = part(
  "told-judge",
  "What a judge is told.",
  z.strictObject({ system: text("the system prompt"), prompt: text("the question") }),
);
