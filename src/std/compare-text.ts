/** Compares by code unit, so that the order is the same under every host language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
