import { type Both, inBoth } from '../std/both.ts'
import type { Tariff, TariffDate } from './fees/tariff.ts'
import { type Centavos, toPesos, ZERO } from './money.ts'
import { type Cycle, dayMonthYear, type SlotDate } from './slot.ts'

/**
 * The choices that api.md leaves open. Every value is an assumption: named here, printed in the reports, and recorded in the database
 * when it changes.
 */
export interface Policy {
  /** Whether adjustments are added to the payout, or subtracted from it. */
  readonly adjustments: 'add' | 'subtract'
  /** Whether fees billed later (postpaid) are deducted from the payout. */
  readonly postpaidFees: 'not-deducted' | 'deducted'
  /** Which payout of a gateway settlement is expected. */
  readonly gateway: 'candidates' | 'same' | 'unchecked'
  readonly chargebacks: 'counted' | 'excluded'
  /** Whether collected is the sum of the paid amounts, or of the invoiced ones. */
  readonly collectedBasis: 'paid' | 'amount'
  /** The allowed difference of payout and collected, for each slot. */
  readonly tolerance: Centavos
  /** A tax on the fees, in percent, that is tried as the cause of a payout that is too small; null for none. */
  readonly taxOnFeesRate: number | null
  /** The operator's charges by payment method; an empty tariff asserts nothing. */
  readonly tariff: Tariff
  /** The date that chooses the schedule of the tariff. */
  readonly tariffDate: TariffDate
  /** The allowed difference of fees, for each slot; null: half a peso for each invoice that counts. */
  readonly feesTolerance: Centavos | null
  /** Readings of the description that a person pinned on the basis of history: who, and on which day (`cuadre readings --pin`). */
  readonly pinnedReadings: PinnedReadings
  readonly finalStatuses: readonly string[]
  readonly cycles: readonly Cycle[]
  readonly extraCycles: readonly Cycle[]
  /** Other labels of known cycles, for comparing only: never stored, never sent. */
  readonly cycleAliases: Readonly<Record<string, string>>
  readonly timeZone: string
  readonly graceMinutes: number
  readonly overdueHours: number
  readonly stuckHours: number
  /** The operator's name as spelt by the bank; without it no bank entry counts as a payout. */
  readonly bankText: readonly string[]
  /** A payout is expected within this many business days after its settlement. */
  readonly bankDays: number
  /** A credit that differs from a payout by at most this many percent may be it, to be confirmed; 0 proposes none. */
  readonly bankNearPercent: number
  /** The merchant's tax id, by which its invoices of the operator are known; null: none is missed. */
  readonly taxId: string | null
}

/** The readings that can be pinned: those that one settlement alone can contradict. */
export const PINNED = ['adjustments', 'postpaidFees', 'gateway'] as const
export type PinnedReading = (typeof PINNED)[number]
export type PinnedReadings = { readonly [Name in PinnedReading]?: { readonly by: string; readonly at: SlotDate } }

/** api.md, Limits: the five cycles of a day. */
const DOCUMENTED_CYCLES = ['11', '13', '16', '18', '20'].map((label) => label as Cycle)

export const DEFAULT_POLICY: Policy = {
  adjustments: 'add',
  postpaidFees: 'not-deducted',
  gateway: 'candidates',
  chargebacks: 'counted',
  collectedBasis: 'paid',
  tolerance: ZERO,
  taxOnFeesRate: null,
  tariff: [],
  tariffDate: 'payment',
  feesTolerance: null,
  pinnedReadings: {},
  finalStatuses: ['paid', 'credited'],
  cycles: DOCUMENTED_CYCLES,
  extraCycles: [],
  cycleAliases: {},
  timeZone: 'America/Bogota',
  graceMinutes: 120,
  overdueHours: 24,
  stuckHours: 120,
  bankText: [],
  bankDays: 3,
  bankNearPercent: 5,
  taxId: null,
}

export const isFinal = (status: string, policy: Policy): boolean => policy.finalStatuses.includes(status)

/** Whether the policy lists the cycle. */
export const isKnownCycle = (label: string, policy: Policy): boolean =>
  [...policy.cycles, ...policy.extraCycles].some((known) => known === label)

/** The known cycle of an alias; any other label is returned unchanged. */
export const withoutAlias = (label: string, policy: Policy): string =>
  Object.entries(policy.cycleAliases).find(([alias]) => alias === label)?.[1] ?? label

