import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";

/** What `init` switches on is part of it; the rows of the packs say the rest. */
const judge = judgeByPacks(derive, false);
const isStopped = (command: string): boolean => ["deny", "ask"].includes(judge(command).effect);

/** Ways to write a path beside the project, whose folder is `/workspace/project`. */
const SPELLINGS: readonly string[] = [
  "../x",
  "./../x",
  "a/../../x",
  "/workspace/x",
  '"$PWD"/../x',
  "~+/../x",
  "../../workspace/x",
  "..//x",
  "../{x,y}",
  "$(echo ..)/x",
];

/** What changes it; `P` is the path. */
const CHANGES: readonly string[] = [
  "mv P y",
  "mv y P",
  "rm P",
  "cp a P",
  "cp -r a P",
  "rsync -a a/ P/",
  "echo a > P",
  "echo a >> P",
  "tee P < a",
  "sed -i s/a/b/ P",
  "truncate -s 0 P",
  "dd if=a of=P",
  "chmod -R 777 P",
  "chown -R me P",
  "ln -sf a P",
  "tar xf a.tar -C P",
  "unzip a.zip -d P",
  "bunzip2 -f P",
  "find P -delete",
  "git worktree list; rm P",
  "curl -o P https://example.com/a",
  "shred -u P",
];

/** The command with something around it. */
function around(command: string, way: number): string {
  const ways = [command, `sh -c '${command}'`, `env A=1 nohup ${command}`, `true && { ${command}; }`];
  return ways[Math.floor(way / 3) % ways.length] ?? command;
}

test.each(CHANGES)("a path that leaves the project by `..` does not pass in silence: %s", (change) => {
  const at = CHANGES.indexOf(change);
  // Each change meets some of the spellings, and each spelling some of what stands around it.
  const commands = SPELLINGS.flatMap((path, i) =>
    (i + at) % 3 === 0
      ? [
          around(
            change.replace("P", () => path),
            i + at,
          ),
        ]
      : [],
  );
  expect(commands.length).toBeGreaterThan(2);
  expect(commands.filter((one) => !isStopped(one))).toEqual([]);
});

test.each([
  "cd .. && mv x y",
  "cd ../other && rm a",
  "(cd a && mv ../../x y)",
  "pushd .. > /dev/null; truncate -s 0 x",
  "ls .. | xargs -I{} mv ../{} .",
  "find .. -maxdepth 1 -name x -exec mv {} . ';'",
  "ln -s .. up; rm up/x",
  "git -C .. mv a b",
])("nor does what runs there: %s", (command) => {
  expect(isStopped(command)).toBe(true);
});

test.each([
  "cd a && mv ../x y",
  "mv a/../x y",
  "cp a ../project/b",
  "mkdir -p ../x",
  "cat ../x",
  "ls -la ..",
  "cp ../x y",
  "git clone https://github.com/a/b ../b",
  "git worktree add ../x",
  "find .. -name x",
  "tar cf a.tar ..",
  "echo a > /tmp/x",
  "make -C .. test > /dev/null",
])("what stays, or only looks, passes: %s", (command) => {
  expect(judge(command).effect).not.toBe("deny");
  expect(judge(command).policy ?? "").not.toContain("outside");
});
