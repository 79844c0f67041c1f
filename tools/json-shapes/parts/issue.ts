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
export const issue = part(
  "issue",
  "A problem in a text that a person wrote.",
  z.strictObject({
    ...fields,
    policy: text("the policy that it is about, where that is known").optional(),
    witness: anyObject("an event that shows it").optional(),
  }),
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
