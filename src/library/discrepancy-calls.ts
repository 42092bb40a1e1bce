import { actOnDiscrepancies } from '../../jobs/act.ts'
import { listDiscrepancies, showDiscrepancy } from '../../jobs/list-discrepancies.ts'
import { discrepancyHistoryDocument, knownDiscrepancyDocument } from '../../reports/ledgers/disposition-rows.ts'
import { DISCREPANCY_STATES, SEVERITIES } from '../domain/findings/discrepancy.ts'
import { type DiscrepancyFilter, UNRESOLVED } from '../domain/findings/discrepancy-filter.ts'
import type { CheckRecord } from '../domain/rules/define-check.ts'
import { CHECKS } from '../domain/rules/registry.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { DiscrepancyCalls, DiscrepancyQuery } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import type { FullDiscrepancyDocument, KnownDiscrepancyDocument } from './documents/discrepancy-document.ts'
import { cycleIn, dateIn, datesIn, misuse, oneOf } from './job-request.ts'
import type { WorkQueue } from './work-queue.ts'

export const discrepancyCalls = (context: JobContext, queue: WorkQueue): DiscrepancyCalls => {
  const { merchant } = context.settings
  const show = async (id: string): Promise<FullDiscrepancyDocument> =>
    documentOf(knownDiscrepancyDocument(await showDiscrepancy(context, idIn(id)), merchant))
  const decide = (id: string, by: string, disposition: Parameters<typeof actOnDiscrepancies>[1]['disposition']) =>
    queue.write(async () => {
      const targets = { kind: 'ids', ids: [idIn(id)] } as const
      await actOnDiscrepancies(context, { by: wordsIn('by', by), targets, disposition })
      return show(id)
    })
  return {
    list: (query = {}) =>
      queue.read(async () => {
        const known = await listDiscrepancies(context, {
          kind: 'filter',
          filter: filterIn(query, context.checks ?? CHECKS),
        })
        return known.map((one) => documentOf<KnownDiscrepancyDocument>(discrepancyHistoryDocument(one, merchant)))
      }),
    show: (id) => queue.read(() => show(id)),
    accept: async (id, { by, reason, until }) => {
      const day = until === undefined ? null : dateIn(until)
      return decide(id, by, { kind: 'accept', reason: wordsIn('reason', reason), until: day })
    },
    claim: async (id, { by, reason, ticket, until }) => {
      const day = until === undefined ? null : dateIn(until)
      const number = ticket === undefined ? null : wordsIn('ticket', ticket)
      return decide(id, by, { kind: 'claim', reason: wordsIn('reason', reason), ticket: number, until: day })
    },
    reopen: async (id, { by, reason }) => decide(id, by, { kind: 'reopen', reason: wordsIn('reason', reason) }),
    note: async (id, { by, reason }) => decide(id, by, { kind: 'note', reason: wordsIn('reason', reason) }),
  }
}

const ID = /^[0-9a-f]{6,16}$/

const idIn = (id: string): string => {
  if (!ID.test(id)) throw misuse('an id is not valid', 'give its 16 hex digits, or at least the first 6 of them')
  return id
}

/** Checks a text that is stored: it must be readable. */
export const wordsIn = (name: string, words: string): string => {
  if (!/[\p{L}\p{N}]/u.test(words)) throw misuse(`${name} is blank`, 'write a few words')
  return words.trim()
}

const filterIn = (query: DiscrepancyQuery, checks: readonly CheckRecord[]): DiscrepancyFilter => ({
  states: query.states?.map((state) => oneOf('state', state, DISCREPANCY_STATES)) ?? UNRESOLVED,
  codes: (query.codes ?? []).map((code) => codeIn(code, checks)),
  severities: (query.severities ?? []).map((severity) => oneOf('severity', severity, SEVERITIES)),
  dates: datesIn(query),
  cycles: (query.cycles ?? []).map(cycleIn),
  olderThanDays: query.olderThanDays ?? null,
  newerThanDays: query.newerThanDays ?? null,
})

const codeIn = (code: string, checks: readonly CheckRecord[]): string => {
  if (checks.some((check) => check.code === code)) return code
  throw misuse(`${JSON.stringify(code)} is not a known code`, 'docs/discrepancies.md lists them')
}
