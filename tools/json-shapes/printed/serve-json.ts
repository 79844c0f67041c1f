import * as z from "zod";
import type {
  PasskeyLinkJson,
  ServeCheckedJson,
  ServingJson,
} from "../../../packages/services/src/serve/serve.js";
import { text } from "../fields.js";
import { printed } from "../json-shape.js";

const tenants = z
  .record(z.string(), z.string())
  .describe("by the tenant's name: SHA-256 of its policies, in hex");

export const servePrinted = {
  ServeCheckedJson: printed<ServeCheckedJson>()(z.strictObject({ tenants })),
  ServingJson: printed<ServingJson>()(
    z.strictObject({ tenants, origin: text("the address, without a path") }),
  ),
  PasskeyLinkJson: printed<PasskeyLinkJson>()(
    z.strictObject({ link: text("the page for approvals, with a code that counts once") }),
  ),
};
