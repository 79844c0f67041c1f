import { expect, test } from "vitest";

import { scanSource } from "../../tools/imports/scan-source.js";
import type { SourcePackage } from "../../tools/imports/source-file.js";
import { nameClashes } from "../../tools/names/name-clashes.js";

type Files = Readonly<Record<string, string>>;

/** Packages `a`, `b` … with the entries `.` and `./more`. */
function clashesOf(packages: Readonly<Record<string, Files>>): readonly string[] {
  const read = (folder: string, file: string): string => packages[folder]?.[file] ?? "";
  const sources = Object.entries(packages).map(([folder, files]): SourcePackage => ({
    folder,
    npmName: `@gatehouse-hooks/${folder}`,
    entries: { ".": "index.ts", "./more": "more.ts" },
    internal: {},
    files: Object.entries(files).map(([name, text]) => ({ name, ...scanSource(text, name) })),
  }));
  return nameClashes(sources, read);
}

const different: readonly (readonly [
  name: string,
  packages: Readonly<Record<string, Files>>,
  problem: string,
])[] = [
  [
    "a type in two files of one package",
    { a: { "x.ts": "export interface T {}", "y.ts": "export type T = string;" } },
    "the type `T` means different things in a/x.ts and a/y.ts: rename one",
  ],
  [
    "a type in files of two packages that no entry exports",
    { a: { "x.ts": "export interface T {}" }, b: { "y.ts": "export class T {}" } },
    "the type `T` means different things in a/x.ts and b/y.ts: rename one",
  ],
  [
    "a function of two packages",
    {
      a: { "index.ts": 'export { f } from "./f.js";', "f.ts": "export function f(): void {}" },
      b: { "index.ts": 'export { g as f } from "./g.js";', "g.ts": "export function g(): void {}" },
    },
    "the name `f` means different things in a/f.ts and b/g.ts: rename one",
  ],
  [
    "a constant of another entry",
    {
      a: { "index.ts": "export const c = 1;" },
      b: { "more.ts": 'import { d } from "./d.js"; export { d as c };', "d.ts": "export const d = 2;" },
    },
    "the name `c` means different things in a/index.ts and b/d.ts: rename one",
  ],
];

test.each(different)("a clash: %s", (_, packages, problem) => {
  expect(clashesOf(packages)).toEqual([problem]);
});

const same: readonly (readonly [name: string, packages: Readonly<Record<string, Files>>])[] = [
  [
    "passed on by another package",
    {
      a: { "index.ts": 'export { f } from "./f.js";', "f.ts": "export function f(): void {}" },
      b: { "index.ts": 'export { f } from "@gatehouse-hooks/a";' },
    },
  ],
  [
    "passed on under one name by two files",
    {
      a: {
        "index.ts": 'export type { T } from "./t.js";',
        "more.ts": 'import type { T } from "./t.js"; export type { T };',
        "t.ts": "export interface T {}",
      },
    },
  ],
  ["not exported", { a: { "x.ts": "interface T {}" }, b: { "x.ts": "export interface T {}" } }],
  [
    "functions that no entry exports",
    { a: { "x.ts": "export function f(): void {}" }, b: { "x.ts": "export function f(): void {}" } },
  ],
  ["overloads", { a: { "index.ts": "export function f(a: 1): void;\nexport function f(): void {}" } }],
  ["in a comment", { a: { "x.ts": "export interface T {}" }, b: { "x.ts": "// export interface T {}" } }],
];

test.each(same)("no clash: %s", (_, packages) => {
  expect(clashesOf(packages)).toEqual([]);
});
