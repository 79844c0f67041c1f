// What prints the environment, or uses a variable that is called like a secret, does not only look.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

function readBy(run: string): readonly (string | null)[] {
  return factsOf(run)
    .actions.filter(({ kind }) => kind === "environment.read")
    .map(({ target }) => target);
}

describe("all variables are printed", () => {
  test.each([
    "env",
    "env | sort",
    "printenv",
    "set",
    "set | grep KEY",
    "export",
    "export -p",
    "declare -p",
    "declare -x",
    "typeset -p",
    "readonly -p",
    "bash -c env",
    "sudo env",
    "x=$(env); echo y",
    "command env",
    "builtin set",
  ])("%s", (run) => {
    expect(readBy(run)).toContain(null);
  });
});

describe("a variable that is called like a secret", () => {
  test.each([
    ["echo $GITHUB_TOKEN", "GITHUB_TOKEN"],
    ["printf '%s\\n' \"$AWS_SECRET_ACCESS_KEY\"", "AWS_SECRET_ACCESS_KEY"],
    ["printenv OPENAI_API_KEY", "OPENAI_API_KEY"],
    ["declare -p PGPASSWORD", "PGPASSWORD"],
    ['cat <<< "$NPM_TOKEN"', "NPM_TOKEN"],
    ["cat <<E\n${DATABASE_URL}\nE", "DATABASE_URL"],
    ["x=$DEPLOY_KEY; echo a$x", "DEPLOY_KEY"],
    ["echo ${SLACK_TOKEN:0:4}", "SLACK_TOKEN"],
    ["for i in $MY_SECRET; do echo $i; done", "MY_SECRET"],
    ["n=GITHUB_TOKEN; echo ${!n}", "GITHUB_TOKEN"],
  ])("%s", (run, name) => {
    expect(readBy(run)).toContain(name);
  });
});

test.each([
  "echo $HOME $PATH $USER",
  "printenv PATH",
  "TOKEN=x; echo $TOKEN",
  "set -e",
  "set -- a b",
  "export A=b",
  "export GITHUB_TOKEN",
  "declare -a list",
  "declare x=1",
  "declare -f main",
  "env A=b make",
  "echo '$GITHUB_TOKEN'",
  "echo ${#KEYS[@]}",
  "echo $KEYBOARD $MONKEY",
])("%s is neither", (run) => {
  expect(readBy(run)).toEqual([]);
});
