/** A case of a JUnit report. */
export interface JunitCase {
  /** What it belongs to: a file. */
  readonly group: string;
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
}

/** Cases as JUnit XML, in one suite. */
export function junitDocument(suite: string, cases: readonly JunitCase[]): readonly string[] {
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escapedXml(suite)}" ${counts}>`,
    ...cases.flatMap(caseLines),
    "  </testsuite>",
    "</testsuites>",
  ];
}

function caseLines({ group, name, failure }: JunitCase): readonly string[] {
  const start = `    <testcase classname="${escapedXml(group)}" name="${escapedXml(name)}"`;
  if (failure === undefined) return [`${start}/>`];
  const { type, message, text } = failure;
  return [
    `${start}>`,
    `      <failure type="${escapedXml(type)}" message="${escapedXml(message)}">${escapedXml(text)}</failure>`,
    "    </testcase>",
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** XML 1.0 has no other control characters than these three, and none of the surrogates alone. */
function escapedXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
