import type { CodeArea, CodeRow } from "./code-row.js";

function problem(code: string, title: string, means: string, cure: string): CodeRow {
  return { code, severities: ["error"], title, means, cure };
}

export const SERVER_CODES: CodeArea = {
  area: "The decision server",
  rows: [
    problem(
      "bad-request",
      "a request that is not what the address takes",
      "Status 400. The body is no JSON object, or has another shape; `errors` names every place. Nothing was decided.",
      "Compare it with `/openapi.json`.",
    ),
    problem(
      "unauthorized",
      "nobody known is asking",
      "Status 401. The request has no bearer token and no client certificate that a caller of the configuration has.",
      "Send the token of a caller, or add the caller.",
    ),
    problem(
      "forbidden",
      "the caller may not do this",
      "Status 403. The caller is known, and does not have the role that the address takes.",
      "Use another caller: who asks for decisions may not approve them.",
    ),
    problem(
      "no-such-address",
      "no address is called so",
      "Status 404. The server has no such address.",
      "Read `/openapi.json`.",
    ),
    problem(
      "wrong-method",
      "an address that takes another method",
      "Status 405. The address is known, and the header `allow` names the methods that it takes.",
      "Use one of them.",
    ),
    problem(
      "out-of-date",
      "things have changed since",
      "Status 409. The policies have changed since a step began, or somebody else has answered for a call.",
      "Begin again with the event; look at the call.",
    ),
    problem(
      "gone",
      "its time is over",
      "Status 410. A pending decision has expired, or no call waits under this id: it was answered and used, or nobody answered in time.",
      "Ask for the decision again.",
    ),
    problem(
      "body-too-long",
      "a body that is too long",
      "Status 413. The body has more bytes than `limits.maxBodyBytes`. Nothing was decided.",
      "Send less, or raise the limit.",
    ),
    problem(
      "unsupported-media-type",
      "a body that does not say that it is JSON",
      "Status 415.",
      "Send the header `content-type: application/json`.",
    ),
    problem(
      "not-offered",
      "AuthZEN's search is not offered",
      "Status 501. The server answers evaluations. It does not list what a subject may do.",
      "Ask for evaluations.",
    ),
    problem(
      "too-busy",
      "too many requests at once",
      "Status 503, with `retry-after`. `limits.maxInFlight` requests are being answered. It is never an allow.",
      "Ask again, run more servers, or raise the limit.",
    ),
    problem(
      "draining",
      "the server is being stopped",
      "Status 503, with `retry-after`. What had begun is answered; new requests are not taken.",
      "Ask another server.",
    ),
    {
      code: "approvals-unavailable",
      severities: ["notice"],
      title: "no person could be asked",
      means:
        "The call waits for nobody: the store of approvals does not answer, too many calls wait, or the call is too long to be shown whole. The answer stays an ask, which is a no.",
      cure: "Look at the Redis of the server, and at the calls that wait.",
    },
    {
      code: "passkeys-forged",
      severities: ["notice"],
      title: "the passkeys do not count",
      means:
        "Somebody else has written or changed the file of passkeys, or it is sealed with another key. Until it is restored, calls can be refused on the page, and nobody can approve one.",
      cure: "Find out who has written the file. Delete it, and invite each person anew with `gatehouse serve --invite NAME`.",
    },
    {
      code: "bundle-kept",
      severities: ["notice"],
      title: "the last good bundle is in force",
      means:
        "The newest bundle cannot be fetched, or it is refused: its signature, its version or its policies.",
      cure: "Look at the source that `bundle.from` names; sign the bundle with a higher version.",
    },
    {
      code: "refused",
      severities: ["notice"],
      title: "a person has refused the call",
      means: "The decision is a deny: a person was asked about just this call, and said no.",
      cure: "Ask the person. The same call can be asked about again when the question has expired.",
    },
  ],
};
