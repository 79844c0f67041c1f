import { type Code, type CodeTerm, mayLeave } from "../code.js";
import {
  NO_TERM,
  argumentsOf,
  groupsOfText,
  parametersOf,
  pythonTerm,
  targetOf,
  tupleOf,
} from "./python-terms.js";
import { type PythonNode, parsePython } from "./python-tree.js";

type Nodes = readonly PythonNode[];

/** The code of a program of Python; `null` where it is not one, or is too long. */
export function pythonCode(text: string): readonly Code[] | null {
  const tree = parsePython(text);
  return tree === null ? null : blockOf(tree.children);
}

function blockOf(nodes: Nodes): readonly Code[] {
  return nodes.flatMap((node) => READERS[node.name]?.(node.children, node) ?? opaque(node));
}

function bodyOf(node: PythonNode | undefined): readonly Code[] {
  return node === undefined ? [] : blockOf(node.children.slice(1));
}

function opaque(node: PythonNode): readonly Code[] {
  return [{ kind: "opaque", text: node.name }];
}

const NONE = (): readonly Code[] => [];

const READERS: Readonly<Record<string, (children: Nodes, node: PythonNode) => readonly Code[]>> = {
  StatementGroup: (children) => blockOf(children.filter(({ name }) => name !== ";")),
  ";": NONE,
  PassStatement: NONE,
  DeleteStatement: NONE,
  TypeDefinition: NONE,
  BreakStatement: () => [{ kind: "leave" }],
  ContinueStatement: () => [{ kind: "leave" }],
  ExpressionStatement: (children) => [doing(tupleOf(children))],
  PrintStatement: (children) => [doing(tupleOf(children.slice(1)))],
  AssertStatement: (children) => [doing(tupleOf(children.slice(1)))],
  RaiseStatement: (children) => [
    doing({ kind: "list", items: children.slice(1).filter(isValue).map(pythonTerm) }),
    { kind: "leave" },
  ],
  ReturnStatement: (children) => [giving(children.slice(1), false)],
  YieldStatement: (children) => [giving(children.slice(1).filter(isValue), true)],
  AssignStatement: assignment,
  UpdateStatement: update,
  IfStatement: choice,
  WhileStatement: repeated,
  ForStatement: counted,
  TryStatement: attempt,
  WithStatement: within,
  MatchStatement: matching,
  FunctionDefinition: definition,
  ClassDefinition: classOf,
  DecoratedStatement: decorated,
  ImportStatement: imports,
  ScopeStatement: ([, ...names]) => [
    { kind: "outer", names: names.filter(({ name }) => name === "VariableName").map(({ text }) => text) },
  ],
};

function isValue({ name }: PythonNode): boolean {
  return name !== "from" && name !== "," && name !== "async" && name !== "await";
}

function doing(value: CodeTerm): Code {
  return { kind: "do", value };
}

function giving(nodes: Nodes, goesOn: boolean): Code {
  return { kind: "give", value: nodes.length === 0 ? null : tupleOf(nodes), goesOn };
}

function assignment(children: Nodes): readonly Code[] {
  const groups = groupsOfText(
    children.filter(({ name }) => name !== "TypeDef"),
    "AssignOp",
  );
  const value = groups.at(-1);
  if (groups.length < 2 || value === undefined) return [];
  const [first, ...others] = groups.slice(0, -1).map((group) => targetOf(group));
  if (first === undefined) return [];
  if (others.length === 0) return [{ kind: "let", target: first, value: tupleOf(value) }];
  // `a = b = open(x)` opens it once.
  const same: CodeTerm = { kind: "name", name: "=" };
  return [
    { kind: "let", target: { kind: "name", name: "=" }, value: tupleOf(value) },
    ...[first, ...others].map((target): Code => ({ kind: "let", target, value: same })),
  ];
}

function update([changed, operator, ...value]: Nodes): readonly Code[] {
  if (changed === undefined || operator === undefined) return [];
  return [
    {
      kind: "let",
      target: targetOf([changed]),
      value: {
        kind: "operation",
        operator: operator.text.slice(0, -1),
        left: pythonTerm(changed),
        right: tupleOf(value),
      },
    },
  ];
}

