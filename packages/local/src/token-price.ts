/** The price of a million tokens, in any unit. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** Tokens of one question or of many. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
}

/** Reads `IN/OUT`; `null`: it is none. */
export function readTokenPrice(text: string): TokenPrice | null {
  const [, input, output] = /^(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  return input === undefined || output === undefined
    ? null
    : { input: Number(input), output: Number(output) };
}

/** What tokens cost, in the unit of the price. */
export function costOf({ input, output }: TokenCount, price: TokenPrice): number {
  return (input * price.input + output * price.output) / 1_000_000;
}
