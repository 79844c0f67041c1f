import { buildBundle } from "../bundle/build-bundle.js";
import { pullBundle, pushBundle } from "../bundle/move-bundle.js";
import { signBundle } from "../bundle/sign-bundle.js";
import type { ExitCode } from "../exit-code.js";
import { printable } from "../print/printable.js";
import type { Context } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** The options of `gatehouse bundle`, as given. */
export interface BundleOptions {
  readonly name: string | undefined;
  readonly key: string | undefined;
  readonly keys: string | undefined;
  readonly as: string | undefined;
  readonly out: string | undefined;
}

/** `gatehouse bundle build|sign|push|pull`: policies that travel as one signed file. @throws UsageError */
export async function bundle(
  context: Context,
  [action = "", first, second]: readonly (string | undefined)[],
  options: BundleOptions,
): Promise<ExitCode> {
  const word = (given: string | undefined, what: string): string => {
    if (given === undefined) throw new UsageError(`${what} is missing`, `gatehouse help bundle`);
    return given;
  };
  switch (action) {
    case "build":
      return await buildBundle(context, word(first, "the folder"), word(options.name, "--name"), options.out);
    case "sign":
      return await signBundle(context, word(first, "the bundle"), options);
    case "push":
      return await pushBundle(context, word(first, "the bundle"), word(second, "the address"));
    case "pull":
      return await pullBundle(context, word(first, "the address"), options);
    default:
      throw new UsageError(`no action \`${printable(action)}\` of bundle`, "build, sign, push or pull");
  }
}
