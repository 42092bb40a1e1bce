import { countOf } from '../../../i18n/counts.ts'

/** How invoices of a list changed: `1 factura cambiada, 2 agregadas`. */
export const invoiceChangesInSpanish = (counts: readonly (readonly [how: string, number: number])[]): string =>
  counts
    .map(([how, number], at) => {
      const participle = PARTICIPLES[how] ?? how
      return `${at === 0 ? countOf(number, 'invoice', 'es') : number} ${number === 1 ? participle : `${participle}s`}`
    })
    .join(', ')

const PARTICIPLES: Readonly<Record<string, string>> = {
  added: 'agregada',
  left: 'retirada',
  moved: 'movida',
  altered: 'cambiada',
  changed: 'cambiada',
}
