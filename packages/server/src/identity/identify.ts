import { createHash } from "node:crypto";
import type { Peer } from "../http/read-body.js";
import { HttpProblem } from "../http/problem.js";
import { type Caller, type Identity, type CallerRole, CALLER_ROLES } from "./caller.js";

/** Finds out who is asking. @throws HttpProblem (401) where nobody known is */
export type Identify = (request: Request, peer: Peer) => Identity;

const SHA256 = /^[0-9a-f]{64}$/;
/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]{1,4096}=*) *$/i;

/**
 * @param callers by tenant
 * @throws TypeError for a caller that is not one: without a token and a certificate, with those of another caller, or with roles
 *   that must not come together
 */
export function identifying(callers: ReadonlyMap<string, readonly Caller[]>): Identify {
  const byToken = new Map<string, Identity>();
  const byCertificate = new Map<string, Identity>();
  for (const [tenant, list] of callers) {
    for (const caller of list) {
      const identity = identityOf(tenant, caller);
      const { tokenSha256: token, certificateSha256: certificate } = caller;
      if (token !== undefined) keep(byToken, token, identity);
      if (certificate !== undefined) keep(byCertificate, certificate, identity);
    }
  }
  return (request, peer) => {
    const header = request.headers.get("authorization");
    const [, token] = BEARER.exec(header ?? "") ?? [];
    // By its hash: how long looking it up takes tells nothing of the token.
    const found =
      token === undefined
        ? header === null && peer.certificateSha256 !== undefined
          ? byCertificate.get(peer.certificateSha256)
          : undefined
        : byToken.get(createHash("sha256").update(token).digest("hex"));
    if (found === undefined) {
      const error = header === null ? "" : ', error="invalid_token"';
      throw new HttpProblem(
        "unauthorized",
        header === null ? "send a bearer token, or a client certificate" : "the token is not known",
        {},
        { "www-authenticate": `Bearer realm="gatehouse"${error}` },
      );
    }
    return found;
  };
}

/** @throws HttpProblem (403) */
export function requireRole(identity: Identity, role: CallerRole): void {
  if (!identity.roles.has(role))
    throw new HttpProblem("forbidden", `\`${identity.caller}\` does not have the role \`${role}\``);
}

function identityOf(tenant: string, { name, roles, tokenSha256, certificateSha256 }: Caller): Identity {
  const who = `the caller \`${name}\` of \`${tenant}\``;
  if (tokenSha256 === undefined && certificateSha256 === undefined)
    throw new TypeError(`${who} has neither a token nor a certificate`);
  for (const hash of [tokenSha256, certificateSha256])
    if (hash !== undefined && !SHA256.test(hash))
      throw new TypeError(`${who} has something else than a SHA-256 in lower-case hex`);
  const unknown = roles.find((role) => !CALLER_ROLES.includes(role));
  if (unknown !== undefined || roles.length === 0)
    throw new TypeError(`expected roles of ${who} to be among ${CALLER_ROLES.join(", ")}`);
  // Who asks for calls must not be the person who lets them happen, nor the judge of them.
  if (roles.includes("decide") && (roles.includes("approve") || roles.includes("answer")))
    throw new TypeError(`${who} may have calls decided, so it may not also have the role approve or answer`);
  return { tenant, caller: name, roles: new Set(roles) };
}

function keep(known: Map<string, Identity>, hash: string, identity: Identity): void {
  const other = known.get(hash);
  if (other !== undefined)
    throw new TypeError(`\`${other.caller}\` and \`${identity.caller}\` have the same token or certificate`);
  known.set(hash, identity);
}
