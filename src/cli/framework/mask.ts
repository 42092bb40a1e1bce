import type { Flags } from './command.ts'

export const MASK: Flags = {
  mask: { kind: 'switch', describe: 'Copies for others: no document numbers, no names of customers; needs --out' },
}
