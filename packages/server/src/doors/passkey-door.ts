import { HttpProblem, jsonResponse, reached } from "../http/problem.js";
import { readJsonBody } from "../http/read-body.js";
import { readShape } from "../http/read-shape.js";
import type { Passkeys } from "../passkeys/passkeys.js";
import { registerSchema, registrationSchema } from "../passkeys/browser-answers.schema.js";
import { askedBy } from "./asked.js";
import type { App, DoorEnvironment } from "./environment.js";

/** The addresses for passkeys of those who approve: a code makes one, and one signs the yes to a call. */
export function addPasskeyDoor(app: App, environment: DoorEnvironment): void {
  const { approvals, passkeys, limits, now } = environment;
  app.get(
    "/v1/approvals/:id/passkey",
    askedBy(["approve"], environment, async ({ tenant, identity, param }) => {
      const offered = required(passkeys);
      const call = await reached(approvals.get(tenant.name, param("id"), now()));
      if (call?.state !== "waiting") throw new HttpProblem("gone", "no call waits under this id any more");
      return jsonResponse(await reached(offered.requestOptions(identity, call)));
    }),
  );
  app.post(
    "/v1/passkeys/options",
    askedBy(["approve"], environment, async (asked) => {
      const offered = required(passkeys);
      const { code } = readShape(registrationSchema, await readJsonBody(asked, limits.maxBodyBytes));
      return jsonResponse(await reached(offered.creationOptions(asked.identity, code)));
    }),
  );
  app.post(
    "/v1/passkeys",
    askedBy(["approve"], environment, async (asked) => {
      const offered = required(passkeys);
      const { identity } = asked;
      const { code, passkey } = readShape(registerSchema, await readJsonBody(asked, limits.maxBodyBytes));
      await reached(offered.register(identity, code, passkey));
      return jsonResponse({ passkeys: await reached(offered.count(identity)) });
    }),
  );
}

/** @throws HttpProblem (404) */
function required(passkeys: Passkeys | undefined): Passkeys {
  if (passkeys === undefined)
    throw new HttpProblem(
      "no-such-address",
      "calls are approved without passkeys here: see `passkeys` in the server's file",
    );
  return passkeys;
}
