import * as z from "zod";
import type {
  ForgottenPasskeyJson,
  PasskeyLinkJson,
  PasskeysJson,
} from "../../../packages/services/src/serve/answer-passkeys.js";
import type { ServeCheckedJson, ServingJson } from "../../../packages/services/src/serve/serve.js";
import { text } from "../fields.js";
import { printed } from "../json-shape.js";

const tenants = z
  .record(z.string(), z.string())
  .describe("by the tenant's name: SHA-256 of its policies, in hex");

const passkey = z.strictObject({
  tenant: text("the tenant"),
  caller: text("whose it is"),
  id: text("of the credential, in base64url"),
  transports: z
    .array(z.string())
    .describe("how a browser reaches it: `internal` is the device itself, `usb` a key"),
  linkUntil: text("until when its link counted, 15 minutes at most after it was registered: UTC, ISO 8601"),
});

export const servePrinted = {
  ServeCheckedJson: printed<ServeCheckedJson>()(z.strictObject({ tenants })),
  ServingJson: printed<ServingJson>()(
    z.strictObject({ tenants, origin: text("the address, without a path") }),
  ),
  PasskeyLinkJson: printed<PasskeyLinkJson>()(
    z.strictObject({ link: text("the page for approvals, with a code that counts once") }),
  ),
  PasskeysJson: printed<PasskeysJson>()(
    z.strictObject({
      passkeys: z.array(passkey).describe("all of them, in the order in which they were registered"),
    }),
  ),
  ForgottenPasskeyJson: printed<ForgottenPasskeyJson>()(
    z.strictObject({ forgotten: passkey.describe("the passkey that no longer counts") }),
  ),
};
