// The value of an option can be asked for, however the option is written.
import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

const valuesIn = (run: string): readonly string[] => factsOf(run).commands.at(-1)?.values ?? [];

test.each([
  "kubectl --context prod get pods",
  "kubectl --context=prod get pods",
  "kubectl get pods --context prod",
  "kubectl get pods --context='pro'd",
  'x=prod; kubectl get --context "$x" pods',
  "nohup kubectl --context prod get pods",
])("%s has the value of `--context`", (run) => {
  expect(valuesIn(run)).toContain("--context=prod");
});

test.each(["kubectl -n prod get pods", "kubectl -nprod get pods", "kubectl get pods --namespace prod"])(
  "%s has it under each name",
  (run) => {
    expect(valuesIn(run)).toEqual(expect.arrayContaining(["-n=prod", "--namespace=prod"]));
  },
);

test("each of several values is there, and an unknown part of one is said", () => {
  expect(valuesIn("grep -e a -e b x")).toEqual(expect.arrayContaining(["-e=a", "-e=b"]));
  expect(valuesIn("kubectl --context $C get pods")).toEqual(["--context=\uFFFD"]);
});

test("without an option that has a value there is none", () => {
  expect(factsOf("ls -la x").commands[0]).not.toHaveProperty("values");
  expect(valuesIn("wurst --context prod")).toEqual([]);
  expect(
    valuesIn(`tar ${Array.from({ length: 400 }, (_, i) => `--exclude=${i}`).join(" ")} -cf x y`),
  ).toHaveLength(100);
});

test("a subcommand below another is one of both words", () => {
  expect(factsOf("yarn npm publish").commands[0]?.sub).toBe("npm publish");
});
