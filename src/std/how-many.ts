/** A number with its noun: `1 invoice`, `23 invoices`. A plural that does not just add an s is given. */
export const howMany = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`
