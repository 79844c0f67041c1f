import type { Issue } from "@gatehouse-hooks/json";
import { type JunitCase, junitDocument } from "@gatehouse-hooks/console/print";
import type { TestResult } from "./run-policy-tests.js";
import { testPlace } from "./test-lines.js";

/** The results as JUnit XML: a case for each test, and one for each issue that fails the run. */
export function testJunit(tests: readonly TestResult[], issues: readonly Issue[]): readonly string[] {
  return junitDocument("gatehouse test", [...tests.map(caseOfTest), ...issues.map(caseOfIssue)]);
}

function caseOfTest(test: TestResult): JunitCase {
  const { path, name, differences } = test;
  const [message] = differences;
  return {
    group: path,
    name,
    ...(message !== undefined && {
      failure: { type: "difference", message, text: `${testPlace(test)} ${differences.join("\n")}` },
    }),
  };
}

function caseOfIssue({ code, message, path = "", line, cure }: Issue): JunitCase {
  const place = line === undefined ? path : `${path}:${line}`;
  return {
    group: path,
    name: `${place} ${code}`,
    failure: { type: code, message, text: cure === undefined ? message : `${message}; cure: ${cure}` },
  };
}
