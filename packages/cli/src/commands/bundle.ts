import { buildBundle, pullBundle, pushBundle, signBundle } from "@gatehouse-hooks/services/bundle";
import { type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import type { Context } from "@gatehouse-hooks/local";

/** The options of `gatehouse bundle`, as given. */
interface BundleOptions {
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
