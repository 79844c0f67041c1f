/** The value that an action of a template computes. */
export type TemplateExpr =
  /** `.ToolInput.cmd`; without names the whole input. */
  | { readonly kind: "field"; readonly path: readonly string[] }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** `toJSON .ToolInput`, also written `.ToolInput | toJSON`. */
  | { readonly kind: "call"; readonly name: TemplateFunction; readonly args: readonly TemplateExpr[] };

/** The functions of docker-agent's templates (document 004, "LLM as a Judge"). */
export type TemplateFunction = "toJSON" | "truncate";

/** A piece of a template. */
export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly expr: TemplateExpr }
  | {
      readonly kind: "if";
      readonly test: TemplateExpr;
      readonly whenTrue: readonly TemplateNode[];
      readonly whenFalse: readonly TemplateNode[];
    };

/** A parsed template, or why it cannot be parsed. */
export type ParsedTemplate =
  | { readonly ok: true; readonly nodes: readonly TemplateNode[] }
  | { readonly ok: false; readonly problem: string };

/** Why a template cannot be read or filled; parser and renderer turn it into a value. */
export class TemplateProblem extends Error {
  override readonly name = "TemplateProblem";
}
