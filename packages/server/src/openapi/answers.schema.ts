import { z } from "zod";

const text = z.string();
const strings = z.array(text);

/** A problem in the form of RFC 9457. */
export const problemSchema: z.ZodType = z.looseObject({
  type: text,
  title: text,
  status: z.int(),
  code: text,
  detail: text,
  errors: z.array(z.strictObject({ pointer: text, detail: text })).optional(),
});

const json = z.record(z.string(), z.unknown());

/** A decision, as the engine makes it. */
const decisionSchema: z.ZodType = z.looseObject({
  effect: z.enum(["deny", "ask", "allow", "abstain"]),
  policy: text.nullable(),
  reason: text,
  warnings: z.array(z.looseObject({ policy: text, reason: text })),
  context: strings,
  systemMessages: strings,
  updatedInput: json.optional(),
  trace: z.array(z.looseObject({ policy: text, verdict: text })),
  notices: z.array(z.looseObject({ code: text, message: text })).optional(),
});

/** A call that waits for a person. Times are milliseconds since 1970. */
export const shownApprovalSchema: z.ZodType = z.strictObject({
  id: text,
  policy: text.nullable(),
  reason: text,
  shown: z.strictObject({ event: text, tool: text, params: text }),
  saw: z.array(text).optional(),
  from: z
    .strictObject({
      caller: text.optional(),
      agent: text.optional(),
      folder: text.optional(),
      session: text.optional(),
    })
    .optional(),
  asked: z.number(),
  expires: z.number(),
  state: z.enum(["waiting", "approved", "refused"]),
  by: text.optional(),
});

export const decidedSchema: z.ZodType = z.strictObject({
  decision: decisionSchema,
  approval: shownApprovalSchema.optional(),
});

/** What `POST /v1/step` answers. */
export const steppedSchema: z.ZodType = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("decided"),
    decision: decisionSchema,
    approval: shownApprovalSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal("pending"),
    needs: z.array(
      z.looseObject({ id: text, policy: text, tier: text, gates: z.boolean(), handler: json, event: json }),
    ),
    state: text,
    expires: z.number(),
  }),
]);

export const approvalsSchema: z.ZodType = z.strictObject({
  approvals: z.array(shownApprovalSchema),
  /** Where calls are approved with passkeys: how many the caller has. */
  passkeys: z.int().optional(),
});

export const registeredSchema: z.ZodType = z.strictObject({ passkeys: z.int() });

export const statusSchema: z.ZodType = z.strictObject({ status: z.enum(["alive", "ready", "draining"]) });

export const metadataSchema: z.ZodType = z.strictObject({
  policy_decision_point: z.url(),
  access_evaluation_endpoint: z.url(),
  access_evaluations_endpoint: z.url(),
});

/** A payload of an agent, or what it reads back. */
export const anyObjectSchema: z.ZodType = json;
