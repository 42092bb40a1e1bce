import type { BankListReport } from '../../reports/documents/bank/bank-list-report.ts'
import type { AsOf } from '../../src/core/past-run.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { bankListIn } from '../steps/bank/payouts-at-bank.ts'
import { nothingPulled, THIS_MERCHANT } from '../steps/query/nothing-pulled.ts'
import { readDatabase } from '../steps/query/read-database.ts'
import type { QueryContext } from '../steps/run/context.ts'

/** Returns what the bank's statements show of every payout. Only reads. */
export const readBank = async (context: QueryContext): Promise<BankListReport> => {
  const report = await readDatabase(context, bankListIn)
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  if (report === 'nothing') throw nothingImported(context.settings, context.asOf)
  return report
}

/** The error when there is no bank statement, or was none by then. */
export const nothingImported = (settings: NamedMerchant, asOf: AsOf | null = null): CuadreError =>
  new CuadreError(
    'NO_BANK_STATEMENT',
    asOf === null
      ? { en: 'there is no statement of the bank', es: 'no hay ningún extracto del banco' }
      : {
          en: 'no statement of the bank had been imported by then',
          es: 'para entonces no se había importado ningún extracto del banco',
        },
    {
      en: `${asOf === null ? '' : 'leave out --as-of, or '}import one with: ${forMerchant('cuadre bank import FILE', settings)}`,
      es: `${asOf === null ? '' : 'omita --as-of, o '}importe uno con: ${forMerchant('cuadre bank import ARCHIVO', settings)}`,
    },
  )
