/** What the bench uses of packages that bring no types. */
declare module "jexl" {
  export class Jexl {
    addFunction(name: string, run: (text: unknown, part: string) => boolean): void;
    compile(text: string): { evalSync(context: object): unknown };
  }
}

declare module "json-logic-js" {
  const jsonLogic: {
    add_operation(name: string, run: (text: unknown, part: string) => boolean): void;
    apply(logic: object, data: unknown): unknown;
  };
  export default jsonLogic;
}

declare module "shell-quote" {
  /** Words, operators, globs and comments. */
  export function parse(
    text: string,
  ): readonly (string | { readonly op: string; readonly pattern?: string } | { readonly comment: string })[];
}
