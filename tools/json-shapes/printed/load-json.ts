import * as z from "zod";
import type { LoadJson } from "../../../packages/cli/src/commands/load.js";
import { list } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";
import { lostPolicy, policy } from "../parts/policy.js";

/** What it prints; a row of `--jsonl` has the same. */
export const loadFields = {
  policies: list(policy, "the policies of the files"),
  issues: list(issue, "what is wrong with the files"),
  lost: list(lostPolicy, "what is not in force although a file means it to be"),
};

export const loadPrinted = { LoadJson: printed<LoadJson>()(z.strictObject(loadFields)) };
