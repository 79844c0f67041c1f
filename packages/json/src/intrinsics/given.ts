/** A constructor that returns its argument, so that a subclass puts its private field on that. */
export const Given: new (value: object) => object = function (this: unknown, value: object): object {
  return value;
} as unknown as new (value: object) => object;
