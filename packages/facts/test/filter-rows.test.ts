import { expect, test } from "vitest";
import { translate } from "../src/translate-text.js";
import { type FactRows, testRows } from "./test-rows.js";

/** Code that goes through filters, and all of its facts. */
const ROWS: FactRows = {
  "filters that are computed": [
    { run: "echo 'rm -rf /' | tr -d x | bash", deletes: ["/**"] },
    { run: "echo 'RM -RF /' | tr A-Z a-z | bash", deletes: ["/**"] },
    { run: "echo 'ez -es /' | tr 'A-Za-z' 'N-ZA-Mn-za-m' | sh", deletes: ["/**"] },
    { run: "echo 'rm,-rf,/' | tr , ' ' | bash", deletes: ["/**"] },
    { run: "echo '/ fr- mr' | rev | bash", deletes: ["/**"] },
    { run: 'x=$(echo rm | tr r r); "$x" -rf /', deletes: ["/**"] },
    { run: "echo 'rm -rf /' | tr a-z n-za-m | sh", unknown: ["unknown-program"] },
    { run: "echo 'rm -rf /' | tr -d x" },
  ],
  "filters that are not": [
    {
      run: "echo 'rm -rf /' | grep rm | sh",
      executes: ["stdin sh"],
      deletes: ["/**"],
      unknown: ["dynamic-code"],
    },
    {
      run: "echo 'rm -rf /' | sed s/a/b/ | sh",
      executes: ["stdin sh"],
      deletes: ["/**"],
      unknown: ["dynamic-code"],
    },
    { run: "echo 'ls x' | sort | sh", executes: ["stdin sh"], reads: ["./x"], unknown: ["dynamic-code"] },
    {
      run: "echo 'ls x' | tr \"$A\" b | sh",
      executes: ["stdin sh"],
      reads: ["./x"],
      unknown: ["dynamic-argument", "dynamic-code"],
    },
    {
      run: "echo 'rm -rf /' | grep rm s | sh",
      reads: ["./s"],
      executes: ["file sh"],
      unknown: ["opaque-file"],
    },
    { run: "echo 'rm -rf /' | sort" },
    { run: "base64 -d <<< cm0geA== | sh", executes: ["decoded sh"], deletes: ["./x"] },
  ],
};

testRows(ROWS);

test.each([
  ["hello", ["a-y", "b-z"], "ifmmp"],
  ["a.b", ["-d", "."], "ab"],
  ["a  b", ["-s", " "], "a b"],
  ["abc123", ["-cd", "0-9"], "123"],
  ["a,b", [",", "\\n"], "a\nb"],
  ["abc", ["abc", "x"], "xxx"],
  ["abc", ["-t", "abc", "x"], "xbc"],
  ["Hello", ["[:upper:]", "[:lower:]"], "hello"],
  ["a-b", ["-", "_"], "a_b"],
  ["a-b", ["a-", "x_"], "x_b"],
  ["aab", ["-s", "a-b", "x"], "x"],
  ["abc", ["\\141", "X"], "Xbc"],
  ["aab bcc", ["-ds", "a", "b"], "b bcc"],
  ["a b", ["-c", "a-z", "X"], "aXb"],
  ["ab", ["aab", "xyz"], "yz"],
])("tr of %s with %j", (text, args, expected) => {
  expect(translate(text, args)).toBe(expected);
});

test.each([
  ["é", ["a", "b"]],
  ["a", ["[a*2]", "b"]],
  ["a", ["z-a", "b"]],
  ["a", ["[:x:]", "b"]],
  ["a", []],
])("tr of %s with %j is not computed", (text, args) => {
  expect(translate(text, args)).toBeNull();
});
