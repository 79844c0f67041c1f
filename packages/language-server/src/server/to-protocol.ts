import {
  CodeActionKind,
  type CodeAction,
  CompletionItemKind,
  type CompletionItem,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Diagnostic as ProtocolDiagnostic,
  type Hover as ProtocolHover,
  type Location,
  MarkupKind,
  type Range,
  SymbolKind,
} from "vscode-languageserver";
import { pathToFileURL } from "node:url";
import type { WrittenPolicy } from "../checked.js";
import type { Completion, TextRange } from "../text-file.js";
import type { Diagnostic } from "../diagnostics.js";
import type { Hover } from "../hover.js";
import type { PolicySymbol } from "../policy-symbols.js";
import type { QuickFix } from "../quick-fixes.js";
import type { OpenDocument } from "./open-documents.js";

const KINDS: Readonly<Record<Completion["kind"], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  event: CompletionItemKind.Event,
  tool: CompletionItemKind.Function,
  field: CompletionItemKind.Field,
  method: CompletionItemKind.Method,
  policy: CompletionItemKind.Reference,
};

function toRange({ document }: OpenDocument, { start, end }: TextRange): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** A place of a policy: all of its line. */
export function toLocation({ path, line }: WrittenPolicy): Location {
  const at = Math.max(0, line - 1);
  const range = { start: { line: at, character: 0 }, end: { line: at, character: 0 } };
  return { uri: pathToFileURL(path).href, range };
}

export function toDiagnostic(open: OpenDocument, one: Diagnostic): ProtocolDiagnostic {
  return {
    range: toRange(open, one.range),
    severity: one.severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: one.code,
    source: "gatehouse",
    message: one.cure === undefined ? one.message : `${one.message}\n${one.cure}`,
    ...(one.related.length > 0 && {
      relatedInformation: one.related.map((place) => ({
        location: toLocation(place),
        message: `\`${place.id}\` is here`,
      })),
    }),
  };
}

export function toCompletion(open: OpenDocument, one: Completion): CompletionItem {
  return {
    label: one.label,
    kind: KINDS[one.kind],
    ...(one.detail !== undefined && { detail: one.detail }),
    ...(one.text !== undefined && { documentation: one.text }),
    textEdit: { range: toRange(open, one.range), newText: one.newText },
  };
}

/** The condition goes last, as code: nothing in it is read as Markdown. */
export function toHover(open: OpenDocument, { texts, condition, range }: Hover): ProtocolHover {
  const code = condition === undefined ? [] : [`\`\`\`\`javascript\n${condition}\n\`\`\`\``];
  const value = [...texts.map(plainMarkdown), ...code].join("\n\n");
  return { contents: { kind: MarkupKind.Markdown, value }, range: toRange(open, range) };
}

export function toAction(open: OpenDocument, fix: QuickFix): CodeAction {
  const edit = { range: toRange(open, fix.range), newText: fix.newText };
  return {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(open, fix.diagnostic)],
    edit: { changes: { [open.uri]: [edit] } },
    isPreferred: true,
  };
}

/** Policies are objects of the outline, their tests methods of them. */
export function toSymbol(open: OpenDocument, symbol: PolicySymbol): DocumentSymbol {
  return {
    name: symbol.name,
    kind: symbol.kind === "policy" ? SymbolKind.Object : SymbolKind.Method,
    range: toRange(open, symbol.range),
    selectionRange: toRange(open, symbol.first),
    children: symbol.under.map((one) => toSymbol(open, one)),
  };
}

/** Text in which only the quotes of code mean something. */
function plainMarkdown(text: string): string {
  return text.replace(/[\\*_[\]<>#|~]/g, (char, at: number) => (inCode(text, at) ? char : `\\${char}`));
}

function inCode(text: string, at: number): boolean {
  return text.slice(0, at).split("`").length % 2 === 0;
}
