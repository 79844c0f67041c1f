import * as z from "zod";
import { anyObject, column, count, line, part, text, words } from "../fields.js";

const fields = {
  severity: words(["error", "warning"], "an error makes the text mean less than its author wanted"),
  code: text("what it is: `gatehouse help CODE` says more; codes may be added"),
  message: text("for people; its words may change"),
  path: text("the file").optional(),
  offset: count("UTF-16 code units from the start of the file").optional(),
  line,
  column,
  cure: text("what to write instead").optional(),
};

/** A problem in a text. */
export const issue = part("issue", "A problem in a text that a person wrote.", z.strictObject(fields));

/** The same, with an event that shows it. */
export const shownIssue = part(
  "shown-issue",
  "A problem, with an event that shows it where there is one.",
  z.strictObject({ ...fields, witness: anyObject("an event that shows it").optional() }),
);

/** An issue of a row of the machine interface. */
export const issueOfRow = part(
  "row-issue",
  "A problem of what was given.",
  z.strictObject({
    code: fields.code,
    message: fields.message,
    offset: count("UTF-16 code units from the start of the text; 0 where the problem is not at one place"),
    line,
    column,
    cure: fields.cure,
  }),
);
