import { approvalPage, PAGE_POLICY } from "../approvals/approval-page.js";
import { answerSchema, shownApproval } from "../approvals/approval-store.js";
import { jsonResponse, HttpProblem, reached } from "../http/problem.js";
import { readJsonBody } from "../http/read-body.js";
import { readShape } from "../http/read-shape.js";
import { type AskedRequest, askedBy } from "./asked.js";
import type { App, DoorEnvironment } from "./environment.js";
import { addPasskeyDoor } from "./passkey-door.js";

/** The door for people: calls that wait for them, and their answers. */
export function addApprovalDoor(app: App, environment: DoorEnvironment): void {
  const { approvals, passkeys, now } = environment;
  app.get(
    "/v1/approvals",
    askedBy(["approve"], environment, async ({ tenant, identity }) => {
      const waiting = await reached(approvals.waiting(tenant.name, now()));
      const count = passkeys && (await reached(passkeys.count(identity)));
      return jsonResponse({
        approvals: waiting.map(shownApproval),
        ...(count !== undefined && { passkeys: count }),
      });
    }),
  );
  app.get(
    "/v1/approvals/:id",
    askedBy(["approve", "decide"], environment, async ({ tenant, param }) => {
      const found = await reached(approvals.get(tenant.name, param("id"), now()));
      if (found === undefined)
        throw new HttpProblem("gone", "no call waits under this id: it is over, or it was answered and used");
      return jsonResponse(shownApproval(found));
    }),
  );
  app.post(
    "/v1/approvals/:id",
    askedBy(["approve"], environment, async (asked) => await answerApproval(asked, environment)),
  );
  addPasskeyDoor(app, environment);
  app.get(
    "/approvals",
    () =>
      new Response(approvalPage(), {
        headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": PAGE_POLICY },
      }),
  );
}

async function answerApproval(
  asked: AskedRequest,
  { approvals, passkeys, limits, metrics, now, onApproval }: DoorEnvironment,
): Promise<Response> {
  const { tenant, identity, param } = asked;
  const { answer, passkey } = readShape(answerSchema, await readJsonBody(asked, limits.maxBodyBytes));
  const at = now();
  if (passkeys !== undefined && answer === "approve") {
    const call = await reached(approvals.get(tenant.name, param("id"), at));
    if (call?.state === "waiting") await reached(passkeys.check(identity, call, passkey));
  }
  const by = identity.caller;
  const given = { kind: answer, by, expires: at + limits.approvedMs };
  const made = await reached(approvals.answer(tenant.name, param("id"), given, at));
  if (made.kind === "gone") throw new HttpProblem("gone", "no call waits under this id any more");
  const { approval } = made;
  if (made.kind === "conflict")
    throw new HttpProblem("out-of-date", `\`${approval.by ?? "somebody"}\` has answered before`);
  const what = answer === "approve" ? "approved" : "refused";
  metrics.approval(tenant.name, what);
  onApproval?.({ tenant: tenant.name, id: approval.id, policy: approval.policy, what, by });
  return jsonResponse(shownApproval(approval));
}
