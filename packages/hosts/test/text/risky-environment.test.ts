import { describe, expect, test } from "vitest";
import { riskyVariable } from "../../src/text/risky-environment.js";

describe("variables that decide what runs are known (M11)", () => {
  const risky = [
    ..."LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES PATH HOME XDG_CONFIG_HOME BASH_ENV ENV IFS PS4".split(
      " ",
    ),
    ..."SHELLOPTS PROMPT_COMMAND NODE_OPTIONS NODE_PATH PYTHONSTARTUP PYTHONPATH PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS".split(
      " ",
    ),
    ..."GIT_SSH_COMMAND GIT_CONFIG_COUNT GIT_DIR SSH_ASKPASS LESSOPEN EDITOR PAGER npm_config_script_shell".split(
      " ",
    ),
  ];
  for (const name of risky) test(name, () => expect(riskyVariable(name)).toMatch(/^[a-z]/));
  for (const name of [
    "LOG_LEVEL",
    "HOOK_MODE",
    "DEBUG",
    "TOKEN",
    "PATHS",
    "MY_PATH",
    "ENVIRONMENT",
    "GITHUB_TOKEN",
  ]) {
    test(`${name} is not one`, () => expect(riskyVariable(name)).toBeNull());
  }
});
