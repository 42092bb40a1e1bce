import { type Both, inBoth } from '../std/both.ts'
import type { Tariff, TariffDate } from './fees/tariff.ts'
import { type Centavos, toPesos, ZERO } from './money.ts'
import { type Cycle, dayMonthYear, type SlotDate } from './slot.ts'

/**
 * What api.md leaves open and somebody must decide. Every value is an assumption: named here, printed in the reports,
 * recorded in the database when it changes.
 */
export interface Policy {
  /** Adjustments are added to the payout, or subtracted from it. */
  readonly adjustments: 'add' | 'subtract'
  /** Fees billed later (postpaid) leave the payout alone, or are deducted all the same. */
  readonly postpaidFees: 'not-deducted' | 'deducted'
  /** How the payout of a gateway settlement is read. */
  readonly gateway: 'candidates' | 'same' | 'unchecked'
  readonly chargebacks: 'counted' | 'excluded'
  /** Collected is the sum of what was paid, or of what was asked for. */
  readonly collectedBasis: 'paid' | 'amount'
  /** Payout and collected may be off by this much, per slot. */
  readonly tolerance: Centavos
  /** A tax on the fees, in percent, that is tried as the cause of a payout that is too small; null when there is none. */
  readonly taxOnFeesRate: number | null
  /** What the operator charges by payment method; an empty one asserts nothing. */
  readonly tariff: Tariff
  /** The date that chooses the schedule of the tariff. */
  readonly tariffDate: TariffDate
  /** Fees may be off by this much, per slot; null: half a peso for each invoice that counts. */
  readonly feesTolerance: Centavos | null
  /** Readings of the description that a person settled by history: who, and on which day (`cuadre readings --pin`). */
  readonly pinnedReadings: PinnedReadings
  readonly finalStatuses: readonly string[]
  readonly cycles: readonly Cycle[]
  readonly extraCycles: readonly Cycle[]
  /** Another label of a known cycle, for comparing only: never stored, never sent. */
  readonly cycleAliases: Readonly<Record<string, string>>
  readonly timeZone: string
  readonly graceMinutes: number
  readonly overdueHours: number
  readonly stuckHours: number
  /** The operator as the bank writes it; without it no entry of the bank is taken for a payout. */
  readonly bankText: readonly string[]
  /** Business days after a settlement within which its payout arrives. */
  readonly bankDays: number
}

/** Readings that can be pinned: those that a settlement alone can contradict. */
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
}

export const isFinal = (status: string, policy: Policy): boolean => policy.finalStatuses.includes(status)

/** A cycle is known when the policy lists it. */
export const isKnownCycle = (label: string, policy: Policy): boolean =>
  [...policy.cycles, ...policy.extraCycles].some((known) => known === label)

/** The known cycle a label stands for, when the user said so; else the label itself. */
export const withoutAlias = (label: string, policy: Policy): string =>
  Object.entries(policy.cycleAliases).find(([alias]) => alias === label)?.[1] ?? label

/** Two labels of one cycle: alike, or an alias says so. */
export const sameCycle = (a: string, b: string, policy: Policy): boolean =>
  a === b || withoutAlias(a, policy) === withoutAlias(b, policy)

/** One assumption, as the reports print it: its setting, the value in force, and what it means. */
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

/** Everything the figures rest on that api.md does not say, in the order of SPEC section 2. */
export const assumptionsOf = (policy: Policy): readonly Assumption[] => [
  { setting: 'adjustments', value: inBoth(policy.adjustments), meaning: 'sign of adjustments in the payout' },
  {
    setting: 'postpaidFees',
    value: inBoth(policy.postpaidFees),
    meaning: 'whether fees billed later reduce the payout',
  },
  { setting: 'gateway', value: inBoth(policy.gateway), meaning: 'how the payout of a gateway settlement is read' },
  {
    setting: 'chargebacks',
    value: inBoth(policy.chargebacks),
    meaning: 'whether a charged-back invoice counts as collected',
  },
  {
    setting: 'collectedBasis',
    value: inBoth(policy.collectedBasis),
    meaning: 'collected is the sum of paid, or of amount',
  },
  {
    setting: 'toleranceCop',
    value: inBoth(toPesos(policy.tolerance)),
    meaning: 'COP a payout or collected may be off',
  },
  ...assumptionsOfFees(policy),
  {
    setting: 'finalStatuses',
    value: inBoth(policy.finalStatuses.join(' ')),
    meaning: 'settlement statuses that will not change',
  },
  { setting: 'cycles', value: inBoth(policy.cycles.join(' ')), meaning: 'cycles asked for every day' },
  {
    setting: 'extraCycles',
    value: inBoth(policy.extraCycles.join(' ')),
    meaning: 'further cycles asked for every day',
  },
  {
    setting: 'cycleAliases',
    value: inBoth(JSON.stringify(policy.cycleAliases)),
    meaning: 'other labels of a known cycle',
  },
  { setting: 'timeZone', value: inBoth(policy.timeZone), meaning: 'zone of the cycle hours' },
  {
    setting: 'graceMinutes',
    value: inBoth(String(policy.graceMinutes)),
    meaning: 'a settlement is not asked for earlier',
  },
  {
    setting: 'overdueHours',
    value: inBoth(String(policy.overdueHours)),
    meaning: 'hours until a settlement is overdue',
  },
  {
    setting: 'stuckHours',
    value: inBoth(String(policy.stuckHours)),
    meaning: 'hours until an overdue settlement is stuck',
  },
  ...assumptionsOfBank(policy),
]

const assumptionsOfFees = (policy: Policy): readonly Assumption[] => [
  {
    setting: 'taxOnFeesRate',
    value: policy.taxOnFeesRate === null ? NONE : inBoth(String(policy.taxOnFeesRate)),
    meaning: 'percent of tax on fees, tried as a cause',
  },
  {
    setting: 'tariff',
    value: tariffInWords(policy.tariff),
    meaning: 'what the operator charges by payment method',
  },
  {
    setting: 'tariffDate',
    value: inBoth(policy.tariffDate),
    meaning: 'the date that chooses the schedule of the tariff',
  },
  {
    setting: 'feesToleranceCop',
    value: policy.feesTolerance === null ? HALF_A_PESO : inBoth(toPesos(policy.feesTolerance)),
    meaning: 'COP the fees may be off',
  },
  {
    setting: 'pinnedReadings',
    value:
      Object.keys(policy.pinnedReadings).length === 0 ? NONE : inBoth(Object.keys(policy.pinnedReadings).join(' ')),
    meaning: 'readings that a person settled by history',
  },
]

/** Without the bank nothing of it is assumed. */
const assumptionsOfBank = ({ bankText, bankDays }: Policy): readonly Assumption[] =>
  bankText.length === 0
    ? []
    : [
        { setting: 'bankText', value: inBoth(bankText.join(', ')), meaning: 'the operator as the bank writes it' },
        {
          setting: 'bankDays',
          value: inBoth(String(bankDays)),
          meaning: 'business days until a payout arrives at the bank',
        },
      ]
