import type { Flags } from './command.ts'

export const MASK: Flags = {
  mask: {
    kind: 'switch',
    describe: {
      en: 'Copies for others: no document numbers, no names of customers; needs --out',
      es: 'Copias para otros: sin números de documento ni nombres de clientes; necesita --out',
    },
  },
}
