import type { SuiteCase } from "../suite-case.js";
import { APPROVAL_CASES } from "./approvals.table.js";
import { CALL_CASES } from "./calls.table.js";
import { DECISION_CASES } from "./decisions.table.js";
import { RESULT_CASES } from "./results.table.js";
import { SESSION_CASES } from "./sessions.table.js";

/** What must hold in every framework. */
export const SUITE_CASES: readonly SuiteCase[] = [
  ...DECISION_CASES,
  ...APPROVAL_CASES,
  ...CALL_CASES,
  ...RESULT_CASES,
  ...SESSION_CASES,
];
