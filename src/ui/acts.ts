import { createHash } from 'node:crypto'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import type { CaseGroup } from '../rules/assessment/case.ts'

/** What is filled into a form, by name. */
export interface Filled {
  readonly text: (name: string) => string
  readonly all: (name: string) => readonly string[]
}

/** What a page showed of what an act is about: when it is no longer so, the act is refused. */
export type SeenBefore =
  /** The figures of cases: each is named with their digest (`caseValue`). */
  | { readonly kind: 'cases' }
  /** The answer of a question, by its words: the digest of its document is in the field `seen`. */
  | { readonly kind: 'answer'; readonly words: (filled: Filled) => readonly string[] }

/** An act of a form: the command that does the same, which it calls. */
export interface ActOfForm {
  readonly shown: SeenBefore
  readonly words: (filled: Filled, fileNamed: (name: 'letter' | 'pack') => string) => readonly string[]
}

/** The value of a case in a form: its id and the digest of what is shown of it. */
export const caseValue = (one: CaseGroup<Discrepancy>): string => `${one.first.case}.${digestOfCase(one)}`

/** Digits of a digest that a form carries. */
const DIGEST_DIGITS = 16

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS)

const digestOfCase = ({ first, others }: CaseGroup<Discrepancy>): string =>
  digestOf(
    [first, ...others]
      .map(({ id, state, amount, figures, recovered = null }) =>
        [id, state, amount, figures.reported, figures.expected, recovered].join(' '),
      )
      .toSorted()
      .join('\n'),
  )

/* An operand that began with a dash would be a flag: each has a form of its own, and what has another becomes a word that no command knows. */
const matching = (pattern: RegExp, text: string): string => (pattern.test(text) ? text : '?')

export const idIn = (text: string): string => matching(/^[0-9a-f]{4,64}$/, text)
export const monthIn = (text: string): string => (text === '' ? '' : matching(/^\d{4}-\d\d$/, text))
const slotIn = (text: string): string => matching(/^\d{4}-\d\d-\d\d\/[\w:-]{1,16}$/, text)
const keyIn = (text: string): string => matching(/^[^-].{0,199}$/, text)
const dayIn = (text: string): string => matching(/^\d{4}-\d\d-\d\d$/, text)
const numberIn = (text: string): string => matching(/^\d{1,12}$/, text)

export const idOf = (value: string): string => idIn(value.split('.')[0] ?? '')

const DECISIONS = ['accept', 'claim', 'reopen', 'note'] as const

/** A flag with what was filled in; none for an empty field. */
const flag = (name: string, value: string): readonly string[] => (value === '' ? [] : [`--${name}=${value}`])

const decisionWords = ({ text, all }: Filled): readonly string[] => {
  const kind = DECISIONS.find((one) => one === text('kind')) ?? 'note'
  const ids = all('case').map(idOf)
  const reason = text('reason')
  if (kind === 'note') return ['discrepancies', 'note', ...ids, `--text=${reason}`]
  const until = kind === 'reopen' ? [] : flag('until', text('until'))
  const ticket = kind === 'claim' ? flag('ticket', text('ticket')) : []
  return ['discrepancies', kind, ...ids, ...flag('reason', reason), ...until, ...ticket]
}

const BANK: SeenBefore = { kind: 'answer', words: () => ['bank', 'list'] }
const FILES: SeenBefore = { kind: 'answer', words: () => ['bank', 'files'] }
const CLAIMS: SeenBefore = { kind: 'answer', words: () => ['claims', 'list'] }
const MONTH: SeenBefore = { kind: 'answer', words: ({ text }) => ['month', monthIn(text('month'))] }

/** Reads what is due, or one settlement. */
const runWords = ({ text }: Filled): readonly string[] =>
  text('date') === ''
    ? ['run']
    : ['run', `--date=${dayIn(text('date'))}`, `--cycle=${matching(/^[\w:-]{1,16}$/, text('cycle'))}`]

/** Makes the pack of a closed month, or the files of its journal, account or fees. */
const makeWords: ActOfForm['words'] = ({ text }, fileNamed) => {
  const kind = (['pack', 'journal', 'statement', 'fees'] as const).find((one) => one === text('kind')) ?? 'statement'
  return [kind, `--month=${monthIn(text('month'))}`, ...(kind === 'pack' ? [`--out=${fileNamed('pack')}`] : [])]
}

