/** A number with its noun: `1 invoice`, `23 invoices`. */
export const howMany = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
