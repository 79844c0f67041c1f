import fc from "fast-check";
import { load, mimirEnvironment } from "@gatehouse-hooks/hosts";
import type { CommandHandler, Event } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../rows.js";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { hostileValue } from "./hostile-values.js";
import { lawRuns } from "../../../../test/assert-law.js";
import { run, SHELLS } from "./shells.js";

/** Values over all templates and shells, each in a shell of its own. */
const VALUES = lawRuns({ quick: 600, deep: 6_000, full: 50_000 });
const BATCH = 250;
const SEED = 20_251_227;

interface Template {
  readonly name: string;
  readonly command: string;
  readonly event: string;
}

/** The commands of the document's examples, as they are loaded. */
const EXAMPLES: readonly Template[] = rowsOf<{
  readonly kind: string;
  readonly id: string;
  readonly given: { readonly yaml: string };
}>("mimir/vectors/mimir.jsonl")
  .filter(({ kind }) => kind === "config_load")
  .flatMap(({ id, given }) =>
    load(given.yaml, { path: ".mimir/config.yml", tier: "enforced" }).policies.map(({ handler, events }) => ({
      name: `${id} ${events[0] ?? ""}`,
      command: (handler as CommandHandler).command,
      event: events[0] ?? "",
    })),
  );

/** Every place where a placeholder may stand. */
const PLACES: readonly Template[] = [
  "probe {bash_command}",
  "probe a{bash_command}b",
  'probe "a {bash_command} b"',
  "probe 'a {bash_command} b'",
  "probe --x={bash_command}'{bash_command}'\"{bash_command}\"",
  'probe ${bash_command} "${bash_command}" "\\${bash_command}" \'${bash_command}\'',
  'x={bash_command}; y="$x"; probe "$y" "${x}"',
  'probe "$(probe {bash_command} 9>&9; printf %s "{bash_command}x")"',
  "if [ {bash_command} = harmless ]; then :; fi; case {bash_command} in x*) ;; esac; probe {bash_command}",
  'cat <<EOF >&9\n{bash_command}\n"{bash_command}" $(probe {bash_command})\nEOF\n',
  'for f in {bash_command} b; do probe "$f"; done',
  'probe \'{"a": "{bash_command}", "b": ["{agent_id}"]}\'',
  '{ probe {bash_command}; } 2>&1 | while IFS= read -r line; do probe "$line"; done; (probe {agent_id})',
  'export x={bash_command}; probe "${x##*zzz}" {agent_id} # {bash_command}\nprobe {bash_command}',
].map((text, index) => ({ name: `place ${index}`, command: placed(text), event: "pre-bash-execution" }));

/** `probe` stands for a program that takes its arguments as data: the check of programs sees `echo`. */
function placed(text: string): string {
  const { command, problems } = placeVariables(
    text.replaceAll(/\bprobe\b/g, "echo"),
    variablesOf("pre-bash-execution"),
    "pre-bash-execution",
  );
  if (command === null) throw new Error(`${text}: ${problems.map(({ message }) => message).join("; ")}`);
  return command.replaceAll(/\becho\b/g, "probe");
}

/** Numbers stay numbers, and what an example compares stays as it compares it; everything else is the value. */
function eventOf(name: string, value: string): Event {
  const text = Object.fromEntries(
    [...variablesOf(name).values()].map(({ name: key, type }) => [
      key,
      key === "agent_status" ? "completed" : type === "number" ? 12 : type === "json" ? { value } : value,
    ]),
  );
  return { ...text, file_path: `/p/${value}`, working_dir: "/p", event: name };
}

function environmentOf(
  { command, event }: Template,
  value: string,
): Readonly<Record<string, string | undefined>> {
  const handler: CommandHandler = { kind: "command", command, timeoutMs: 1000 };
  return mimirEnvironment({ handler, event: eventOf(event, value) }, {});
}

/** The variables of a run in which each value is a mark of its own. */
function marksOf(template: Template): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(environmentOf(template, "Z"));
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text?.includes("Z") === true ? `Z${name}Z` : text]),
  );
}

/** One process runs a template with many environments, each in a subshell, and a mark behind each record. */
function recordsOf(
  shell: readonly string[],
  template: Template,
  environments: readonly Readonly<Record<string, string | undefined>>[],
): readonly string[] {
  const env: Record<string, string> = {};
  const names = Object.keys(environments[0] ?? {});
  for (const [index, variables] of environments.entries()) {
    for (const name of names) env[`V${index}_${name}`] = variables[name] ?? "";
  }
  const assign = names.map((name) => `eval "${name}=\\$V\${i}_${name}"`).join("\n");
  const script = `hook() {\n:\n${template.command}\n}\ni=0
while [ $i -lt ${environments.length} ]; do
${assign}
( hook )
printf '%s\\0' '<<END>>' >&9
i=$((i+1))
done`;
  return run(shell, script, env).split("<<END>>\0").slice(0, -1);
}

describe.each(SHELLS.map((shell) => [shell[0] ?? "", shell] as const))("%s", (_, shell) => {
  test.each([...EXAMPLES, ...PLACES])("$name: a value never changes what runs", (template) => {
    const share = Math.ceil(VALUES / SHELLS.length / (EXAMPLES.length + PLACES.length));
    const values = fc.sample(hostileValue, { numRuns: share, seed: SEED + shell.length });
    const marks = marksOf(template);
    for (let from = 0; from < values.length; from += BATCH) {
      const batch = values.slice(from, from + BATCH);
      const environments = batch.map((value) => environmentOf(template, value));
      const [harmless = "", ...records] = recordsOf(shell, template, [marks, ...environments]);
      for (const name of Object.keys(marks)) {
        if (marks[name]?.startsWith("Z") === true) expect(harmless, name).toContain(marks[name]);
      }
      const wanted = environments.map((variables) =>
        harmless.replace(/Z(MIMIR_[a-z_]+)Z/g, (mark, name: string) => variables[name] ?? mark),
      );
      const wrong = records.findIndex((record, index) => record !== wanted[index]);
      expect({ value: batch[wrong], record: records[wrong] }).toEqual({
        value: batch[wrong],
        record: wanted[wrong],
      });
      expect(records).toHaveLength(batch.length);
    }
  });
});
