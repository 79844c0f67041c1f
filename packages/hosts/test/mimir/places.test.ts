import { describe, expect, test } from "vitest";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { growth, LINEAR, testGrowth } from "../../../../test/growth.js";
import { lawRuns } from "../../../../test/assert-law.js";

const EVENT = "pre-bash-execution";
/** `probe` is any program that takes its arguments as data: for the check of programs it is `echo`. */
const place = (command: string): ReturnType<typeof placeVariables> => {
  const placed = placeVariables(command.replaceAll(/\bprobe\b/g, "echo"), variablesOf(EVENT), EVENT);
  if (!command.includes("probe")) return placed;
  const again = (text: string): string => text.replaceAll(/\becho\b/g, "probe");
  return { ...placed, command: placed.command === null ? null : again(placed.command) };
};

describe("where a placeholder may stand", () => {
  test.each([
    ["bare", "probe {bash_command}", 'probe "${MIMIR_bash_command?}"'],
    ["inside of a bare word", "probe --x={agent_id}y", 'probe --x="${MIMIR_agent_id?}"y'],
    ["double quotes", 'probe "a {agent_id}"', 'probe "a ${MIMIR_agent_id?}"'],
    ["single quotes", "probe 'a {agent_id}'", "probe 'a '\"${MIMIR_agent_id?}\"''"],
    ["behind a dollar", 'probe "Cost: ${cost}"', 'probe "Cost: \\$${MIMIR_cost?}"'],
    ["behind a dollar, bare", "probe ${cost}", 'probe \\$"${MIMIR_cost?}"'],
    ["behind an escaped dollar", 'probe "\\${cost}"', 'probe "\\$${MIMIR_cost?}"'],
    ["here-document", "cat <<EOF\n{agent_id}\nEOF", "cat <<EOF\n${MIMIR_agent_id?}\nEOF"],
    ["here-string", "cat <<< {agent_id}", 'cat <<< "${MIMIR_agent_id?}"'],
    ["substitution in quotes", 'probe "$(probe {agent_id})"', 'probe "$(probe "${MIMIR_agent_id?}")"'],
    ["assignment", 'x={agent_id}; probe "$x"', 'x="${MIMIR_agent_id?}"; probe "$x"'],
    ["a number that is split", "n={tokens_used}; [ $n -gt 5 ]", 'n="${MIMIR_tokens_used?}"; [ $n -gt 5 ]'],
    ["comment", "probe # {agent_id}\nprobe {agent_id}", 'probe # {agent_id}\nprobe "${MIMIR_agent_id?}"'],
    ["case", "case {agent_id} in a) probe b;; esac", 'case "${MIMIR_agent_id?}" in a) probe b;; esac'],
    ["test", '[ "{agent_id}" = a ]', '[ "${MIMIR_agent_id?}" = a ]'],
    [
      "argument of code",
      "sh -c 'probe \"$1\"' sh {agent_id}",
      'sh -c \'probe "$1"\' sh "${MIMIR_agent_id?}"',
    ],
    ["argument of a script", "python check.py {agent_id}", 'python check.py "${MIMIR_agent_id?}"'],
    ["data for jq", "jq -n --arg x {agent_id} '$x'", "jq -n --arg x \"${MIMIR_agent_id?}\" '$x'"],
    [
      "a string in JSON",
      'curl -d \'{"a":"{agent_id}"}\'',
      'curl -d \'{"a":"\'"${MIMIR_json_agent_id?}"\'"}\'',
    ],
    ["a number in JSON", "curl -d '{\"a\":{cost}}'", "curl -d '{\"a\":'\"${MIMIR_cost?}\"'}'"],
    [
      "JSON in a here-document",
      'cat <<EOF\n{"a": "{agent_id}"}\nEOF',
      'cat <<EOF\n{"a": "${MIMIR_json_agent_id?}"}\nEOF',
    ],
  ])("%s", (_, command, wanted) => {
    expect(place(command)).toEqual({ command: wanted, problems: [] });
  });
});

