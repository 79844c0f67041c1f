import * as z from "zod";
import type { BuiltBundleJson } from "../../../packages/services/src/bundle/build-bundle.js";
import type {
  PulledBundleJson,
  PushedBundleJson,
} from "../../../packages/services/src/bundle/move-bundle.js";
import type { SignedBundleJson } from "../../../packages/services/src/bundle/sign-bundle.js";
import { count, list, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";

const name = text("the bundle's name");
const version = count("its version");
const sha256 = text("of the bundle without its signature, in hex");
const out = text("the file that was written");

export const bundlePrinted = {
  BuiltBundleJson: printed<BuiltBundleJson>()(
    z.strictObject({
      name,
      files: texts("the policy files, below the folder"),
      policies: count("how many policies they hold"),
      issues: list(issue, "what is wrong with them"),
      out: out.nullable().describe("the file that was written; null: policies have errors, and nothing is"),
    }),
  ),
  SignedBundleJson: printed<SignedBundleJson>()(z.strictObject({ name, version, sha256, out })),
  PulledBundleJson: printed<PulledBundleJson>()(
    z.strictObject({ name, version, sha256, files: texts("the policy files"), out }),
  ),
  PushedBundleJson: printed<PushedBundleJson>()(
    z.strictObject({ address: text("where it was put"), digest: text("of its manifest there") }),
  ),
};
