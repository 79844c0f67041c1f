import fc from "fast-check";
import { finalMimirCommand, load, mimirEnvironment } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { hostileValue } from "./hostile-values.js";
import { run, SHELLS } from "./shells.js";
import { assertLaw, slowLaw } from "../../../../test/assert-law.js";

const handlerOf = (command: string): { readonly command: string } => {
  const { policies } = load(JSON.stringify({ hooks: { "pre-bash-execution": { command } } }), {
    path: ".mimir/config.yml",
  });
  const handler = policies[0]?.handler;
  if (handler?.kind !== "command") throw new Error(`no command: ${command}`);
  return handler;
};

const COMMANDS = [
  "printf %s {bash_command}",
  'printf %s "a {bash_command} b"',
  "printf %s 'a {bash_command} b'",
  "printf %s x{bash_command}'{bash_command}'\"{bash_command}\"{agent_id}",
  'printf %s \'{"a": "{bash_command}"}\'',
  'x={bash_command}; printf %s "$x"',
];

test("the final command has the values in their places (M3)", () => {
  const shown = (command: string, value: string): string => {
    const handler = handlerOf(command);
    const event = { event: "pre-bash-execution", bash_command: value };
    return finalMimirCommand(handler.command, mimirEnvironment({ handler, event }, {}));
  };
  expect(shown("echo ran {bash_command}", "rm -rf /")).toBe("echo ran 'rm -rf /'");
  expect(shown('echo "ran {bash_command}"', 'say "$HOME"')).toBe('echo "ran say \\"\\$HOME\\""');
  expect(shown("echo 'ran {bash_command}'", "it's")).toBe("echo 'ran it'\\''s'");
  expect(shown("echo {bash_command} {agent_id}", "ls")).toBe("echo 'ls' \"${MIMIR_agent_id?}\"");
  expect(shown("echo {bash_command}", "$&${MIMIR_agent_id?}")).toBe("echo '$&${MIMIR_agent_id?}'");
});

test("it is shell text that does just what the hook does (M3)", () => {
  const [[...sh] = []] = SHELLS;
  assertLaw(
    fc.property(fc.constantFrom(...COMMANDS), hostileValue, (command, value) => {
      const handler = handlerOf(command);
      const event = { event: "pre-bash-execution", bash_command: value, agent_id: `'${value}"` };
      const env = mimirEnvironment({ handler, event }, {}) as Record<string, string>;
      const record = (text: string): string => text.replaceAll("printf %s", "probe");
      expect(run(sh, record(finalMimirCommand(handler.command, env)), {})).toBe(
        run(sh, record(handler.command), env),
      );
    }),
    slowLaw(30, 150),
  );
});
