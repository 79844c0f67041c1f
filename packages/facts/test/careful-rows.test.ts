import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

const read = (command: string): readonly (string | null)[] => factsOf(command).reads.map(({ path }) => path);

describe("an option that takes a value elsewhere hides no file", () => {
  test.each([
    "column -t ~/.netrc",
    "csvcut -c 1 ~/.netrc",
    "tac -r ~/.netrc",
    "cat -l ~/.netrc",
    "pr -t ~/.netrc",
    "fmt -t ~/.netrc",
    "fold -s ~/.netrc",
    "wc -l ~/.netrc",
    "comm -1 ~/.netrc x",
    "look x ~/.netrc",
    "git interpret-trailers ~/.netrc",
    "printf '%s/.netrc\\0' ~ | sort --files0-from=-",
  ])("%s", (command) => {
    expect(read(command)).toContain("/home/u/.netrc");
  });
});

describe("a file that a word names is read where it is sent", () => {
  test.each([
    "gh issue create -F .env",
    "gh issue comment 3 --body-file=.env",
    "gh pr review 3 -F .env",
    "aws lambda invoke --function-name f --payload file://.env out",
    "aws ssm put-parameter --name x --value=fileb://.env",
    "az keyvault secret set --value @.env",
    "az keyvault secret set --file .env",
    "docker config create x .env",
    "docker secret create x .env",
    "gcloud secrets create x --data-file=.env",
    "kubectl create configmap x --from-file=a=.env",
  ])("%s", (command) => {
    expect(read(command)).toContain("/w/project/.env");
  });
});

describe("what git shows of a file is a read of that file", () => {
  test.each([
    "git show HEAD:k",
    "git show :1:k",
    "git show HEAD -- k",
    "git show HEAD k",
    "git cat-file -p HEAD:k",
    "git cat-file blob HEAD:k",
    "git diff HEAD~1:k HEAD:k",
  ])("%s", (command) => {
    expect(read(command)).toContain("/w/project/k");
  });

  test.each(["git show HEAD", "git show --name-only HEAD k", "git cat-file -t HEAD", "git log -- k"])(
    "%s reads none",
    (command) => {
      expect(read(command)).toEqual([]);
    },
  );

  test("a path that is not known is a read that is not known", () => {
    expect(factsOf('git show "HEAD:$F"').reads).toMatchObject([{ path: null, certainty: "unknown" }]);
  });
});

describe("a shell that a program gives its text to runs what is not known", () => {
  test.each([
    "tar xf a --to-command=sh",
    "sort --compress-program=sh a",
    "rg --pre=bash x",
    "GIT_PAGER=sh git log",
  ])("%s", (command) => {
    const { complete, executes } = factsOf(command);
    expect([complete, executes.map(({ from }) => from)]).toEqual([false, ["stdin"]]);
  });

  test("awk that sets its files is not understood", () => {
    expect(factsOf(`awk 'BEGIN{ARGV[1]="k";ARGC=2}{print}' x`).complete).toBe(false);
  });
});

describe("what a shell expands again runs", () => {
  test.each([
    "let 'q[$(rm x)]=1'",
    "builtin let 'q[$(rm x)]=1'",
    "declare -n r='q[$(rm x)]'; echo $r",
    "f() { local -n r='q[$(rm x)]'; echo $r; }; f",
    "declare -a 'b=([q[$(rm x)]]=1)'",
    "declare -a 'b=(`rm x`)'",
    "declare -A 'b=([$(rm x)]=1)'",
    "declare -a b='($(rm x))'",
    "readonly -a 'b=($(rm x))'",
    "b=(); declare 'b=($(rm x))'",
    "declare -i n; read n <<< 'q[$(rm x)]'",
    "declare -i n; printf -v n %s 'q[$(rm x)]'",
    "declare -i n; for n in 'q[$(rm x)]'; do :; done",
    "sleep 1 & wait -p 'q[$(rm x)]' -n",
  ])("%s", (command) => {
    expect(factsOf(command).deletes).toMatchObject([{ path: "/w/project/x" }]);
  });

  test.each(["declare 'b=($(rm x))'", "read n <<< 'q[$(rm x)]'", "for n in 'q[$(rm x)]'; do :; done"])(
    "%s does not",
    (command) => {
      expect(factsOf(command).deletes).toEqual([]);
    },
  );
});

describe("a container that runs already is somebody's", () => {
  test.each([
    ["docker exec db rm -rf /data", "remote"],
    ["docker compose exec db rm -rf /data", "remote"],
    ["kubectl exec -n prod api-0 -- rm -rf /data", "remote"],
    ["lxc exec c -- rm -rf /data", "remote"],
    ["docker run --rm alpine rm -rf /data", "container"],
  ])("%s: %s", (command, place) => {
    expect(factsOf(command).deletes).toMatchObject([{ path: "/data", place }]);
  });

  test("where a command begins there is not known here", () => {
    expect(factsOf("kubectl exec p -- rm -rf build").deletes).toMatchObject([{ local: null }]);
  });
});

test("the environments of processes are read by `ps` with an `e` that is not an option", () => {
  const kinds = (command: string): readonly string[] => factsOf(command).actions.map(({ kind }) => kind);
  expect(kinds("ps auxe")).toEqual(["environment.read"]);
  expect([...kinds("ps -ef"), ...kinds("ps aux"), ...kinds("ps -e")]).toEqual([]);
});
