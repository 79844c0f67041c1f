import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { hostileValue } from "./hostile-values.js";
import { run, SHELLS } from "./shells.js";
import { assertLaw } from "../../../../test/assert-law.js";

const VARIABLES = variablesOf("pre-bash-execution");

/** Pieces of shell text, among them what only a shell could tell apart. */
const TOKENS = [
  ..."{bash_command}|{bash_command}|{bash_command}|${bash_command}|{tokens_used}".split("|"),
  ...'probe |probe a |git -c |x=|y=|$x|${x}|"$x"|"${x%%/*}"|${x:-|$y|$1|$$|$'.split("|"),
  ..."'|\"|\\|`|$(|)|(|{ |}|$((|))|((|[[ | ]]|[ | ]|<(|#| #|!|*".split("|"),
  ..." | | |\n|\n|;| ; | && | & ".split("|"),
  " | ",
  " || ",
  "if ",
  "; then ",
  "; fi\n",
  "for x in ",
  "; do ",
  "; done\n",
  "case ",
  " in ",
  " in a) ",
  ";; ",
  "esac\n",
  "probe <<EOF\n",
  "cat <<'EOF'\n",
  "cat <<-EOF\n",
  "\nEOF\n",
  "<<<",
  "eval ",
  "sh -c ",
  "bash -c '",
  " sh ",
  "xargs ",
  "exec ",
  "command ",
  "env ",
  "read x",
  "set -- ",
  "trap '",
  " EXIT",
  "export ",
  "declare -i x",
  "printf -v x ",
  "printf ",
  "test ",
  " = ",
  " -eq ",
  "-v ",
  "-a ",
  "let ",
  "unset ",
  "local ",
  "while ",
  "f() { ",
  "return ",
  "awk '",
  "sed ",
  "python3 -c ",
] as const;

/** Whole sentences, so that many texts have a meaning. */
const SENTENCES = [
  "probe {bash_command}\n",
  'probe "a {bash_command}"; ',
  "probe 'a {bash_command}'; ",
  'x={bash_command}; probe "$x"\n',
  'x=$(printf %s {bash_command}); probe "$x"\n',
  "case {bash_command} in a) probe b;; *) probe {bash_command};; esac\n",
  "if [ {bash_command} = a ]; then probe b; fi\n",
  'probe "$(printf %s "{bash_command}")"\n',
  "cat <<EOF\n{bash_command}\nEOF\n",
  "(probe {bash_command}) | cat\n",
  "probe $(( {tokens_used} + 1 ))\n",
  "sh -c 'echo \"$1\"' sh {bash_command}\n",
  'eval "probe $x"\n',
  'y=$x; probe "$y"\n',
] as const;

const script = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...TOKENS) },
      { weight: 2, arbitrary: fc.constantFrom(...SENTENCES) },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text.includes("{bash_command}"));

const MARK = "Zm4rkZ";

describe.each(SHELLS.map((shell) => [shell[0] ?? "", shell] as const))("%s", (_, shell) => {
  test("in every command that is accepted, a value runs nothing", () => {
    let accepted = 0;
    const ran = assertLaw(
      fc.property(script, hostileValue, (text, value) => {
        // `probe` stands for a program that takes its arguments as data: the check of programs sees `echo`.
        const given = text.replaceAll(/\bprobe\b/g, "echo");
        const placed = placeVariables(given, VARIABLES, "pre-bash-execution").command;
        if (placed === null) return;
        const command = placed.replaceAll(/\becho\b/g, "probe");
        accepted++;
        const environment = (given: string): Record<string, string> => ({
          MIMIR_bash_command: given,
          MIMIR_json_bash_command: JSON.stringify(given).slice(1, -1),
          MIMIR_tokens_used: "7",
        });
        const [harmless, hostile] = [MARK, value].map((one) => run(shell, command, environment(one)));
        // Where the value decides between two branches, fewer or other programs may run; a program of the value's never.
        expect(hostile, `${text}\n---\n${command}`).not.toMatch(/(?:^|\0)2\0probe\0INJECTED\0/);
        expect(countOf(hostile), `${text}\n---\n${command}`).toBeLessThanOrEqual(
          countOf(harmless) + branches(text),
        );
      }),
      // A command that is accepted, one in six, starts two shells; of fewer runs sometimes too few are.
      { quick: 200, deep: 250 },
    );
    // A law about nothing would hold, too.
    expect(accepted).toBeGreaterThan(ran / 20);
  });
});

/** Words of all programs. */
function countOf(record = ""): number {
  return record.split("\0").length;
}

/** Branches that only some values take: their programs' words come in addition. */
function branches(text: string): number {
  return /case|if |while|&&|\|\||\bfor\b|test|\[|!|\(/.test(text) ? 100 : 0;
}
