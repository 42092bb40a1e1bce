/** A number and its noun, as a sentence wants it: `1 invoice`, `23 invoices`. */
export const howMany = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
