import { EmbeddedActionsParser } from "chevrotain";
import type { IToken, ParserMethod } from "chevrotain";
import type { Expr } from "../ast.js";
import * as build from "./build.js";
import type { Argument, Building } from "./build.js";
import { errorMessages } from "./messages.js";
import * as t from "./tokens.js";

type Rule<T> = ParserMethod<[], T>;

/**
 * The grammar. SPEC.md's syntax block is generated from it (`tools/generate-grammar.ts`).
 *
 * While Chevrotain records the rules the actions do not run (`ACTION`), so their results are undefined there.
 */
export class ConditionParser extends EmbeddedActionsParser {
  building: Building = { problems: [], grouped: new WeakSet() };

  constructor(options: { readonly skipValidations: boolean }) {
    super(t.tokens, { maxLookahead: 2, errorMessageProvider: errorMessages, ...options });
    this.performSelfAnalysis();
  }

  readonly expr: Rule<Expr> = this.RULE("expr", (): Expr => this.SUBRULE(this.orExpr));

  readonly orExpr: Rule<Expr> = this.RULE("orExpr", (): Expr => {
    const operands = [this.SUBRULE1(this.andExpr)];
    this.MANY(() => {
      this.CONSUME(t.Or);
      operands.push(this.SUBRULE2(this.andExpr));
    });
    return this.ACTION(() => build.join("or", operands));
  });

  readonly andExpr: Rule<Expr> = this.RULE("andExpr", (): Expr => {
    const operands = [this.SUBRULE1(this.notExpr)];
    this.MANY(() => {
      this.CONSUME(t.And);
      operands.push(this.SUBRULE2(this.notExpr));
    });
    return this.ACTION(() => build.join("and", operands));
  });

  readonly notExpr: Rule<Expr> = this.RULE("notExpr", (): Expr =>
    this.OR([
      {
        ALT: () => {
          const mark = this.CONSUME(t.Not);
          const operand = this.SUBRULE(this.notExpr);
          return this.ACTION(() => build.not(mark, operand));
        },
      },
      { ALT: () => this.SUBRULE(this.comparison) },
    ]),
  );

  readonly comparison: Rule<Expr> = this.RULE("comparison", (): Expr => {
    const left = this.SUBRULE1(this.operand);
    const compared = this.OPTION(() => {
      const operator = this.OR([
        { ALT: () => this.CONSUME(t.Equal) },
        { ALT: () => this.CONSUME(t.NotEqual) },
        { ALT: () => this.CONSUME(t.Less) },
        { ALT: () => this.CONSUME(t.LessEqual) },
        { ALT: () => this.CONSUME(t.Greater) },
        { ALT: () => this.CONSUME(t.GreaterEqual) },
        { ALT: () => this.CONSUME(t.In) },
      ]);
      const right = this.SUBRULE2(this.operand);
      return this.ACTION(() => build.compare(this.building, left, operator, right));
    });
    return compared ?? left;
  });

  readonly operand: Rule<Expr> = this.RULE("operand", (): Expr =>
    this.OR([
      { ALT: () => this.SUBRULE(this.literal) },
      { ALT: () => this.SUBRULE(this.presence) },
      { ALT: () => this.SUBRULE(this.chain) },
      {
        ALT: () => {
          const open = this.CONSUME(t.LeftParen);
          const node = this.SUBRULE(this.expr);
          const close = this.CONSUME(t.RightParen);
          return this.ACTION(() => build.parenthesised(this.building, open, node, close));
        },
      },
    ]),
  );

  readonly literal: Rule<Expr> = this.RULE("literal", (): Expr =>
    this.OR([
      {
        ALT: () => {
          const token = this.CONSUME(t.True);
          return this.ACTION(() => build.wordLiteral(token, true));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(t.False);
          return this.ACTION(() => build.wordLiteral(token, false));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(t.Null);
          return this.ACTION(() => build.wordLiteral(token, null));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(t.Number);
          return this.ACTION(() => build.numberLiteral(this.building, token));
        },
      },
    ]),
  );

  /** `has(…)`: the only call without a receiver. */
  readonly presence: Rule<Expr> = this.RULE("presence", (): Expr => {
    const callee = this.CONSUME(t.Identifier);
    this.CONSUME(t.LeftParen);
    const args = this.SUBRULE(this.arguments);
    const close = this.CONSUME(t.RightParen);
    return this.ACTION(() => build.bareCall(this.building, callee, args, close));
  });

  readonly chain: Rule<Expr> = this.RULE("chain", (): Expr => {
    let node = this.SUBRULE(this.start);
    this.MANY(() => {
      const object = node;
      node = this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Dot);
            const name = this.SUBRULE(this.name);
            const called = this.OPTION(() => {
              this.CONSUME(t.LeftParen);
              const args = this.SUBRULE(this.arguments);
              const close = this.CONSUME(t.RightParen);
              return { args, close };
            });
            return this.ACTION(() =>
              called === undefined
                ? build.property(this.building, object, name)
                : build.call(this.building, object, name, called.args, called.close),
            );
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.LeftBracket);
            const key = this.OR1([
              { ALT: () => this.CONSUME(t.String) },
              { ALT: () => this.CONSUME(t.Number) },
            ]);
            const close = this.CONSUME(t.RightBracket);
            return this.ACTION(() => build.index(this.building, object, key, close));
          },
        },
      ]);
    });
    return node;
  });

  readonly start: Rule<Expr> = this.RULE("start", (): Expr =>
    this.OR([
      {
        ALT: () => {
          const token = this.CONSUME(t.Identifier);
          return this.ACTION(() => build.name(token));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(t.String);
          return this.ACTION(() => build.stringLiteral(token));
        },
      },
      { ALT: () => this.SUBRULE(this.list) },
    ]),
  );

  readonly list: Rule<Expr> = this.RULE("list", (): Expr => {
    const items: Expr[] = [];
    const open = this.CONSUME(t.LeftBracket);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.operand)) });
    const close = this.CONSUME(t.RightBracket);
    return this.ACTION(() => build.list(open, items, close));
  });

  readonly name: Rule<IToken> = this.RULE("name", (): IToken =>
    this.OR([
      { ALT: () => this.CONSUME(t.Identifier) },
      { ALT: () => this.CONSUME(t.Null) },
      { ALT: () => this.CONSUME(t.In) },
      { ALT: () => this.CONSUME(t.True) },
      { ALT: () => this.CONSUME(t.False) },
    ]),
  );

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
