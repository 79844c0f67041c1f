import { printable } from "@gatehouse-hooks/console/print";
import { readTokenPrice, type TokenPrice } from "@gatehouse-hooks/local";
import { UsageError } from "@gatehouse-hooks/console";

/** What models cost. */
export interface ModelPrices {
  /** @throws UsageError for a model without a price */
  readonly of: (model: string) => TokenPrice;
}

const FORM = "write --prices IN/OUT for a million tokens, or MODEL=IN/OUT for each model, with commas";

/**
 * Reads `--prices`: `3/15` for all models, `openai/a=1/4` for one.
 *
 * @throws UsageError for what is none
 */
export function readModelPrices(text: string): ModelPrices {
  const prices = new Map<string, TokenPrice>();
  for (const one of text.split(",")) {
    const at = one.lastIndexOf("=");
    const price = readTokenPrice(one.slice(at + 1));
    const model = at === -1 ? "" : one.slice(0, at);
    if (price === null || prices.has(model)) throw new UsageError(`--prices has \`${printable(one)}\``, FORM);
    prices.set(model, price);
  }
  return {
    of(model) {
      const price = prices.get(model) ?? prices.get("");
      if (price !== undefined) return price;
      throw new UsageError(`--prices has no price of ${printable(model)}`, FORM);
    },
  };
}
