import {
  type CancellationToken,
  type Disposable,
  languages,
  Location,
  TestMessage,
  TestRunProfileKind,
  type TestController,
  type TestItem,
  type TestRun,
  type TestRunRequest,
  type TextDocument,
  tests,
  Uri,
  workspace,
} from "vscode";
import { type GatehouseCommand, runGatehouse } from "./gatehouse-command.js";
import { ofOneText } from "./of-one-text.js";
import { NATIVE_GLOB, folderDecidedIn } from "./policy-places.js";
import { isPolicy, save, symbolsOf } from "./policy-symbols.js";
import { readReport, type ReportedTest } from "./test-report.js";

const POLICY_FILE = { scheme: "file", pattern: NATIVE_GLOB };

/** The tests beside policies, in the gutter and in the list of tests. */
export async function registerTests(command: GatehouseCommand): Promise<readonly Disposable[]> {
  const controller = tests.createTestController("gatehouse", "Gatehouse");
  const show = async (document: TextDocument): Promise<void> => {
    if (languages.match(POLICY_FILE, document) > 0) await showTests(controller, document);
  };
  controller.resolveHandler = async (item) => {
    if (item?.uri !== undefined) await show(await workspace.openTextDocument(item.uri));
    if (item === undefined)
      for (const uri of await workspace.findFiles(NATIVE_GLOB)) fileItem(controller, uri);
  };
  controller.createRunProfile(
    "Run",
    TestRunProfileKind.Run,
    (request, token) => runTests(controller, command, request, token),
    true,
  );
  for (const document of workspace.textDocuments) await show(document);
  return [
    controller,
    workspace.onDidOpenTextDocument(show),
    workspace.onDidChangeTextDocument(async ({ document, contentChanges }) => {
      const item = controller.items.get(document.uri.toString());
      // What passed was the text before.
      if (item !== undefined && contentChanges.length > 0) controller.invalidateTestResults(item);
      await show(document);
    }),
    workspace.onDidDeleteFiles(({ files }) => {
      for (const uri of files) controller.items.delete(uri.toString());
    }),
  ];
}

function fileItem(controller: TestController, uri: Uri): TestItem {
  const known = controller.items.get(uri.toString());
  if (known !== undefined) return known;
  const item = controller.createTestItem(uri.toString(), workspace.asRelativePath(uri), uri);
  item.canResolveChildren = true;
  controller.items.add(item);
  return item;
}

/** A file's policies that have tests, and below them the tests. */
async function showTests(controller: TestController, document: TextDocument): Promise<void> {
  const { version } = document;
  const symbols = await symbolsOf(document);
  // The outline of an older text, whose lines are other ones: that of this text is on its way.
  if (document.version !== version) return;
  const made = (name: string, at: (typeof symbols)[number]["range"]): TestItem => {
    const item = controller.createTestItem(`${document.uri.toString()}#${at.start.line}`, name, document.uri);
    item.range = at;
    return item;
  };
  const items = symbols.flatMap((symbol) => {
    const item = made(symbol.name, symbol.selectionRange);
    item.children.replace(symbol.children.map((test) => made(test.name, test.selectionRange)));
    return isPolicy(symbol) && symbol.children.length === 0 ? [] : [item];
  });
  fileItem(controller, document.uri).children.replace(items);
}

async function runTests(
  controller: TestController,
  command: GatehouseCommand,
  request: TestRunRequest,
  token: CancellationToken,
): Promise<void> {
  const run = controller.createTestRun(request);
  const wanted = request.include ?? [...controller.items].map(([, item]) => item);
  const left = new Set(request.exclude ?? []);
  const files = new Map<string, TestItem[]>();
  for (const test of wanted.flatMap(leavesOf)) {
    const file = test.uri?.fsPath;
    if (file === undefined || left.has(test)) continue;
    files.set(file, [...(files.get(file) ?? []), test]);
  }
  for (const [file, some] of files) {
    if (token.isCancellationRequested) break;
    await runFile(command, run, file, some).catch((error: unknown) => {
      for (const test of some) run.errored(test, new TestMessage(String(error)));
    });
  }
  run.end();
}

function leavesOf(item: TestItem): readonly TestItem[] {
  return item.children.size === 0 ? [item] : [...item.children].flatMap(([, child]) => leavesOf(child));
}

async function runFile(
  command: GatehouseCommand,
  run: TestRun,
  file: string,
  some: readonly TestItem[],
): Promise<void> {
  for (const test of some) run.started(test);
  const printed = await ofOneText(async () => {
    const isCurrent = await save(Uri.file(file));
    const words = ["test", "--json", "--", file];
    return { said: await runGatehouse(command, words, folderDecidedIn(file)), isCurrent };
  });
  if (printed === undefined) throw new Error("the file was changed while its tests ran: run them again");
  run.appendOutput(printed.stderr.replaceAll("\n", "\r\n"));
  const answers = readReport(printed.stdout);
  for (const test of some) {
    const line = (test.range?.start.line ?? -1) + 1;
    say(
      run,
      test,
      answers.find((one) => one.line === line && one.name === test.label),
    );
  }
}

function say(run: TestRun, test: TestItem, answer: ReportedTest | undefined): void {
  if (answer === undefined) {
    run.errored(test, new TestMessage("it was not run: see the findings of the file"));
  } else if (answer.differences.length === 0) {
    run.passed(test);
  } else {
    const message = new TestMessage(answer.differences.join("\n"));
    if (test.uri !== undefined && test.range !== undefined)
      message.location = new Location(test.uri, test.range);
    run.failed(test, message);
  }
}
