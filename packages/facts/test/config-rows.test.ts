// Variables for a process that is started configure it: they are not shown.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

describe("a file of variables for a process", () => {
  test.each([
    "docker run --env-file .env app",
    "docker compose --env-file .env up -d",
    "docker compose --env-file=.env config --quiet",
    "podman run --rm --env-file .env app",
    "node --env-file=.env app.js",
    "node --env-file-if-exists=.env app.js",
    "uv run --env-file .env x.py",
    "sudo docker run --env-file .env app",
  ])("%s", (run) => {
    const reads = factsOf(run).reads.filter(({ local }) => local === "./.env");
    expect(new Set(reads.map(({ op }) => op))).toEqual(new Set(["config"]));
  });

  test.each(["cat .env", "docker run -v ./.env:/x app cat .env", "source .env"])("%s is not", (run) => {
    expect(factsOf(run).reads.some(({ op }) => op === "config")).toBe(false);
  });
});
