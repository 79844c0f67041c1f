import { EmbeddedActionsParser } from "chevrotain";
import type { IOrAlt, IToken, ParserMethod } from "chevrotain";
import type { Expr } from "../ast.js";
import * as build from "./build.js";
import type { Argument } from "./build.js";
import { type Building, newBuilding } from "./building.js";
import { errorMessages } from "./messages.js";
import * as t from "./tokens.js";

type Rule<T> = ParserMethod<[], T>;
type Alternative<T> = IOrAlt<T>;

/**
 * The grammar. SPEC.md's syntax block is generated from it (`tools/generate-grammar.ts`).
 *
 * While Chevrotain records the rules the actions do not run (`ACTION`), so their results are undefined there.
 */
export class ConditionParser extends EmbeddedActionsParser {
  building: Building = newBuilding();

  /** What the suffix that is parsed next follows. Read before anything else is parsed. */
  #receiver: Expr | undefined;

  // Alternatives are made once, not each time that a rule runs: that took a third of the time.

  readonly #operators: Alternative<IToken>[] = [
    { ALT: () => this.CONSUME(t.Equal) },
    { ALT: () => this.CONSUME(t.NotEqual) },
    { ALT: () => this.CONSUME(t.Less) },
    { ALT: () => this.CONSUME(t.LessEqual) },
    { ALT: () => this.CONSUME(t.Greater) },
    { ALT: () => this.CONSUME(t.GreaterEqual) },
    { ALT: () => this.CONSUME(t.In) },
  ];

  readonly #values: Alternative<Expr>[] = [
    {
      ALT: () => {
        const token = this.CONSUME1(t.Identifier);
        // `has(…)`: the only call without a receiver.
        const called = this.OPTION1(() => {
          this.CONSUME1(t.LeftParen);
          const args = this.SUBRULE1(this.arguments);
          const close = this.CONSUME1(t.RightParen);
          return this.ACTION(() => build.bareCall(this.building, token, args, close));
        });
        return called ?? this.ACTION(() => build.name(this.building, token));
      },
    },
    {
      ALT: () => {
        const token = this.CONSUME1(t.String);
        return this.ACTION(() => build.stringLiteral(token));
      },
    },
    { ALT: () => this.SUBRULE(this.list) },
    {
      ALT: () => {
        const token = this.CONSUME1(t.Number);
        return this.ACTION(() => build.numberLiteral(this.building, token));
      },
    },
    {
      ALT: () => {
        const token = this.CONSUME1(t.True);
        return this.ACTION(() => build.wordLiteral(token, true));
      },
    },
    {
      ALT: () => {
        const token = this.CONSUME1(t.False);
        return this.ACTION(() => build.wordLiteral(token, false));
      },
    },
    {
      ALT: () => {
        const token = this.CONSUME1(t.Null);
        return this.ACTION(() => build.wordLiteral(token, null));
      },
    },
    {
      ALT: () => {
        const open = this.CONSUME3(t.LeftParen);
        const node = this.SUBRULE(this.expr);
        const close = this.CONSUME3(t.RightParen);
        return this.ACTION(() => build.parenthesised(this.building, open, node, close));
      },
    },
  ];

  readonly #suffixes: Alternative<Expr>[] = [
    {
      ALT: () => {
        const object = this.#receiver as Expr;
        this.CONSUME(t.Dot);
        const name = this.OR3(this.#names);
        const called = this.OPTION2(() => {
          this.CONSUME2(t.LeftParen);
          const args = this.SUBRULE2(this.arguments);
          const close = this.CONSUME2(t.RightParen);
          return this.ACTION(() => build.call(this.building, object, name, args, close));
        });
        return called ?? this.ACTION(() => build.property(this.building, object, name));
      },
    },
    {
      ALT: () => {
        const object = this.#receiver as Expr;
        this.CONSUME(t.LeftBracket);
        const key = this.OR4(this.#keys);
        const close = this.CONSUME(t.RightBracket);
        return this.ACTION(() => build.index(this.building, object, key, close));
      },
    },
  ];

  readonly #names: Alternative<IToken>[] = [
    { ALT: () => this.CONSUME2(t.Identifier) },
    { ALT: () => this.CONSUME2(t.Null) },
    { ALT: () => this.CONSUME2(t.In) },
    { ALT: () => this.CONSUME2(t.True) },
    { ALT: () => this.CONSUME2(t.False) },
  ];

  readonly #keys: Alternative<IToken>[] = [
    { ALT: () => this.CONSUME2(t.String) },
    { ALT: () => this.CONSUME2(t.Number) },
  ];

  constructor(options: { readonly skipValidations: boolean }) {
    super(t.tokens, { maxLookahead: 1, errorMessageProvider: errorMessages, ...options });
    this.performSelfAnalysis();
  }

  readonly expr: Rule<Expr> = this.RULE("expr", (): Expr => {
    const operands = [this.SUBRULE1(this.andExpr)];
    this.MANY(() => {
      this.CONSUME(t.LogicalOr);
      operands.push(this.SUBRULE2(this.andExpr));
    });
    return this.ACTION(() => build.join(this.building, "or", operands));
  });

  readonly andExpr: Rule<Expr> = this.RULE("andExpr", (): Expr => {
    const operands = [this.SUBRULE1(this.notExpr)];
    this.MANY(() => {
      this.CONSUME(t.LogicalAnd);
      operands.push(this.SUBRULE2(this.notExpr));
    });
    return this.ACTION(() => build.join(this.building, "and", operands));
  });

  readonly notExpr: Rule<Expr> = this.RULE("notExpr", (): Expr => {
    const marks: IToken[] = [];
    this.MANY(() => marks.push(this.CONSUME(t.LogicalNot)));
    const left = this.SUBRULE1(this.operand);
    const compared = this.OPTION(() => {
      const operator = this.OR(this.#operators);
      const right = this.SUBRULE2(this.operand);
      return this.ACTION(() => build.compare(this.building, left, operator, right));
    });
    return this.ACTION(() => build.not(marks, compared ?? left));
  });

  readonly operand: Rule<Expr> = this.RULE("operand", (): Expr => {
    let node = this.OR1(this.#values);
    // SPEC, "Suffixes": the grammar alone would allow them everywhere.
    if (this.RECORDING_PHASE || takesSuffixes(node)) {
      this.MANY(() => {
        this.#receiver = node;
        node = this.OR2(this.#suffixes);
      });
    }
    return node;
  });

  readonly list: Rule<Expr> = this.RULE("list", (): Expr => {
    const items: Expr[] = [];
    const open = this.CONSUME(t.LeftBracket);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.operand)) });
    const close = this.CONSUME(t.RightBracket);
    return this.ACTION(() => build.listLiteral(open, items, close));
  });

  readonly arguments: Rule<readonly Argument[]> = this.RULE("arguments", (): readonly Argument[] => {
    const args: Argument[] = [];
    this.MANY_SEP({
      SEP: t.Comma,
      DEF: () => {
        const node = this.SUBRULE(this.expr);
        this.ACTION(() => args.push(build.argument(this.building, node)));
      },
    });
    return args;
  });
}

/** A name, a string and a list: what can be told from the node, since parentheses make another one of it. */
function takesSuffixes(node: Expr): boolean {
  return (
    node.kind === "name" ||
    node.kind === "list" ||
    (node.kind === "literal" && typeof node.value === "string")
  );
}
