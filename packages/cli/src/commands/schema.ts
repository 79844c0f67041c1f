import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { table } from "@gatehouse-hooks/console/print";
import { jsonSchemaOf, type SchemaName } from "@gatehouse-hooks/hosts/json-schemas";
import { nearName } from "@gatehouse-hooks/json";
import { type Context, print, printAsIs } from "@gatehouse-hooks/local";
import { serverFileJsonSchema } from "@gatehouse-hooks/services/serve/server-file-schema";

/** A kind of file, by the name of its schema. */
type PrintedSchema = SchemaName | "server";

const FILES: Readonly<Record<PrintedSchema, string>> = {
  gatehouse: "policy files: .gatehouse/*.yaml, *.yml, *.json",
  "mayros-config": "hooks in mayros.json5",
  "docker-agent": "hooks and permissions in a file of docker-agent",
  mimir: "hooks in .mimir/config.yml",
  server: "gatehouse.server.yaml, for gatehouse serve",
};

const NAMES = Object.keys(FILES) as readonly PrintedSchema[];

/** The names that `gatehouse schema` takes. */
export function schemaNames(): readonly string[] {
  return NAMES;
}

/**
 * `gatehouse schema [NAME]`: the JSON Schema of a kind of file. Without a name, that of policy files; a person at a terminal, who could not
 * read it, sees which there are.
 *
 * @throws UsageError for a name that is none of them
 */
export async function schema(context: Context, given: string | undefined): Promise<ExitCode> {
  const isRead = context.io.stdout.columns !== undefined && !context.settings.json;
  if (given === undefined && isRead) {
    await print(context, {}, listLines(context));
    return exitCode.fine;
  }
  const name = nameOf(given ?? "gatehouse");
  const made = name === "server" ? serverFileJsonSchema() : jsonSchemaOf(name);
  await printAsIs(context, made, [JSON.stringify(made, null, 2)]);
  return exitCode.fine;
}

function nameOf(given: string): PrintedSchema {
  const name = NAMES.find((one) => one === given);
  if (name !== undefined) return name;
  const near = nearName(given, NAMES);
  throw new UsageError(
    `no schema is called \`${given}\``,
    near === null ? `use one of ${NAMES.map((one) => `\`${one}\``).join(", ")}` : `did you mean \`${near}\`?`,
  );
}

function listLines({ colors }: Context): readonly string[] {
  return [
    ...table(NAMES.map((name) => [{ text: name, paint: colors.bold }, { text: FILES[name] }])),
    "",
    "gatehouse schema NAME prints it; into a file: gatehouse schema > gatehouse.schema.json",
  ];
}
