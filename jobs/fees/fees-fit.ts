import type { FeesFitReport } from '../../reports/documents/fees/fees-fit-report.ts'
import { type Days, EVER } from '../../src/core/calendar/calendar.ts'
import {
  type FeesFit,
  type FitGap,
  fitFees,
  type LaterSettlements,
  laterSettlements,
  tariffOf,
} from '../../src/core/fees/fit/fees-fit.ts'
import { addDays, slotInWords } from '../../src/core/slot.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import { writeTariff } from '../../src/input/tariff/write-tariff.ts'
import { CuadreError } from '../../src/std/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { feesHistory } from '../steps/query/fees-of-days.ts'
import { nothingPulled, THIS_MERCHANT } from '../steps/query/nothing-pulled.ts'
import { readDatabase } from '../steps/query/read-database.ts'
import type { QueryContext } from '../steps/run/context.ts'

interface FeesFitRequest {
  /** Null for all settlements. */
  readonly days: Days | null
  /** Percent of a tax on fees to try in addition to that of the settings. */
  readonly tax: number | null
}

/**
 * Proposes a tariff from the fees of past settlements. Only reads the database. The proposal has no effect until a
 * person writes it into the settings.
 */
export const proposeTariff = async (context: QueryContext, request: FeesFitRequest): Promise<FeesFitReport> => {
  const { settings, zone } = context
  const taxes = [request.tax, settings.policy.taxOnFeesRate].filter((percent) => percent !== null)
  const report = await readDatabase(context, async (store) => {
    const history = await feesHistory(store, context, request.days)
    const fit = fitFees(history.settlements, {
      taxes: [...new Set(taxes)].map((percent) => ({ name: 'IVA', percent })),
      zone,
      tariffDate: settings.policy.tariffDate,
    })
    const { settlements: _, ...unused } = history
    const later = await laterOf(store, context, request.days, fit)
    return { merchant: store.merchant.name, days: request.days, taxes, unused, fit, later }
  })
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  return { ...report, files: [] }
}

/** Null where no days are named, or no rate is proposed. */
const laterOf = async (
  store: Store,
  context: QueryContext,
  days: Days | null,
  fit: FeesFit,
): Promise<LaterSettlements | null> => {
  if (days === null || fit.refusal !== null) return null
  const { settlements } = await feesHistory(store, context, { from: addDays(days.to, 1), to: EVER.to })
  const { zone, settings } = context
  return laterSettlements(settlements, fit, { zone, tariffDate: settings.policy.tariffDate })
}

/** Writes the proposal into the settings in a person's name, and returns the files written. */
export const writeProposal = async (
  { settings, now }: QueryContext,
  fit: FeesFit,
  { by, replace }: { readonly by: string; readonly replace: boolean },
): Promise<readonly string[]> => {
  const at = new Date(now()).toISOString()
  const tariff = tariffOf(fit).map((schedule) => ({ ...schedule, proposed: { by, at } }))
  if (tariff.length === 0 || tariff.some(({ methods }) => Object.keys(methods).length === 0)) {
    throw new CuadreError(
      'NOTHING_PROPOSED',
      {
        en: 'the settlements propose no tariff, so nothing was written',
        es: 'las liquidaciones no proponen ninguna tarifa, y no se escribió nada',
      },
      { en: 'read why with: cuadre fees fit', es: 'lea por qué con: cuadre fees fit' },
    )
  }
  const [gap] = fit.gaps
  if (gap !== undefined) throw gapFault(gap, settings)
  const tariffDate = fit.tariffDate === settings.policy.tariffDate ? null : fit.tariffDate
  return writeTariff(settings, { tariff, tariffDate, replace })
}

/** A schedule holds until the next one begins, so it would report each of these settlements as charged wrongly. */
const gapFault = ({ from, to, settlements }: FitGap, settings: NamedMerchant): CuadreError =>
  new CuadreError(
    'NOTHING_PROPOSED',
    {
      en: `most of the ${settlements} settlements from ${slotInWords(from).en} to ${slotInWords(to).en} fit no proposed schedule, and a written one would hold for them, too; nothing was written`,
      es: `la mayoría de las ${settlements} liquidaciones de ${slotInWords(from).es} a ${slotInWords(to).es} no corresponde a ninguna tarifa propuesta, y una escrita regiría también para ellas; no se escribió nada`,
    },
    {
      en: `name the days that have a tariff of their own: ${forMerchant('cuadre fees fit --from D --to D --write', settings)}`,
      es: `indique los días que tienen una tarifa propia: ${forMerchant('cuadre fees fit --from D --to D --write', settings)}`,
    },
  )