/** Whether two labels mean the same cycle: they are equal, or one is an alias of the other. */
export const sameCycle = (a: string, b: string, policy: Policy): boolean =>
  a === b || withoutAlias(a, policy) === withoutAlias(b, policy)

/** One assumption, as the reports print it: its setting, the value in force, and its meaning. */
export interface Assumption {
  readonly setting: string
  readonly value: Both<string>
  readonly meaning: string
}

const NONE: Both<string> = { en: 'none', es: 'ninguno' }
const HALF_A_PESO: Both<string> = { en: 'half a peso an invoice', es: 'medio peso por factura' }

const tariffInWords = (tariff: Tariff): Both<string> =>
  tariff.length === 0
    ? { en: 'none', es: 'ninguna' }
    : {
        en: tariff.map(({ from }) => `from ${from}`).join(', '),
        es: tariff.map(({ from }) => `desde el ${dayMonthYear(from)}`).join(', '),
      }

/** All assumptions of the figures, in the order of SPEC section 2. */
export const assumptionsOf = (policy: Policy): readonly Assumption[] => [
  assumed('adjustments', policy.adjustments, 'sign of adjustments in the payout'),
  assumed('postpaidFees', policy.postpaidFees, 'whether fees billed later reduce the payout'),
  assumed('gateway', policy.gateway, 'how the payout of a gateway settlement is read'),
  assumed('chargebacks', policy.chargebacks, 'whether a charged-back invoice counts as collected'),
  assumed('collectedBasis', policy.collectedBasis, 'collected is the sum of paid, or of amount'),
  assumed('toleranceCop', toPesos(policy.tolerance), 'COP a payout or collected may be off'),
  ...assumptionsOfFees(policy),
  assumed('finalStatuses', policy.finalStatuses.join(' '), 'settlement statuses that will not change'),
  assumed('cycles', policy.cycles.join(' '), 'cycles asked for every day'),
  assumed('extraCycles', policy.extraCycles.join(' '), 'further cycles asked for every day'),
  assumed('cycleAliases', JSON.stringify(policy.cycleAliases), 'other labels of a known cycle'),
  assumed('timeZone', policy.timeZone, 'zone of the cycle hours'),
  assumed('graceMinutes', String(policy.graceMinutes), 'a settlement is not asked for earlier'),
  assumed('overdueHours', String(policy.overdueHours), 'hours until a settlement is overdue'),
  assumed('stuckHours', String(policy.stuckHours), 'hours until an overdue settlement is stuck'),
  ...assumptionsOfBank(policy),
  ...(policy.taxId === null ? [] : [assumed('taxId', policy.taxId, 'whose invoices of the operator are expected')]),
]

const assumed = (setting: string, value: string | Both<string>, meaning: string): Assumption => ({
  setting,
  value: typeof value === 'string' ? inBoth(value) : value,
  meaning,
})

const assumptionsOfFees = (policy: Policy): readonly Assumption[] => [
  assumed(
    'taxOnFeesRate',
    policy.taxOnFeesRate === null ? NONE : inBoth(String(policy.taxOnFeesRate)),
    'percent of tax on fees, tried as a cause',
  ),
  assumed('tariff', tariffInWords(policy.tariff), 'what the operator charges by payment method'),
  assumed('tariffDate', policy.tariffDate, 'the date that chooses the schedule of the tariff'),
  assumed(
    'feesToleranceCop',
    policy.feesTolerance === null ? HALF_A_PESO : inBoth(toPesos(policy.feesTolerance)),
    'COP the fees may be off',
  ),
  assumed(
    'pinnedReadings',
    Object.keys(policy.pinnedReadings).length === 0 ? NONE : inBoth(Object.keys(policy.pinnedReadings).join(' ')),
    'interpretations that a person settled by history',
  ),
]

/** Without a bank there are no assumptions about it. */
const assumptionsOfBank = ({ bankText, bankDays, bankNearPercent }: Policy): readonly Assumption[] =>
  bankText.length === 0
    ? []
    : [
        assumed('bankText', bankText.join(', '), 'the operator as the bank writes it'),
        assumed('bankDays', String(bankDays), 'business days until a payout arrives at the bank'),
        assumed(
          'bankNearPercent',
          String(bankNearPercent),
          'percent by which a credit may differ from a payout to be proposed as it',
        ),
      ]