describe("where no quoting is safe", () => {
  test.each([
    ["code of sh", 'sh -c "{bash_command}"', "sh -c 'printf %s \"$1\"' sh {bash_command}"],
    ["code of bash in single quotes", "bash -lc 'probe {bash_command}'", "pass it as an argument"],
    ["code behind another program", "docker run x sh -c 'probe {bash_command}'", "pass it as an argument"],
    ["code of python", "python3 -c \"print('{bash_command}')\"", "sys.argv[1]"],
    ["code of node", "node -e 'f(\"{bash_command}\")'", "node -e '…' -- {bash_command}"],
    ["an option of perl", "perl -e 'print' {bash_command}", "-- {bash_command}"],
    ["a program of awk", "awk '/{bash_command}/'", "ENVIRON"],
    ["a program of sed", 'sed "s/x/{bash_command}/"', "keep it out of the program"],
    [
      "code behind an option with an argument",
      "bash -o posix -c 'probe {bash_command}'",
      "pass it as an argument",
    ],
    ["code in the option itself", "bash -o posix -c{bash_command}", "pass it as an argument"],
    ["code of npx", "npx -c 'probe {bash_command}'", "behind the code"],
    ["a pipe to a shell with arguments", "echo {bash_command} | bash -s -- a", "call the program directly"],
    ["a pipe to another machine", "echo {bash_command} | ssh host", "call the program directly"],
    ["a pipe to a shell elsewhere", "echo {bash_command} | docker exec -i x sh", "call the program directly"],
    ["a here-document for a database", "psql <<EOF\n{bash_command}\nEOF", "pass it as an argument"],
    ["the shell's last word", "probe {bash_command}; probe $_", '"$name"'],
    ["the directory", "cd {working_dir}; probe $PWD", '"$name"'],
    ["eval", 'eval "probe {bash_command}"', "pass it as an argument"],
    ["ssh", "ssh host probe {bash_command}", "pass it as an argument"],
    ["a pipe to a shell", "echo {bash_command} | sh", "call the program directly"],
    ["xargs", "echo {bash_command} | xargs rm", "call the program directly"],
    ["a here-document for a shell", "sh <<EOF\n{bash_command}\nEOF", "pass it as an argument"],
    ["arithmetic", "echo $(({bash_command} + 1))", 'n={bash_command}; [ "$n" -gt 5 ]'],
    ["arithmetic with a number", "echo $(({tokens_used} + 1))", 'n={tokens_used}; [ "$n" -gt 5 ]'],
    ["an arithmetic command", "if (({bash_command} > 1)); then :; fi", "assign it"],
    ["arithmetic by a variable", "x={bash_command}; echo $((x + 1))", "assign it"],
    ["a subscript", "echo ${a[{bash_command}]}", "assign it first"],
    ["a parameter's default", 'echo "${x:-{bash_command}}"', "assign it first"],
    ["a quoted here-document", "cat <<'EOF'\n{bash_command}\nEOF", "<<EOF"],
    ["backquotes", 'probe "`probe {bash_command}`"', '"$(…)"'],
    ["a substitution without quotes", "probe $(probe {bash_command})", '"$(…)"'],
    ["a variable without quotes", "x={bash_command}; probe $x", '"$name"'],
    ["a program's name", "{bash_command}", "write the program's name"],
    ["a program's name behind sudo", "sudo -u me {bash_command}", "write the program's name"],
    [
      "a program's name behind an option and a number",
      "nice -n 5 {bash_command}",
      "write the program's name",
    ],
    ["bash's own test", "[[ {bash_command} -eq 1 ]]", '[ {bash_command} = "…" ]'],
    ["a test with -v", "test -v {bash_command}", "write one comparison"],
    ["printf's format", "printf {bash_command}", "printf '%s' {bash_command}"],
    ["a variable's name", "unset {bash_command}", "pass it as an argument"],
    ["a variable that is evaluated", "SECONDS={bash_command}; probe", "another name"],
    ["an integer variable", "declare -i n; n={bash_command}", "call the program directly"],
    ["a function", "f() { eval $1; }; f {bash_command}", "move the command into a script"],
    ["behind a backslash", "probe \\{bash_command}", "remove the backslash"],
    ["outside of a string in JSON", "curl -d '{\"a\":{bash_command}}'", "with the double quotes"],
    ["quotes without an end", 'probe "{bash_command}', "move the command into a script"],
    [
      "a nest of 60 groups",
      `${"( ".repeat(60)}probe {bash_command}${" )".repeat(60)}`,
      "move the command into a script",
    ],
  ])("%s", (_, command, cure) => {
    const placed = place(command);
    expect(placed.command).toBeNull();
    expect(placed.problems.map(({ code }) => code)).toContain("unsafe-variable");
    expect(placed.problems.map((problem) => problem.cure).join("\n")).toContain(cure);
  });

  test("the safe spelling of every refusal that shows one is accepted", () => {
    for (const command of [
      "sh -c 'printf %s \"$1\"' sh {bash_command}",
      "python3 -c 'import sys; print(sys.argv[1])' {bash_command}",
      "node -e '…' -- {bash_command}",
      'n={tokens_used}; [ "$n" -gt 5 ]',
      'x={bash_command}; echo "${x:-none}"',
      "printf '%s' {bash_command}",
      '[ {bash_command} = "x" ]',
      'probe "$(probe {bash_command})"',
      "sudo -u me -- probe {bash_command}",
      "command -v node >/dev/null || exit 0; npx eslint -- {bash_command}",
      "probe {bash_command} | grep python",
      'cd {working_dir} && probe "$PWD"',
    ]) {
      expect(place(command).problems, command).toEqual([]);
    }
  });
});

describe("names", () => {
  test.each([
    ["probe {bash_comand}", "error", "did you mean `{bash_command}`?"],
    ["probe {bash_stdout}", "error", "it comes with `post-bash-execution`"],
    ["awk '{print}' f", "warning", "known are"],
  ])("%s", (command, severity, cure) => {
    const [problem] = place(command).problems;
    expect([problem?.severity ?? "error", problem?.code]).toEqual([severity, "unknown-variable"]);
    expect(problem?.cure).toContain(cure);
  });

  test("text without placeholders stays as it is, also when it is not followed", () => {
    for (const command of [
      "f() { :; }",
      "echo '",
      "a=(1 2)",
      "cat <<EOF",
      "echo ${HOME} $(( 1 + 1 ))",
      "x=${a[1]}",
    ]) {
      expect(place(command)).toEqual({ command, problems: [] });
    }
  });

  testGrowth("time is linear in the text", () => {
    for (const unit of [
      "(",
      "$(",
      '"$(',
      "${x",
      "{bash_command}",
      "case a in a) ",
      "`",
      "<<EOF\n",
      "sh ",
      "sudo ",
      "bash -o ",
      "echo $(({bash_command}));",
      "x={bash_command};y=$x;",
    ]) {
      const grows = growth(
        (size) => {
          const text = `probe {bash_command}; ${unit.repeat(size / unit.length)}`;
          return () => place(text);
        },
        lawRuns({ quick: 1_000, deep: 12_500, full: 12_500 }),
      );
      expect(grows, unit).toBeLessThan(LINEAR);
    }
  });
});
