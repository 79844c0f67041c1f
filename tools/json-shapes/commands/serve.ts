import * as z from "zod";
import type { ServeCheckedJson, ServingJson } from "../../../packages/services/src/serve/serve.js";
import { text } from "../fields.js";
import { formOf, type JsonShape } from "../json-shape.js";

const tenants = z
  .record(z.string(), z.string())
  .describe("by the tenant's name: SHA-256 of its policies, in hex");

export const serveShape: JsonShape = {
  command: "serve",
  version: 1,
  forms: [
    formOf<ServeCheckedJson>()("with `--check`", z.strictObject({ tenants })),
    formOf<ServingJson>()(
      "when it listens",
      z.strictObject({ tenants, origin: text("the address, without a path") }),
    ),
  ],
};
