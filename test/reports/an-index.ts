import { firstTroubled, type IndexFacts, type IndexSources, indexFacts } from '../../reports/pages/index-facts.ts'
import type { RangePage } from '../../reports/pages/range-page.ts'
import type { Closing } from '../../src/core/findings/act.ts'
import { nameOf, type SlotDate, sameSlot } from '../../src/core/slot.ts'
import { NOTHING_AT_REST } from '../../src/rules/account/at-rest.ts'
import type { AccountFacts } from '../../src/rules/account/operator-account.ts'
import { chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { PLAIN_START } from '../../src/std/start.ts'
import type { Language } from '../../src/words/language.ts'
import { aPolicy, BOGOTA } from '../core/a.ts'

/** The account of settlements that were paid out on their own dates. */
const anAccount = (reports: readonly SlotReport[]): AccountFacts => {
  const policy = aPolicy()
  const times = reports.map(({ slot, money }) => {
    const hasFailed = money.notCompared === 'failed'
    const paidOn = money.notCompared === null ? slot.date : null
    const acceptedOn = money.state === 'accepted' ? slot.date : null
    return [
      nameOf(slot),
      {
        paidOn,
        acceptedOn,
        acceptedAtBankOn: null,
        recoveries: [],
        recoveriesAtBank: [],
        statuses: [{ day: slot.date, hasFailed }],
      },
    ] as const
  })
  return { reports, times: new Map(times), chargebacks: chargebackAccount([], reports, policy), policy, bank: null }
}

/** What an index has where nothing but its settlements and their account matters. */
export const INDEX_SOURCES: Omit<IndexSources, 'reports' | 'account'> = {
  ...{ merchant: 'casa', merchants: [], start: PLAIN_START, canAsk: true, found: new Map(), rest: NOTHING_AT_REST },
  ...{ pages: new Set(), rangePages: [], closings: [], monthEnd: null, hasMerchantsPage: false, recovered: [] },
}

/** All that was found in the settlements that come first. */
export const casesInOrderOf = (reports: readonly SlotReport[]): IndexSources['found'] =>
  new Map(
    firstTroubled({ reports, pages: new Set() }, BOGOTA).map((slot) => [
      nameOf(slot),
      reports.find((one) => sameSlot(one.slot, slot))?.discrepancies ?? [],
    ]),
  )

export const anIndex = (
  reports: readonly SlotReport[],
  pages: readonly string[] = [],
  language: Language = 'en',
  rangePages: readonly RangePage[] = [],
  closings: readonly Closing[] = [],
  monthEnd: IndexSources['monthEnd'] = null,
): IndexFacts =>
  indexFacts(
    {
      ...INDEX_SOURCES,
      merchant: 'default',
      reports,
      account: anAccount(reports),
      pages: new Set(pages as SlotDate[]),
      rangePages,
      closings,
      monthEnd,
      found: casesInOrderOf(reports),
    },
    language,
    BOGOTA,
  )
