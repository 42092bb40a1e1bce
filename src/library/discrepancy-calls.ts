import { actOnDiscrepancies } from '../../jobs/act.ts'
import { settleClaims } from '../../jobs/claims/settle-claims.ts'
import { listDiscrepancies, showDiscrepancy } from '../../jobs/list-discrepancies.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { discrepancyHistoryDocument, knownDiscrepancyDocument } from '../../reports/ledgers/disposition-rows.ts'
import { type Payer, TICKET_MAX_CHARACTERS } from '../core/findings/act.ts'
import { DISCREPANCY_STATES, type DiscrepancyFilter, SEVERITIES, UNRESOLVED } from '../core/findings/discrepancy.ts'
import type { Cycle, SlotDate } from '../core/slot.ts'
import { cycle, DECISION, date, datesIn, type ReadersOf, SELECTION } from '../input/dates.ts'
import {
  LEAVE_OUT,
  listOf,
  NAME_ONE,
  oneOf,
  optionsIn,
  orElse,
  refuseValue,
  text,
  type ValueReader,
  wholeNumber,
  words,
} from '../input/readers.ts'
import type { CheckRecord } from '../rules/define-check.ts'
import { CHECKS, nextOfUnknownCode } from '../rules/registry.ts'
import { usageError } from '../std/errors.ts'
import type { DiscrepancyCalls, DiscrepancyQuery } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import type { FullDiscrepancyDocument, KnownDiscrepancyDocument } from './documents/discrepancy-document.ts'
import type { WorkQueue } from './work-queue.ts'

type Disposition = Parameters<typeof actOnDiscrepancies>[1]['disposition']

export const discrepancyCalls = (context: JobContext, queue: WorkQueue): DiscrepancyCalls => {
  const { merchant } = context.settings
  const checks = context.checks ?? CHECKS
  const show = async (id: string): Promise<FullDiscrepancyDocument> =>
    documentOf(knownDiscrepancyDocument(await showDiscrepancy(context, id), merchant))
  const decide = (typed: string, by: string, disposition: Disposition) => {
    const id = idIn('id', typed)
    return queue.write(async () => {
      await actOnDiscrepancies(context, { by, targets: { kind: 'ids', ids: [id] }, disposition })
      return show(id)
    })
  }
  return {
    list: async (query) => {
      const filter = filterIn(query, checks)
      return queue.read(async () => {
        const known = await listDiscrepancies(context, { kind: 'filter', filter })
        return known.map((one) => documentOf<KnownDiscrepancyDocument>(discrepancyHistoryDocument(one, merchant)))
      })
    },
    show: async (typed) => {
      const id = idIn('id', typed)
      return queue.read(() => show(id))
    },
    accept: async (id, decision) => {
      const { by, ...rest } = optionsIn('discrepancies.accept', decision, ACCEPTANCE)
      return decide(id, by, { kind: 'accept', ...rest })
    },
    claim: async (id, decision) => {
      const { by, ...rest } = optionsIn('discrepancies.claim', decision, CLAIM)
      return decide(id, by, { kind: 'claim', ...rest })
    },
    settle: async (typed, payment) => {
      const { by, reason, date: day, cycle: label, entry } = optionsIn('discrepancies.settle', payment, SETTLEMENT)
      const id = idIn('id', typed)
      const payer = payerIn(day, label, entry)
      return queue.write(async () => {
        await settleClaims(context, { by, targets: { kind: 'ids', ids: [id] }, payer, reason: reason ?? '' })
        return show(id)
      })
    },
    reopen: async (id, decision) => {
      const { by, reason } = optionsIn('discrepancies.reopen', decision, DECISION)
      return decide(id, by, { kind: 'reopen', reason })
    },
    note: async (id, decision) => {
      const { by, reason } = optionsIn('discrepancies.note', decision, DECISION)
      return decide(id, by, { kind: 'note', reason })
    },
  }
}

const ACCEPTANCE = { ...DECISION, until: orElse(date, null) } satisfies ReadersOf<
  Parameters<DiscrepancyCalls['accept']>[1]
>
const CLAIM = { ...ACCEPTANCE, ticket: orElse(words(TICKET_MAX_CHARACTERS), null) } satisfies ReadersOf<
  Parameters<DiscrepancyCalls['claim']>[1]
>

const SETTLEMENT = {
  by: DECISION.by,
  reason: orElse(words(), null),
  date: orElse(date, null),
  cycle: orElse(cycle, null),
  entry: orElse(text, null),
} satisfies ReadersOf<Parameters<DiscrepancyCalls['settle']>[1]>

const payerIn = (day: SlotDate | null, label: Cycle | null, entry: string | null): Payer => {
  if (entry === null && day !== null && label !== null) return { kind: 'adjustment', slot: { date: day, cycle: label } }
  if (entry !== null && day === null && label === null) return { kind: 'entry', entry: entry.toLowerCase() }
  throw usageError(
    { en: 'what paid it is not named', es: 'falta decir qué la pagó' },
    {
      en: 'give date and cycle of a settlement, or the entry of the bank',
      es: 'dé la fecha y el ciclo de una liquidación, o el movimiento del banco',
    },
  )
}

const ID = /^[0-9a-f]{6,16}$/i
const AN_ID = {
  en: 'the 16 hex digits of a discrepancy, or at least the first 6 of them',
  es: 'los 16 dígitos hexadecimales de un hallazgo, o al menos los 6 primeros',
}

const idIn: ValueReader<string> = (name, value) =>
  typeof value === 'string' && ID.test(value) ? value.toLowerCase() : refuseValue(name, value, AN_ID)

const filterIn = (query: unknown, checks: readonly CheckRecord[]): DiscrepancyFilter => {
  const {
    date: day,
    from,
    to,
    ...filter
  } = optionsIn('discrepancies.list', query, {
    ...SELECTION,
    states: orElse(listOf(oneOf(DISCREPANCY_STATES), NAME_ONE), UNRESOLVED),
    codes: orElse(listOf(codeOf(checks), LEAVE_OUT), []),
    severities: orElse(listOf(oneOf(SEVERITIES), LEAVE_OUT), []),
    olderThanDays: orElse(wholeNumber(0), null),
    newerThanDays: orElse(wholeNumber(0), null),
  } satisfies ReadersOf<DiscrepancyQuery>)
  const { olderThanDays, newerThanDays } = filter
  if (olderThanDays !== null && newerThanDays !== null && olderThanDays >= newerThanDays)
    throw usageError(
      {
        en: 'nothing is older than olderThanDays and newer than newerThanDays',
        es: 'nada cumple a la vez olderThanDays y newerThanDays',
      },
      { en: 'swap the two numbers', es: 'invierta los dos números' },
    )
  return { ...filter, dates: datesIn({ date: day, from, to }) }
}

const codeOf =
  (checks: readonly CheckRecord[]): ValueReader<string> =>
  (name, value) => {
    const typed = text(name, value)
    const codes = checks.map(({ code }) => code)
    if (codes.includes(typed)) return typed
    throw usageError(
      { en: `${name} is not a known code`, es: `${name} no es un código conocido` },
      nextOfUnknownCode(typed, codes),
    )
  }
