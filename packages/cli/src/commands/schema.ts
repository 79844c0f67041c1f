import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { table } from "@gatehouse-hooks/console/print";
import { jsonSchemaOf, SCHEMA_NAMES } from "@gatehouse-hooks/hosts/json-schemas";
import { nearName } from "@gatehouse-hooks/json";
import { type Context, printResult, printAsIs } from "@gatehouse-hooks/local";
import { serverFileJsonSchema } from "@gatehouse-hooks/services/serve/server-file-schema";

/** The file of `gatehouse serve`, beside the files that hosts read. */
const SERVER = "server";

const NAMES: readonly string[] = [...SCHEMA_NAMES, SERVER];

/** The names that `gatehouse schema` takes. */
export function schemaNames(): readonly string[] {
  return NAMES;
}

/**
 * `gatehouse schema [NAME]`: the JSON Schema of a kind of file. Without a name, that of policy files; a person at a terminal, who could not
 * read it, sees which there are.
 *
 * @throws UsageError for an unknown name
 */
export async function schema(context: Context, given: string | undefined): Promise<ExitCode> {
  const isRead = context.io.stdout.columns !== undefined && !context.settings.json;
  if (given === undefined && isRead) {
    await printResult(context, {}, listLines(context));
    return exitCode.fine;
  }
  const made = schemaOf(given ?? "gatehouse");
  await printAsIs(context, made, [JSON.stringify(made, null, 2)]);
  return exitCode.fine;
}

function schemaOf(given: string): Readonly<Record<string, unknown>> {
  if (given === SERVER) return serverFileJsonSchema();
  const name = SCHEMA_NAMES.find((one) => one === given);
  if (name !== undefined) return jsonSchemaOf(name);
  const near = nearName(given, NAMES);
  throw new UsageError(
    `no schema is called \`${given}\``,
    near === null ? `use one of ${NAMES.map((one) => `\`${one}\``).join(", ")}` : `did you mean \`${near}\`?`,
  );
}

function listLines({ colors }: Context): readonly string[] {
  return [
    ...table(
      NAMES.map((name) => {
        const { description } = schemaOf(name);
        return [
          { text: name, styles: ["bold"] },
          { text: typeof description === "string" ? description : "" },
        ];
      }),
      colors,
    ),
    "",
    "gatehouse schema NAME prints it; into a file: gatehouse schema > gatehouse.schema.json",
  ];
}
