/** The part of the package that is used here; it has no types of its own. */
declare module "railroad-diagrams" {
  interface Shape {
    readonly width: number;
    toString(): string;
  }
  const railroad: {
    Diagram(...items: readonly Shape[]): Shape;
    Sequence(...items: readonly Shape[]): Shape;
    Choice(normal: number, ...items: readonly Shape[]): Shape;
    Optional(item: Shape): Shape;
    ZeroOrMore(item: Shape, separator?: Shape): Shape;
    Terminal(text: string): Shape;
    NonTerminal(text: string): Shape;
  };
  export default railroad;
}
