import {
  differenceOf,
  type Figures,
  type Finding,
  type GapName,
  NO_CAUSES,
  type Severity,
  type Subject,
  subjectText,
} from '../core/findings/discrepancy.ts'
import { type Centavos, size } from '../core/money.ts'
import { type InvoiceInPull, lastPaidOf } from '../core/pull/invoice-in-pull.ts'
import type { Both } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import type { Bucket } from './account/position.ts'
import type { SlotContext, SlotFacts } from './facts.ts'
import { inEnglish, type Say } from './say.ts'

/**
 * Who can do something about a finding. `importer`: whoever imports the statements of the bank; `merchant`: whoever keeps the list of
 * rents.
 */
export const ACTORS = ['operator', 'tenant', 'importer', 'merchant', 'engineer', 'nobody'] as const
export type Actor = (typeof ACTORS)[number]

/** The values of a sentence: the figures, and its other data. */
export interface Particulars<F extends Figures = Figures, D extends object = object> {
  readonly figures: F
  readonly data: D
}

/** An observation of a check, from which its record makes a finding. */
export interface Observation<F extends Figures = Figures, D extends object = object> extends Particulars<F, D> {
  readonly subject: Subject
  /** Null: the severity of the record. */
  readonly severity: Severity | null
  /** The centavos it is about, when the record does not define them; for a negative sum its absolute value. */
  readonly amount: Centavos | null
}

/** A rule about a slot. */
export type Check = (facts: SlotFacts) => readonly Finding[]
/** A rule about one invoice of a slot. */
export type InvoiceCheck = (invoice: InvoiceInPull, context: SlotContext) => readonly Finding[]

/** The texts of a code. */
interface Words<Message> {
  /** The heading of a page. */
  readonly title: Both<string>
  /** When it is found, for the manual. */
  readonly when: string
  /** The sentence of one finding. The English one is stored and written to CSV files. */
  readonly message: Both<Message>
}

/** The words of a badge; or those by whether more was paid than expected, less, or just that. */
type BadgeOfRule = Both<string> | Readonly<Record<'more' | 'less', Both<string>> & { even?: Both<string> }>

/** One bucket; or by whether its figures report more than expected, or less; or only where it is an error. */
export type BucketOfRule = Bucket | { readonly more: Bucket; readonly less: Bucket } | { readonly error: Bucket }

export const EVENTS = ['figures', 'bank', 'notification'] as const
export const FOLLOWED = ['figures', 'settlement.fees', 'settlement.adjustments', 'settlement.payout'] as const
export const DEPENDENCIES = ['others', 'chargebacks', 'bank', 'fees', 'receivables'] as const

interface Traits {
  readonly severity: Severity
  /** Other severities that a finding may have. */
  readonly also?: readonly Severity[]
  readonly acts: Actor
  /** Unless it is an error, it may resolve by itself. */
  readonly mayStillCome?: true
  /**
   * Whether an open error of this code means that figures disagree or could not be compared: the settlement is then
   * `discrepant` (SPEC, section 3).
   */
  readonly isAboutFigures?: true
  /** Readings of other slots show and resolve it. None is resolved when the last attempt failed (SPEC, section 4). */
  readonly isAcrossSlots?: true
  /** It compares a slot with its own past. */
  readonly isChange?: true
  /**
   * The event that its findings of one settlement are of (findings/case.ts): what its bank shows of it, or what notifications say.
   * When absent they are of its figures where they are about these or compare it with its past, and else each of its own.
   */
  readonly event?: (typeof EVENTS)[number]
  /** What is reported, and what is expected, is an invoice each: its findings are of the event of the former, and what a rent finds of the other is, too. */
  readonly namesInvoices?: true
  /** The figures, or the field of the settlement, whose change makes its findings too, where they are first shown with it. */
  readonly follows?: (typeof FOLLOWED)[number]
  /** Where its pesos stand in the position of its settlement (account/position.ts). When absent they are in no sum. */
  readonly bucket?: BucketOfRule
  /** What is wrong with a settlement whose gravest finding it is, in a word or three. */
  readonly badge?: BadgeOfRule
  /** A person says which credits and payouts belong together. */
  readonly isTiedByPersons?: true
  /** What it depends on beside the pulls of its settlement: when that changes, settlements that have it are checked again. */
  readonly dependsOn?: (typeof DEPENDENCIES)[number]
  /** People are told of it although it is no error, unless the settings name other codes. */
  readonly isTold?: true
  /** The gap that its causes must close. */
  readonly gap?: GapName
  /**
   * The meaning of `amount` (SPEC, section 4): the size of the difference of its figures. When absent it is the value
   * of the check, and for a check of one invoice what that invoice paid.
   */
  readonly amount?: 'difference'
}

