import { actOnDiscrepancies } from '../../jobs/act.ts'
import { settleClaims } from '../../jobs/claims/settle-claims.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import type { FullDiscrepancyDocument } from '../../reports/documents/discrepancies.ts'
import { type Payer, TICKET_MAX_CHARACTERS } from '../core/findings/act.ts'
import type { Cycle, SlotDate } from '../core/slot.ts'
import { cycle, DECISION, date, type ReadersOf } from '../input/dates.ts'
import { idShownBy, optionsIn, orElse, text, words } from '../input/readers.ts'
import { DISCREPANCIES, DISCREPANCY_SHOWN } from '../questions/discrepancies.ts'
import { usageError } from '../std/errors.ts'
import type { DiscrepancyCalls } from './cuadre.ts'
import type { questionCalls } from './question-calls.ts'
import type { WorkQueue } from './work-queue.ts'

type Disposition = Parameters<typeof actOnDiscrepancies>[1]['disposition']

export const discrepancyCalls = (
  context: JobContext,
  queue: WorkQueue,
  call: ReturnType<typeof questionCalls>,
): DiscrepancyCalls => {
  const show = async (id: string): Promise<FullDiscrepancyDocument> => (await call(DISCREPANCY_SHOWN)(id)).discrepancy
  const decide = (typed: string, by: string, disposition: Disposition) => {
    const id = idIn('id', typed)
    return queue.write(async () => {
      await actOnDiscrepancies(context, { by, targets: { kind: 'ids', ids: [id] }, disposition })
      return show(id)
    })
  }
  return {
    list: async (query) => (await call(DISCREPANCIES)(query)).discrepancies,
    show,
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

const idIn = idShownBy('discrepancies list')

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