/** What takes long, or asks the service: each in a process of its own. */
export const LONG: Readonly<Record<string, ActOfForm['words']>> = {
  'act/run': runWords,
  'act/make': makeWords,
  'act/doctor': () => ['doctor'],
}

/** Shows a text for the operator about the chosen cases; nothing is written. */
export const LETTER = 'act/letter'

const RENTS: SeenBefore = {
  kind: 'answer',
  words: ({ text }) => ['receivables', 'list', ...flag('month', monthIn(text('month')))],
}

/** By the path of the form below the root of the session. */
export const ACTS: Readonly<Record<string, ActOfForm>> = {
  'act/decide': { shown: { kind: 'cases' }, words: decisionWords },
  'act/settle': {
    shown: { kind: 'cases' },
    words: ({ text, all }) => [
      ...['discrepancies', 'settle', ...all('case').map(idOf)],
      ...flag('by', text('settlement')),
      ...flag('by-entry', text('entry')),
      ...flag('reason', text('reason')),
    ],
  },
  'act/tie': {
    shown: BANK,
    words: ({ text, all }) => [
      ...['bank', 'tie', ...all('payout').map(slotIn)],
      ...all('entry').flatMap((id) => flag('entry', id)),
      ...flag('reason', text('reason')),
    ],
  },
  'act/untie': {
    shown: BANK,
    words: ({ text }) => ['bank', 'untie', numberIn(text('tie')), ...flag('reason', text('reason'))],
  },
  'act/void': {
    shown: FILES,
    words: ({ text }) => ['bank', 'void', numberIn(text('file')), ...flag('reason', text('reason'))],
  },
  'act/rent-tie': {
    shown: RENTS,
    words: ({ text, all }) => [
      ...['receivables', 'tie', ...all('due').map(keyIn)],
      ...all('payment').flatMap((id) => flag('payment', id)),
      ...flag('reason', text('reason')),
    ],
  },
  'act/rent-untie': {
    shown: RENTS,
    words: ({ text }) => ['receivables', 'untie', numberIn(text('tie')), ...flag('reason', text('reason'))],
  },
  'act/rent-void': {
    shown: { kind: 'answer', words: () => ['receivables', 'files'] },
    words: ({ text }) => ['receivables', 'void', numberIn(text('file')), ...flag('reason', text('reason'))],
  },
  'act/claim-letter': {
    shown: { kind: 'cases' },
    words: ({ all }, fileNamed) => ['claims', 'letter', ...all('case').map(idOf), `--out=${fileNamed('letter')}`],
  },
  'act/claim-all': {
    shown: CLAIMS,
    words: ({ text }, fileNamed) => [
      ...['claims', 'letter', `--out=${fileNamed('letter')}`],
      ...flag('again', text('letter') === '' ? '' : numberIn(text('letter'))),
    ],
  },
  'act/ticket': {
    shown: CLAIMS,
    words: ({ text }) => [
      ...['claims', 'ticket', numberIn(text('letter')), matching(/^[^-\s].{0,79}$/, text('ticket'))],
      ...flag('until', text('until')),
    ],
  },
  'act/claim-settle': {
    shown: CLAIMS,
    words: ({ text }) => [
      ...['claims', 'settle', numberIn(text('letter'))],
      ...flag('by', text('settlement')),
      ...flag('by-entry', text('entry')),
      ...flag('reason', text('reason')),
    ],
  },
  'act/close': {
    shown: MONTH,
    words: ({ text }) => [
      'close',
      ...flag('through', text('through')),
      ...flag('reason', text('reason')),
      ...(text('force') === '' ? [] : ['--force']),
    ],
  },
  'act/undo': { shown: MONTH, words: ({ text }) => ['close', '--undo', ...flag('reason', text('reason'))] },
}

/** The paths of the forms that take a file. */
export const IMPORT = 'act/preview'
/** A previewed file is imported by its token; its bytes are not sent twice. */
export const IMPORT_PREVIEWED = 'act/import'
