import { approvalPage, PAGE_POLICY } from "../approvals/approval-page.js";
import { answerSchema, shownApproval } from "../approvals/approval-store.js";
import { jsonResponse, HttpProblem } from "../http/problem.js";
import { readJsonBody } from "../http/read-body.js";
import { readShape } from "../http/read-shape.js";
import { type AskedRequest, askedBy } from "./asked.js";
import type { App, DoorEnvironment } from "./environment.js";

/** The door for people: calls that wait for them, and their answers. */
export function addApprovalDoor(app: App, environment: DoorEnvironment): void {
  const { approvals, now } = environment;
  app.get(
    "/v1/approvals",
    askedBy(["approve"], environment, async ({ tenant }) => {
      const waiting = await reached(approvals.waiting(tenant.name, now()));
      return jsonResponse({ approvals: waiting.map(shownApproval) });
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
  { approvals, limits, metrics, now, onApproval }: DoorEnvironment,
): Promise<Response> {
  const { tenant, identity, param } = asked;
  const { answer } = readShape(answerSchema, await readJsonBody(asked, limits.maxBodyBytes));
  const at = now();
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

/** A store that rejects has done nothing. @throws HttpProblem (503), so that the person tries again */
async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new HttpProblem(
      "approvals-unavailable",
      "nothing was read or answered; try again",
      {},
      { "retry-after": "1" },
    );
  }
}