interface Definition<C extends string, F extends Figures, D extends object>
  extends Traits,
    Words<(particulars: Particulars<F, D>, say: Say) => string> {
  readonly code: C
  readonly check?: (facts: SlotFacts) => readonly Observation<F, D>[]
  readonly checkInvoice?: (invoice: InvoiceInPull, context: SlotContext) => readonly Observation<F, D>[]
}

/** A rule as the registry lists it. */
export interface CheckRecord<C extends string = string>
  extends Traits,
    Words<(particulars: Particulars, say: Say) => string> {
  readonly code: C
  readonly check: Check | null
  readonly checkInvoice: InvoiceCheck | null
}

type DefinedCheck<C extends string, F extends Figures, D extends object> = CheckRecord<C> & {
  readonly findingOf: (observation: Observation<F, D>) => Finding
}

/**
 * Makes a rule from its parts. Its sentences get the figures and data of its own observations. Stored data is validated
 * before it is passed to them (src/words/sentences.ts).
 */
export const defineCheck = <const C extends string, F extends Figures, D extends object>(
  definition: Definition<C, F, D>,
): DefinedCheck<C, F, D> => {
  const { code, check, checkInvoice, message, ...rest } = definition
  const findingOf = ({ subject, severity, figures, amount, data }: Observation<F, D>): Finding => ({
    code,
    severity: severity ?? definition.severity,
    subject: subjectText(subject),
    figures,
    amount: definition.amount === 'difference' ? sizeOfDifference(figures) : amount && size(amount),
    data,
    message: message.en({ figures, data }, inEnglish),
    causes: NO_CAUSES,
  })
  const findingsOf = (observations: readonly Observation<F, D>[]): readonly Finding[] =>
    listIn(observations).length === 0 ? NO_FINDINGS : observations.map(findingOf)
  const findingsOfInvoice = (observations: readonly Observation<F, D>[], invoice: InvoiceInPull): readonly Finding[] =>
    listIn(observations).length === 0 ? NO_FINDINGS : observations.map((one) => findingOf(withPaid(one, invoice)))
  return {
    ...rest,
    code,
    message: message as Both<(particulars: Particulars, say: Say) => string>,
    check: check === undefined ? null : (facts) => findingsOf(check(facts)),
    checkInvoice:
      checkInvoice === undefined
        ? null
        : (invoice, context) => findingsOfInvoice(checkInvoice(invoice, context), invoice),
    findingOf,
  }
}

/** A check of a JavaScript program may return nothing, or a promise, whose error must not end the process. */
const listIn = <T>(observations: readonly T[]): readonly T[] => {
  if (Array.isArray(observations)) return observations
  void Promise.resolve(observations).catch(() => undefined)
  throw usageError(
    { en: 'what it returns is not a list of observations', es: 'lo que devuelve no es una lista de observaciones' },
    { en: 'return a list, not a promise', es: 'devuelva una lista, no una promesa' },
  )
}

const withPaid = <F extends Figures, D extends object>(
  observation: Observation<F, D>,
  invoice: InvoiceInPull,
): Observation<F, D> => ({ ...observation, amount: observation.amount ?? lastPaidOf(invoice) })

/** For a sum that appeared or disappeared, the sum itself. */
const sizeOfDifference = (figures: Figures): Centavos | null => {
  if (figures.unit !== 'COP') return null
  const { reported, expected } = figures
  const difference = differenceOf(figures)
  const sum = typeof difference === 'bigint' ? difference : (reported ?? expected)
  return sum && size(sum)
}

const NO_FINDINGS: readonly Finding[] = []

/** No finding. Shared, since a dozen rules run for each of a million invoices. */
export const NOTHING: readonly never[] = []

/** For sentences that need only the figures. */
export const NO_DATA = {} as const

export const observed = <F extends Figures, D extends object>(
  subject: Subject,
  figures: F,
  data: D,
  severity: Severity | null = null,
  amount: Centavos | null = null,
): readonly Observation<F, D>[] => [{ subject, figures, data, severity, amount }]
