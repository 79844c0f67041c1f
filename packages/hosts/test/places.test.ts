import { load, loadMayrosConfig } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

/** Files in which `¦` marks the place that the issue must name; the mark is taken out before loading. */
const HOOKS: readonly (readonly [code: string, marked: string])[] = [
  ["condition-syntax", "condition: toolName ==¦= 1"],
  ["condition-syntax", "condition:   toolName ==¦= 1  "],
  ["condition-syntax", "condition: 'toolName == ''x'' && a ==¦= 1'"],
  ["condition-syntax", String.raw`condition: "toolName == \"x\" && \u0061 ==¦= 1"`],
  ["condition-syntax", String.raw`condition: "x == \"\U0001F600\" && a ==¦= 1"`],
  ["condition-syntax", "condition: |\n  toolName == 'x' &&\n  a ==¦= 1"],
  ["condition-syntax", "condition: |-\n\n    a &&\n      b ==¦= 1\n"],
  ["condition-syntax", "condition:toolName ==¦= 1"],
  ["condition-syntax", 'condition: "a" == b && c ==¦= 1'],
  ["condition-syntax", "condition: ¦>\n  a\n  === 1"],
  ["unknown-key", "¦enabeld: false"],
  ["unknown-key", "description: d\n'¦enabeld': false".replace("'¦", "¦'")],
  ["duplicate-key", "cache: none\n¦cache: global"],
  ["invalid-value", "enabled: ¦yes"],
  ["invalid-value", 'enabled: "¦yes"'],
  ["invalid-value", "timeout:¦5000ms"],
  ["invalid-value", "priority:   ¦7.9"],
  ["unknown-event", "events: ¦nope"],
  ["invalid-type", "condition: ¦[a, b]"],
  ["invalid-type", "model:\n  ¦a: b"],
  ["ignored-line", "¦- item"],
  ["ignored-line", "model: m/x\n¦ cache: none"],
  ["ignored-line", "¦..."],
  ["not-yaml", "description: x: y¦".replace("x: y¦", "¦x: y")],
  ["invisible-character", "condition: a == '¦\u200b'"],
  ["invisible-character", "description: a¦\u202eb"],
];

test.each(HOOKS.flatMap((row) => ["\n", "\r\n", "\r"].map((end) => [...row, end] as const)))(
  "%s in %j with line ends %j",
  (code, marked, end) => {
    const text = `---\nname: n\n${marked}\n---\nB`.replaceAll("\n", end);
    const at = text.indexOf("¦");
    const { issues } = load(text.replace("¦", ""), { path: "x.md" });
    const places = issues.filter((issue) => issue.code === code).map(({ offset }) => offset);
    expect(places, JSON.stringify(issues)).toContain(at);
    const lines = text.slice(0, at).split(end);
    const issue = issues.find((found) => found.code === code && found.offset === at);
    expect([issue?.line, issue?.column]).toEqual([lines.length, (lines.at(-1)?.length ?? 0) + 1]);
  },
);

const POLICIES: readonly (readonly [code: string, marked: string])[] = [
  ["condition-syntax", 'version: 1\npolicies:\n  - id: a\n    events: e\n    deny: no\n    when: a ==¦= "b"'],
  [
    "condition-syntax",
    "version: 1\npolicies:\n  - id: a\n    events: e\n    deny: no\n    when: >-\n      a ==\n".replace(
      "when: >",
      "when: ¦>",
    ),
  ],
  ["condition-syntax", "version: 1\npolicies:\n  - id: a\n    events: e\n    deny: no\n    tools: ¦['a[']"],
  ["unknown-key", "version: 1\npolicies:\n  - id: a\n    events: e\n    deny: no\n    ¦whne: a"],
  ["unknown-key", "version: 1\n¦polices: []\npolicies: []"],
  ["missing-key", "version: 1\npolicies:\n  - ¦id: a\n    deny: no"],
  ["invalid-type", "version: 1\npolicies:\n  - id: a\n    events: e\n    deny: no\n    priority: ¦high"],
  ["conflicting-keys", "version: 1\npolicies:\n  - ¦{ id: a, events: e, deny: x, warn: y }"],
  ["duplicate-key", "version: 1\npolicies: []\n¦version: 1"],
  ["yaml-syntax", "version: 1\npolicies: ¦]"],
  ["yaml-tag", "version: ¦!!int 1"],
  ["yaml-alias", "version: ¦&a 1"],
  ["yaml-alias", "version: ¦*a"],
  ["yaml-documents", "version: 1\n¦---\na: b"],
  ["yaml-directive", "¦%YAML 1.1\n---\nversion: 1"],
  ["yaml-key", "¦? version\n: 1"],
  ["control-character", 'version: "¦\u0001"'],
  ["encoding", String.raw`version: ¦"\ud800"`],
  ["invalid-value", "version: ¦010"],
  ["invalid-value", "version: ¦.inf"],
];

test.each(POLICIES)("%s in %j", (code, marked) => {
  const { issues } = load(marked.replace("¦", ""), { path: "x.yaml" });
  const places = issues.filter((issue) => issue.code === code).map(({ offset }) => offset);
  expect(places, JSON.stringify(issues)).toContain(marked.indexOf("¦"));
});

const JSONS: readonly (readonly [code: string, marked: string])[] = [
  ["unknown-key", '{"version":1,\n\t"policies":[{"id":"a","events":"e","deny":"no", ¦"whne":"a"}]}'],
  [
    "invalid-type",
    String.raw`{"version":1,"policies":[{"\u0069d":"a","events":"e","deny":"no", "priority" : ¦"a"}]}`,
  ],
  [
    "unknown-key",
    '{"version":1,"policies":[{"id":"a","events":"e","deny":"n"},{"id":"b","events":"e","deny":"n",¦"x":1}]}',
  ],
  ["duplicate-key", '{"version":1,"policies":[],¦"version":1}'],
  ["json-syntax", '{"version":1,"policies":[],¦}'],
];

test.each(JSONS)("%s in %j", (code, marked) => {
  const { issues } = load(marked.replace("¦", ""), { path: "x.json" });
  const places = issues.filter((issue) => issue.code === code).map(({ offset }) => offset);
  expect(places, JSON.stringify(issues)).toContain(marked.indexOf("¦"));
});

const CONFIGS: readonly (readonly [code: string, marked: string])[] = [
  ["unknown-key", "// c\n{ llmHooks: { /* x */ ¦defaultCach: 1 } }"],
  ["unknown-key", "{plugins:{entries:{'llm-hooks':{config:{¦'a\\u0062':1}}}}}"],
  ["invalid-value", "{ enabled: true, ¦maxConcurrentEvals: 11, }"],
  ["invalid-value", "{ list: [1, {enabled: 1}], ¦enabled: 1 }"],
  ["duplicate-key", '{ enabled: true, ¦"enabled": false }'],
  ["json-syntax", "{\n  enabled: ¦}"],
  ["invalid-type", "{ llmHooks: ¦[] }"],
];

test.each(CONFIGS)("configuration: %s in %j", (code, marked) => {
  const { issues } = loadMayrosConfig(marked.replace("¦", ""), { path: "c.json5" });
  const places = issues.filter((issue) => issue.code === code).map(({ offset }) => offset);
  expect(places, JSON.stringify(issues)).toContain(marked.indexOf("¦"));
});