const MAIN = /^__name__\s*==\s*["']__main__["']$/;

function choice(children: Nodes): readonly Code[] {
  const arms: Code[][] = [];
  let whole = false;
  let tests: Code[] = [];
  const first: Code[] = [];
  for (const [i, node] of children.entries()) {
    if (node.name === "else") whole = true;
    if (node.name === "Body") {
      arms.push([...tests, ...bodyOf(node)]);
      tests = [];
    } else if (children[i - 1]?.name === "if") {
      if (MAIN.test(node.text)) whole = true;
      first.push(doing(pythonTerm(node)));
    } else if (children[i - 1]?.name === "elif") tests.push(doing(pythonTerm(node)));
  }
  return [...first, { kind: "branch", arms, whole }];
}

function bodiesOf(children: Nodes): Nodes {
  return children.filter(({ name }) => name === "Body");
}

function repeated(children: Nodes): readonly Code[] {
  const test = children[1] === undefined ? [] : [doing(pythonTerm(children[1]))];
  const [body, otherwise] = bodiesOf(children);
  const code = [...bodyOf(body), ...test];
  return [
    ...test,
    { kind: "loop", target: null, over: null, body: code, leaves: true },
    ...bodyOf(otherwise),
  ];
}

function counted(all: Nodes): readonly Code[] {
  const children = all.filter(({ name }) => name !== "async");
  const within = children.findIndex(({ name }) => name === "in");
  const end = children.findIndex(({ name }) => name === "Body");
  const [body, otherwise] = bodiesOf(children);
  const code = bodyOf(body);
  return [
    {
      kind: "loop",
      target: targetOf(children.slice(1, within)),
      over: tupleOf(children.slice(within + 1, end)),
      body: code,
      leaves: code.some(mayLeave),
    },
    ...bodyOf(otherwise),
  ];
}

function attempt(children: Nodes): readonly Code[] {
  const arms: Code[][] = [];
  const body: Code[] = [];
  const last: Code[] = [];
  let head: PythonNode[] = [];
  let keyword = "";
  for (const node of children) {
    if (/^(?:try|except|else|finally)$/.test(node.name)) {
      keyword = node.name;
      head = [];
    } else if (node.name !== "Body") head.push(node);
    else if (keyword === "finally") last.push(...bodyOf(node));
    else if (keyword === "except") arms.push([...handled(head), ...bodyOf(node)]);
    else body.push(...bodyOf(node));
  }
  return [{ kind: "attempt", body, arms }, ...last];
}

/** `except A as e`: what is raised is data. */
function handled(head: Nodes): readonly Code[] {
  const at = head.findIndex(({ name }) => name === "as");
  const named = head[at + 1];
  if (at === -1 || named === undefined) return [];
  return [{ kind: "let", target: targetOf([named]), value: { kind: "mix", parts: [] } }];
}

function within(all: Nodes): readonly Code[] {
  const children = all.filter(({ name }) => name !== "async");
  const end = children.findIndex(({ name }) => name === "Body");
  const opened = groupsOfText(children.slice(1, end)).map(([value, , target]): Code => {
    const entered: CodeTerm = {
      kind: "call",
      callee: { kind: "member", of: value === undefined ? NO_TERM : pythonTerm(value), name: "__enter__" },
      args: [],
    };
    return target === undefined
      ? doing(entered)
      : { kind: "let", target: targetOf([target]), value: entered };
  });
  return [...opened, ...bodyOf(children[end])];
}

/** What a pattern takes out of the subject is it, or a part of it. */
function matching(children: Nodes): readonly Code[] {
  const subject = children[1] === undefined ? NO_TERM : pythonTerm(children[1]);
  const name = "match ";
  const whole: CodeTerm = { kind: "name", name };
  const part: CodeTerm = { kind: "index", of: whole, index: { kind: "mix", parts: [] } };
  const clauses = children.find((one) => one.name === "MatchBody")?.children ?? [];
  const arms = clauses
    .filter((one) => one.name === "MatchClause")
    .map((clause): Code[] => {
      const body = clause.children.find((one) => one.name === "Body");
      const taken = new Set<string>();
      const guards: Code[] = [];
      for (const one of clause.children) {
        if (one.name === "Guard") guards.push(doing(tupleOf(one.children.slice(1))));
        else if (one !== body) namesIn(one, taken);
      }
      const value: CodeTerm = { kind: "either", tested: [], parts: [whole, part] };
      const bound = [...taken].map((to): Code => ({
        kind: "let",
        target: { kind: "name", name: to },
        value,
      }));
      return [...bound, ...guards, ...bodyOf(body)];
    });
  return [
    { kind: "let", target: { kind: "name", name }, value: subject },
    { kind: "branch", arms, whole: false },
  ];
}

function namesIn(node: PythonNode, into: Set<string>): void {
  if (node.name === "VariableName") into.add(node.text);
  for (const child of node.children) namesIn(child, into);
}

function definition(all: Nodes): readonly Code[] {
  const children = all.filter(({ name }) => name !== "async");
  const name = children[1]?.text ?? "";
  const value: CodeTerm = {
    kind: "function",
    code: {
      name,
      parameters: parametersOf(children.find((one) => one.name === "ParamList")),
      body: bodyOf(children.find((one) => one.name === "Body")),
    },
  };
  return [{ kind: "let", target: { kind: "name", name }, value }];
}

function classOf(children: Nodes): readonly Code[] {
  const bases = argumentsOf(children.find(({ name }) => name === "ArgList"));
  const body = bodyOf(children.find(({ name }) => name === "Body"));
  return [
    {
      kind: "class",
      name: children[1]?.text ?? "",
      bases: bases.map(({ value }) => value),
      body,
    },
  ];
}

function decorated(children: Nodes): readonly Code[] {
  const [defined, ...rest] = blockOf(children.slice(-1));
  if (defined === undefined) return [];
  const name = defined.kind === "let" && defined.target.kind === "name" ? defined.target.name : "";
  const target = { kind: "name", name: defined.kind === "class" ? defined.name : name } as const;
  const wrapped = children
    .filter((one) => one.name === "Decorator")
    .toReversed()
    .map((one): Code => {
      const args = [{ name: null, value: { kind: "name", name: target.name }, spread: false }] as const;
      return { kind: "let", target, value: { kind: "call", callee: decoratorOf(one.children), args } };
    });
  return [defined, ...rest, ...wrapped];
}

function decoratorOf([, first, ...rest]: Nodes): CodeTerm {
  let term: CodeTerm = first === undefined ? NO_TERM : pythonTerm(first);
  for (const node of rest) {
    if (node.name === "ArgList") term = { kind: "call", callee: term, args: argumentsOf(node) };
    else if (node.name !== ".") term = { kind: "member", of: term, name: node.text };
  }
  return term;
}

function imports(children: Nodes): readonly Code[] {
  if (children[0]?.name !== "from") return groupsOfText(children.slice(1)).flatMap(importedModule);
  const at = children.findIndex(({ name }) => name === "import");
  const module = children
    .slice(1, at)
    .map(({ text }) => text)
    .join("");
  const names = children.slice(at + 1).filter(({ name }) => name !== "(" && name !== ")");
  return groupsOfText(names).map((group): Code => {
    const [member, , alias] = group.map(({ text }) => text);
    return { kind: "import", name: alias ?? member ?? "", module, member: member ?? "" };
  });
}

function importedModule(group: Nodes): readonly Code[] {
  const at = group.findIndex(({ name }) => name === "as");
  const path = (at === -1 ? group : group.slice(0, at)).map(({ text }) => text).join("");
  const alias = at === -1 ? null : (group[at + 1]?.text ?? null);
  const root = path.split(".")[0] ?? "";
  // `import a.b` binds `a`, and runs both.
  return alias === null
    ? [{ kind: "import", name: root, module: root, member: null }, ...(path === root ? [] : [loaded(path)])]
    : [{ kind: "import", name: alias, module: path, member: null }];
}

function loaded(path: string): Code {
  return { kind: "import", name: "", module: path, member: null };
}
