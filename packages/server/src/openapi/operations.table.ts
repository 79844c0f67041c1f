import { OVER_HTTP } from "../answer-http-hook.js";
import type { z } from "zod";
import { answerSchema } from "../approvals/approval-store.js";
import {
  evaluationAnswerSchema,
  evaluationsAnswerSchema,
  evaluationSchema,
  evaluationsSchema,
} from "../authzen/evaluation.schema.js";
import { registerSchema, registrationSchema } from "../passkeys/browser-answers.schema.js";
import { decideSchema, stepSchema } from "../decide/step.schema.js";
import type { ProblemCode } from "../http/problem.js";
import {
  anyObjectSchema,
  approvalsSchema,
  decidedSchema,
  metadataSchema,
  registeredSchema,
  shownApprovalSchema,
  statusSchema,
  steppedSchema,
} from "./answers.schema.js";

/** One address and method, for the document of the interface. */
export interface HttpOperation {
  readonly method: "get" | "post";
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** Who may ask; absent: anyone. */
  readonly roles?: readonly string[];
  readonly body?: z.ZodType;
  /** Absent: the answer is text of this media type. */
  readonly answer?: z.ZodType;
  readonly media?: string;
  /** What is answered with 503, where that is not a problem. */
  readonly unready?: z.ZodType;
  readonly problems: readonly ProblemCode[];
}

const DECIDES = ["unauthorized", "forbidden", "too-busy", "draining", "internal-error"] as const;
const READS = ["bad-request", "body-too-long", "unsupported-media-type", ...DECIDES] as const;

export const OPERATIONS: readonly HttpOperation[] = [
  {
    method: "post",
    path: "/access/v1/evaluation",
    id: "evaluate",
    summary: "AuthZEN: may the subject do the action with the resource?",
    roles: ["decide"],
    body: evaluationSchema,
    answer: evaluationAnswerSchema,
    problems: READS,
  },
  {
    method: "post",
    path: "/access/v1/evaluations",
    id: "evaluateAll",
    summary: "AuthZEN: several evaluations, with what they have in common",
    roles: ["decide"],
    body: evaluationsSchema,
    answer: evaluationsAnswerSchema.or(evaluationAnswerSchema),
    problems: READS,
  },
  {
    method: "post",
    path: "/v1/decide",
    id: "decide",
    summary: "A whole decision on an event",
    roles: ["decide"],
    body: decideSchema,
    answer: decidedSchema,
    problems: READS,
  },
  {
    method: "post",
    path: "/v1/step",
    id: "step",
    summary: "A decision, or the answers that it waits for; then again with these",
    roles: ["decide", "answer"],
    body: stepSchema,
    answer: steppedSchema,
    problems: [...READS, "out-of-date", "gone"],
  },
  {
    method: "post",
    path: "/v1/hooks/{agent}",
    id: "hook",
    summary: `A hook of an agent that posts its payloads: ${OVER_HTTP.join(", ")}`,
    roles: ["decide"],
    body: anyObjectSchema,
    answer: anyObjectSchema,
    problems: ["no-such-address", "body-too-long", ...DECIDES],
  },
  {
    method: "get",
    path: "/v1/approvals",
    id: "listApprovals",
    summary: "The calls that wait for a person, the oldest first",
    roles: ["approve"],
    answer: approvalsSchema,
    problems: [...DECIDES, "approvals-unavailable"],
  },
  {
    method: "get",
    path: "/v1/approvals/{id}",
    id: "getApproval",
    summary: "One call that waits, or was answered and not used",
    roles: ["approve", "decide"],
    answer: shownApprovalSchema,
    problems: [...DECIDES, "gone", "approvals-unavailable"],
  },
  {
    method: "post",
    path: "/v1/approvals/{id}",
    id: "answerApproval",
    summary: "A person lets a call happen, once, or refuses it",
    roles: ["approve"],
    body: answerSchema,
    answer: shownApprovalSchema,
    problems: [...READS, "out-of-date", "gone", "approvals-unavailable"],
  },
  {
    method: "get",
    path: "/v1/approvals/{id}/passkey",
    id: "passkeyOptions",
    summary: "What a browser signs the yes to one call by",
    roles: ["approve"],
    answer: anyObjectSchema,
    problems: [...DECIDES, "no-such-address", "gone", "approvals-unavailable"],
  },
  {
    method: "post",
    path: "/v1/passkeys/options",
    id: "passkeyCreation",
    summary: "What a browser makes a passkey by, for who has a code",
    roles: ["approve"],
    body: registrationSchema,
    answer: anyObjectSchema,
    problems: [...READS, "no-such-address", "gone", "approvals-unavailable"],
  },
  {
    method: "post",
    path: "/v1/passkeys",
    id: "registerPasskey",
    summary: "Keeps a passkey of a person; the code is used up",
    roles: ["approve"],
    body: registerSchema,
    answer: registeredSchema,
    problems: [...READS, "no-such-address", "gone", "approvals-unavailable"],
  },
  {
    method: "get",
    path: "/approvals",
    id: "approvalPage",
    summary: "The page for the person who answers",
    media: "text/html",
    problems: [],
  },
  {
    method: "get",
    path: "/.well-known/authzen-configuration",
    id: "metadata",
    summary: "AuthZEN: what this server offers",
    answer: metadataSchema,
    problems: [],
  },
  {
    method: "get",
    path: "/healthz",
    id: "health",
    summary: "The process is alive",
    answer: statusSchema,
    problems: [],
  },
  {
    method: "get",
    path: "/readyz",
    id: "ready",
    summary: "Requests are taken; 503 while the server is being stopped",
    answer: statusSchema,
    unready: statusSchema,
    problems: [],
  },
  {
    method: "get",
    path: "/metrics",
    id: "metrics",
    summary: "Metrics in the text format of Prometheus",
    roles: ["metrics"],
    media: "text/plain",
    problems: ["unauthorized", "forbidden", "internal-error"],
  },
  {
    method: "get",
    path: "/openapi.json",
    id: "document",
    summary: "This document",
    answer: anyObjectSchema,
    problems: [],
  },
];
