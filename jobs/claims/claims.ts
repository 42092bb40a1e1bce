import type { ClaimsReport } from '../../reports/documents/claims.ts'
import { addDays, type SlotDate } from '../../src/core/slot.ts'
import type { Claim } from '../../src/rules/account/claims.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { type ActReport, actOnDiscrepancies } from '../act.ts'
import { claimsInStore } from '../steps/query/claims-in-store.ts'
import { nothingPulled, THIS_MERCHANT } from '../steps/query/nothing-pulled.ts'
import { readDatabase } from '../steps/query/read-database.ts'
import type { JobContext, QueryContext } from '../steps/run/context.ts'

/** The ledger of claims: what was asked of the operator, and what became of it. Only reads. */
export const readClaims = async (context: QueryContext): Promise<ClaimsReport> => {
  const report = await readDatabase(context, async (store, then, asOf) => ({
    merchant: store.merchant.name,
    asOf,
    today: then.zone.dateAt(then.now()),
    claims: (await claimsInStore(store)).claims,
  }))
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  return report
}

/** The claims that a letter asks for, as its latest letter. Throws a CuadreError where there is no such letter. */
export const claimsOfLetter = (claims: readonly Claim[], number: number): readonly Claim[] => {
  const of = claims.filter(({ letter }) => letter === number)
  if (of.length > 0) return of
  throw new CuadreError(
    'UNKNOWN_LETTER',
    { en: `there is no letter ${number}`, es: `no hay carta ${number}` },
    { en: 'see "cuadre claims list"', es: 'vea "cuadre claims list"' },
  )
}

/** What is still out of a letter. */
export const outOf = (claims: readonly Claim[]): readonly Claim[] => claims.filter(isOut)

/** A claim whose day is over is open again. */
const isOut = ({ state }: Claim): boolean => state === 'claimed' || state === 'open'

export const nothingOut = (number: number): CuadreError =>
  new CuadreError(
    'NOTHING_CLAIMED',
    { en: `nothing of letter ${number} is claimed any more`, es: `de la carta ${number} ya no se reclama nada` },
    { en: 'see "cuadre claims list"', es: 'vea "cuadre claims list"' },
  )

/** The ids of the cases of a letter that are still out. */
export const casesOut = async (context: QueryContext, number: number, isMeant = isOut): Promise<readonly string[]> => {
  const out = claimsOfLetter((await readClaims(context)).claims, number).filter(isMeant)
  if (out.length === 0) throw nothingOut(number)
  return out.map((one) => one.case)
}

export interface TicketRequest {
  readonly number: number
  readonly ticket: string
  /** The day that the operator promised. */
  readonly until: SlotDate | null
  readonly by: string
}

/** Adds the operator's number to all that is still claimed of a letter. */
export const giveTicket = async (job: JobContext, { number, ticket, until, by }: TicketRequest): Promise<ActReport> =>
  actOnDiscrepancies(job, {
    by,
    targets: { kind: 'ids', ids: await casesOut(job, number) },
    disposition: { kind: 'claim', reason: reasonOf(number, job), ticket, until },
  })

export const reasonOf = (number: number, { settings }: Pick<JobContext, 'settings'>): string =>
  ({ en: `letter ${number}`, es: `carta ${number}` })[settings.language]

/** The day by which a letter of today asks for an answer. */
export const answerDay = (today: SlotDate, { claims }: JobContext['settings']): SlotDate =>
  addDays(today, claims.daysToAnswer)
