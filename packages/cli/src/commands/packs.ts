import { type Pack, packs as packsOfProgram } from "@gatehouse-hooks/hosts";
import { nearName } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { packLines, packListLines } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `--json` prints without a name; with one it prints the pack. */
export interface PacksJson {
  readonly packs: readonly PackSummary[];
}

/** A pack in short. */
interface PackSummary {
  readonly name: string;
  readonly description: string;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  /** The names of its policies. */
  readonly policies: readonly string[];
}

/** `gatehouse packs`: the packs that a policy file can extend. `gatehouse packs NAME`: its policies, with examples. */
export async function showPacks(context: Context, name: string | undefined): Promise<ExitCode> {
  const all = packsOfProgram();
  if (name === undefined) {
    await printResult(
      context,
      { packs: all.map(summary) } satisfies PacksJson,
      packListLines(all, context.colors, context.io.stdout.columns),
    );
    return exitCode.fine;
  }
  const wanted = name.replace(/^pack\//, "");
  const pack = all.find((one) => one.name === wanted);
  if (pack === undefined) throw unknownPack(wanted, all);
  await printResult(context, pack satisfies Pack, packLines(pack, context.colors));
  return exitCode.fine;
}

function summary({ name, description, parameters, policies }: Pack): PackSummary {
  return { name, description, parameters: Object.keys(parameters), policies: policies.map(({ id }) => id) };
}

function unknownPack(name: string, all: readonly Pack[]): UsageError {
  const near = nearName(
    name,
    all.map((one) => one.name),
  );
  return new UsageError(
    `no pack is called \`${name}\``,
    near === null
      ? `use one of ${all.map((one) => `\`${one.name}\``).join(", ")}`
      : `did you mean \`${near}\`?`,
  );
}
