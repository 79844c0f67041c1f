// A search in files of certain names reads the files that have them.
import { describe, expect, test } from "vitest";
import type { PathFact } from "@gatehouse-hooks/facts";
import { factsOf, toolFacts } from "./facts-of.js";

function spelled(reads: readonly PathFact[]): readonly (string | null)[] {
  return reads.filter(({ wild }) => wild !== "set").map(({ local, home, path }) => local ?? home ?? path);
}

describe("by a program", () => {
  test.each([
    ["grep -rn KEY --include='.env*' .", "./.env"],
    ["grep -rn KEY --include=.env .", "./.env"],
    ["grep -R KEY --include .env src", "./src/.env"],
    ["grep -rn KEY --include='*.{env,pem}' .", "./.env"],
    ["grep -r --include='*.env' -e KEY", "./.env"],
    ["rg KEY -g '.env*' --hidden", "./.env"],
    ["rg KEY --glob .env", "./.env"],
    ["rg KEY --glob=**/.env src", "./src/.env"],
    ["rg KEY -g 'web/.env'", "./web/.env"],
    ["rg KEY --iglob .ENV", "./.env"],
    ["rg -e KEY -g '*.ts' -g '.env'", "./.env"],
    ["rg -g .netrc machine ~", "~/.netrc"],
    ["cd ~/.aws && rg -g credentials .", "~/.aws/credentials"],
    ["git grep KEY -- .env", "./.env"],
    ["git grep KEY -- '*.env'", "./.env"],
    ["git log -p -- .env", "./.env"],
    ["git log --patch .env", "./.env"],
    ["git diff .env", "./.env"],
    ["git diff HEAD~1 -- ~/.netrc", "~/.netrc"],
    ["git blame .env", "./.env"],
    ["ugrep -r KEY -g .env", "./.env"],
    ["find . -iname .ENV -exec cat {} +", "./.env"],
  ])("%s", (run, file) => {
    const paths = spelled(factsOf(run).reads);
    expect(paths.some((one) => one === file || one?.replace(/\/\uFFFD/, "") === file)).toBe(true);
  });

  test.each([
    "grep -rn KEY --include='*.ts' .",
    "grep -r KEY --exclude=.env .",
    "rg KEY -g '!.env'",
    "rg KEY -g '*.ts'",
    "rg KEY",
    "git log -- .env",
    "git log --stat .env",
    "git diff --name-only .env",
  ])("%s names none of them", (run) => {
    expect(spelled(factsOf(run).reads).filter((one) => one?.includes(".env"))).toEqual([]);
  });
});

describe("by a tool", () => {
  test.each<[string, object, string]>([
    ["Grep", { pattern: "KEY", glob: ".env", output_mode: "content" }, "./.env"],
    ["Grep", { pattern: "KEY", glob: "**/.env*" }, "./.env"],
    ["Grep", { pattern: "KEY", glob: "*.{env,pem}" }, "./.env"],
    ["Grep", { pattern: "KEY", path: "/home/u", glob: ".netrc" }, "~/.netrc"],
    ["search_file_content", { pattern: "KEY", include: ".env" }, "./.env"],
    ["grep", { pattern: "KEY", include: ".env" }, "./.env"],
    ["rg", { pattern: "KEY", glob: ".env" }, "./.env"],
    ["grep_search", { query: "KEY", includePattern: "**/.env" }, "./.env"],
    ["mcp__fs__search_files", { path: ".", file_pattern: ".env" }, "./.env"],
    ["mcp__fs__grep", { directory: "~", include_globs: [".netrc"] }, "~/.netrc"],
  ])("%s %j", (tool, params, file) => {
    const paths = spelled(toolFacts(tool, params).reads);
    expect(paths.some((one) => one === file || one?.replace(/\/\uFFFD/, "") === file)).toBe(true);
  });

  test.each<[string, object]>([
    ["Grep", { pattern: "KEY", glob: "*.ts" }],
    ["Grep", { pattern: "KEY", glob: "!.env" }],
    ["Grep", { pattern: ".env" }],
    ["Glob", { pattern: ".env" }],
  ])("%s %j names none of them", (tool, params) => {
    const content = toolFacts(tool, params).reads.filter(({ list }) => !list);
    expect(spelled(content).filter((one) => one?.includes(".env"))).toEqual([]);
  });
});
