import type { AnyNode, Class, Function as FunctionNode, ImportDeclaration, VariableDeclaration } from "acorn";
import { type Code, type CodeTerm, mayLeave } from "../code.js";
import { JavaScriptTerms, termName } from "./javascript-terms.js";
import { parseJavaScript } from "./javascript-tree.js";

type Nodes = readonly AnyNode[];

const NAMES = new JavaScriptTerms((body) => (body.type === "BlockStatement" ? blockOf(body.body) : []));

/** The code of a program of JavaScript; `null` where it is not one, or is too long. */
export function javascriptCode(text: string): readonly Code[] | null {
  const tree = parseJavaScript(text);
  return tree === null ? null : blockOf(tree.body);
}

/** Functions are there before what stands above them. */
function blockOf(nodes: Nodes): readonly Code[] {
  const first = nodes.filter(({ type }) => type === "FunctionDeclaration");
  const others = nodes.filter(({ type }) => type !== "FunctionDeclaration");
  return [...first, ...others].flatMap(statement);
}

function bodyOf(node: AnyNode | null | undefined): readonly Code[] {
  if (node === null || node === undefined) return [];
  return node.type === "BlockStatement" ? blockOf(node.body) : statement(node);
}

function doing(node: AnyNode | null | undefined): readonly Code[] {
  return node === null || node === undefined ? [] : [{ kind: "do", value: NAMES.term(node) }];
}

function statement(node: AnyNode): readonly Code[] {
  switch (node.type) {
    case "EmptyStatement":
    case "DebuggerStatement":
      return [];
    case "ExpressionStatement":
      return doing(node.expression);
    case "BlockStatement":
      return blockOf(node.body);
    case "VariableDeclaration":
      return declared(node);
    case "FunctionDeclaration":
      return [bound(node.id?.name ?? "default", NAMES.function(node, "default"))];
    case "ClassDeclaration":
      return [classOf(node, node.id?.name ?? "default")];
    case "ReturnStatement":
      return [{ kind: "give", value: node.argument ? NAMES.term(node.argument) : null, goesOn: false }];
    case "ThrowStatement":
      return [...doing(node.argument), { kind: "leave" }];
    case "BreakStatement":
    case "ContinueStatement":
      return [{ kind: "leave" }];
    default:
      return compound(node);
  }
}

function compound(node: AnyNode): readonly Code[] {
  switch (node.type) {
    case "IfStatement":
      return [
        ...doing(node.test),
        {
          kind: "branch",
          arms: [bodyOf(node.consequent), ...(node.alternate ? [bodyOf(node.alternate)] : [])],
          whole: node.alternate !== null && node.alternate !== undefined,
        },
      ];
    case "SwitchStatement": {
      const arms = node.cases.map((_, i) =>
        node.cases.slice(i).flatMap(({ consequent }) => blockOf(consequent)),
      );
      return [...doing(node.discriminant), { kind: "branch", arms, whole: false }];
    }
    case "TryStatement": {
      const { handler, block, finalizer } = node;
      const caught = handler?.param ? [bound(NAMES.target(handler.param), { kind: "mix", parts: [] })] : [];
      const arms = handler ? [[...caught, ...bodyOf(handler.body)]] : [];
      return [{ kind: "attempt", body: bodyOf(block), arms }, ...bodyOf(finalizer)];
    }
    case "LabeledStatement":
      return bodyOf(node.body);
    default:
      return loop(node);
  }
}

function loop(node: AnyNode): readonly Code[] {
  switch (node.type) {
    case "WhileStatement":
    case "DoWhileStatement": {
      const body = [...bodyOf(node.body), ...doing(node.test)];
      return [...doing(node.test), { kind: "loop", target: null, over: null, body, leaves: true }];
    }
    case "ForStatement": {
      const first = node.init?.type === "VariableDeclaration" ? declared(node.init) : doing(node.init);
      const body = [...bodyOf(node.body), ...doing(node.update), ...doing(node.test)];
      return [...first, ...doing(node.test), { kind: "loop", target: null, over: null, body, leaves: true }];
    }
    case "ForOfStatement":
    case "ForInStatement": {
      const { left } = node;
      const named = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
      const over = NAMES.term(node.right);
      const body = bodyOf(node.body);
      return [
        {
          kind: "loop",
          target: named === undefined ? null : NAMES.target(named),
          over: node.type === "ForOfStatement" ? over : keysOf(over),
          body,
          leaves: body.some(mayLeave),
        },
      ];
    }
    default:
      return module(node);
  }
}

function module(node: AnyNode): readonly Code[] {
  switch (node.type) {
    case "ImportDeclaration":
      return imported(node);
    case "ExportNamedDeclaration":
      return node.declaration ? statement(node.declaration) : [];
    case "ExportDefaultDeclaration":
      return node.declaration.type === "FunctionDeclaration" || node.declaration.type === "ClassDeclaration"
        ? statement(node.declaration)
        : doing(node.declaration);
    default:
      return [{ kind: "opaque", text: node.type }];
  }
}

function keysOf(of: CodeTerm): CodeTerm {
  const callee: CodeTerm = { kind: "member", of: { kind: "name", name: "Object" }, name: "keys" };
  return { kind: "call", callee, args: [{ name: null, value: of, spread: false }] };
}

function bound(to: string | ReturnType<typeof NAMES.target>, value: CodeTerm): Code {
  return { kind: "let", target: typeof to === "string" ? { kind: "name", name: to } : to, value };
}

function declared({ declarations }: VariableDeclaration): readonly Code[] {
  return declarations.flatMap(({ id, init }): Code[] => {
    if (!init) return [];
    if (init.type === "ClassExpression" && id.type === "Identifier") return [classOf(init, id.name)];
    return [bound(NAMES.target(id), NAMES.term(init))];
  });
}

function classOf(node: Class, name: string): Code {
  const body = node.body.body.flatMap((one): readonly Code[] => {
    if (one.type === "StaticBlock") return blockOf(one.body);
    const key = one.computed ? " " : termName(one.key);
    if (one.type === "PropertyDefinition") return one.value ? [bound(key, NAMES.term(one.value))] : [];
    // What is computed when it is asked for may do anything then.
    if (one.kind === "get" || one.kind === "set" || one.computed) return [{ kind: "opaque", text: one.kind }];
    const method: FunctionNode = one.value;
    return [bound(one.kind === "constructor" ? "__init__" : key, NAMES.function(method, key))];
  });
  return { kind: "class", name, bases: node.superClass ? [NAMES.term(node.superClass)] : [], body };
}

function imported({ source, specifiers }: ImportDeclaration): readonly Code[] {
  const path = String(source.value);
  if (specifiers.length === 0) return [{ kind: "import", name: "", module: path, member: null }];
  return specifiers.map((one): Code => {
    const member = one.type === "ImportSpecifier" ? termName(one.imported) : null;
    return {
      kind: "import",
      name: one.local.name,
      module: path,
      member: member === "default" ? null : member,
    };
  });
}
