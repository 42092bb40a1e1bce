import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { writeLetter } from '../../jobs/claims/claim-letter.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'

/** One cycle a day, a tariff of COP 2,000 a payment, a bank, and the names of both sides. */
export const SETTINGS = {
  ...policy({ cycles: [slot('2026-03-30').cycle], bankText: ['OPERADOR PAGOS'] }),
  claims: {
    from: ['Arriendos del Valle S.A.S.', 'NIT 900.123.456-7', 'Claudia Rojas, tesorería'],
    to: ['Recaudos Andinos S.A.', 'Servicio al comercio', 'reclamos@recaudos.example'],
    daysToAnswer: 10,
  },
}

/** A settlement of two payments: COP 2,003,000 less 4,000 of fees, so COP 1,999,000 unless told otherwise. */
export const tell = (nights: Nights, date: string, instead: Told = {}) =>
  nights.service.tellSettled(date, '11', 2, instead)

/** COP that arrived at the bank on a day. */
export const credits = (nights: Nights, lines: readonly (readonly [day: string, pesos: number])[], name: string) => {
  const path = join(nights.folder, name)
  const rows = lines.map(
    ([day, pesos]) => `406-000011-22,406,,${day.replaceAll('-', '')},,${pesos}.00,2568,PAGO INTERBANC OPERADOR PAGOS,0`,
  )
  writeFileSync(path, `${rows.join('\r\n')}\r\n`, 'latin1')
  return importBankFiles(nights.context(SETTINGS), { files: [path], account: null, by: 'Ana' })
}

export const letter = (nights: Nights, name: string, instead: Partial<Parameters<typeof writeLetter>[1]> = {}) =>
  writeLetter(nights.context(SETTINGS), {
    by: 'Ana',
    ids: [],
    again: null,
    path: join(nights.folder, name),
    language: 'es',
    hasNames: false,
    ...instead,
  })

/** January: four settlements are short of 5,000, 7,000, 11,000 and 13,000 pesos. */
export const SHORT = { '2026-01-12': 5_000, '2026-01-13': 7_000, '2026-01-14': 11_000, '2026-01-15': 13_000 } as const

export const january = async (): Promise<Nights> => {
  const nights = await startNights('2026-01-31 22:30')
  for (const [date, less] of Object.entries(SHORT)) tell(nights, date, { paymentAmount: 1_999_000 - less })
  tell(nights, '2026-01-30')
  await nights.run({ from: '2026-01-12', to: '2026-01-31' }, SETTINGS)
  return nights
}

export const day = (date: string): SlotDate => slot(date).date
