import { createHash } from 'node:crypto'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import type { CaseGroup } from '../rules/assessment/case.ts'
import type { DeskWord } from './words.ts'

/** What is filled into a form, by name. */
export interface Filled {
  readonly text: (name: string) => string
  readonly all: (name: string) => readonly string[]
}

/** An act of a form: the command that does the same, which it calls. */
export interface ActOfForm {
  /**
   * What the page showed: when it is no longer so, the act is refused. Cases are named with the digest of their figures (`caseValue`);
   * that of the document of a question, by its words, is in the field `seen`.
   */
  readonly shown: 'cases' | ((filled: Filled) => readonly string[])
  readonly words: (filled: Filled, fileNamed: (name: 'letter' | 'pack') => string) => readonly string[]
  /** What must be ticked: by the word of the page, and the field. */
  readonly needs?: readonly Need[]
}

type Need = readonly [word: DeskWord, field: string]

/** The words of what is not ticked. */
export const missingIn = ({ needs = [] }: ActOfForm, { all }: Filled): readonly DeskWord[] =>
  needs.flatMap(([word, field]) => (all(field).some(Boolean) ? [] : word))

const CASES: Need = ['chosen', 'case']

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

const DECISION = /^(accept|claim|reopen|note)$/

/** A flag with what was filled in; none for an empty field. */
const flag = (name: string, value: string): readonly string[] => (value === '' ? [] : [`--${name}=${value}`])

const reasonOf = ({ text }: Filled): readonly string[] => flag('reason', text('reason'))

/** What paid a claim: a settlement, or an entry of the bank. */
const paidBy = (filled: Filled): readonly string[] => [
  ...flag('by', filled.text('settlement')),
  ...flag('by-entry', filled.text('entry')),
  ...reasonOf(filled),
]

const decisionWords = ({ text, all }: Filled): readonly string[] => {
  const kind = matching(DECISION, text('kind'))
  const ids = all('case').map(idOf)
  const reason = text('reason')
  if (kind === 'note') return ['discrepancies', 'note', ...ids, `--text=${reason}`]
  const until = kind === 'reopen' ? [] : flag('until', text('until'))
  const ticket = kind === 'claim' ? flag('ticket', text('ticket')) : []
  return ['discrepancies', kind, ...ids, ...flag('reason', reason), ...until, ...ticket]
}

const CLAIMS = (): readonly string[] => ['claims', 'list']
const MONTH = ({ text }: Filled): readonly string[] => ['month', monthIn(text('month'))]

/** Reads what is due, or one settlement. */
const runWords = ({ text }: Filled): readonly string[] =>
  text('date') === ''
    ? ['run']
    : ['run', `--date=${dayIn(text('date'))}`, `--cycle=${matching(/^[\w:-]{1,16}$/, text('cycle'))}`]

/** Makes the pack of a closed month, or the files of its journal, account or fees. */
const makeWords: ActOfForm['words'] = ({ text }, fileNamed) => {
  const kind = matching(/^(pack|journal|statement|fees)$/, text('kind'))
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

/** What ties, unties and voids; the fields of both sides have the names of the command's flags. */
const tieActs = (
  kind: 'bank' | 'receivables',
  path: string,
  left: { readonly need: Need; readonly idIn: (text: string) => string },
  right: Need,
): Readonly<Record<string, ActOfForm>> => {
  const [[, name], [, other]] = [left.need, right]
  const shown = ({ text }: Filled) => [kind, 'list', ...flag('month', monthIn(text('month')))]
  return {
    [`${path}tie`]: {
      shown,
      needs: [left.need, right],
      words: (filled) => [
        ...[kind, 'tie', ...filled.all(name).map(left.idIn)],
        ...filled.all(other).flatMap((id) => flag(other, id)),
        ...reasonOf(filled),
      ],
    },
    [`${path}untie`]: {
      shown,
      words: (filled) => [kind, 'untie', numberIn(filled.text('tie')), ...reasonOf(filled)],
    },
    [`${path}void`]: {
      shown: () => [kind, 'files'],
      words: (filled) => [kind, 'void', numberIn(filled.text('file')), ...reasonOf(filled)],
    },
  }
}

/** By the path of the form below the root of the session. */
export const ACTS: Readonly<Record<string, ActOfForm>> = {
  'act/decide': { shown: 'cases', needs: [CASES], words: decisionWords },
  'act/settle': {
    shown: 'cases',
    needs: [CASES],
    words: (filled) => ['discrepancies', 'settle', ...filled.all('case').map(idOf), ...paidBy(filled)],
  },
  ...tieActs('bank', 'act/', { need: ['payouts', 'payout'], idIn: slotIn }, ['credits', 'entry']),
  ...tieActs('receivables', 'act/rent-', { need: ['dues', 'due'], idIn: keyIn }, ['rents', 'payment']),
  // Without cases the command would claim all that is owed.
  'act/claim-letter': {
    shown: 'cases',
    needs: [CASES],
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
    words: (filled) => ['claims', 'settle', numberIn(filled.text('letter')), ...paidBy(filled)],
  },
  'act/close': {
    shown: MONTH,
    words: (filled) => [
      ...['close', ...flag('through', filled.text('through')), ...reasonOf(filled)],
      ...(filled.text('force') === '' ? [] : ['--force']),
    ],
  },
  'act/undo': { shown: MONTH, words: (filled) => ['close', '--undo', ...reasonOf(filled)] },
}

/** The paths of the forms that take a file. */
export const IMPORT = 'act/preview'
/** A previewed file is imported by its token; its bytes are not sent twice. */
export const IMPORT_PREVIEWED = 'act/import'
