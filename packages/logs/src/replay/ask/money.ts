/** An amount in the unit of the prices, for people. */
export function money(amount: number): string {
  return amount.toFixed(4);
}
