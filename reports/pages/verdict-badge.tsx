import type { Words } from '../../src/words/words.ts'
import type { Result } from './result.ts'

/** A sign for each result, legible without colour. */
export const VERDICT_SIGNS: Readonly<Record<Result, string>> = {
  reconciled: '✓',
  accepted: '✎',
  claimed: '✎',
  'as-it-is': '✎',
  empty: '–',
  provisional: '◔',
  exceptions: '!',
  discrepant: '≠',
  failed: '✕',
  incomplete: '!',
  'not-pulled': '?',
  'not-due': '·',
  late: '◷',
  'not-compared': '≟',
}

/** The verdict as sign, colour and word. */
export const VerdictBadge = ({ verdict, words }: { verdict: Result; words: Words }) => (
  <span class={`badge v-${verdict}`}>
    <i aria-hidden="true">{VERDICT_SIGNS[verdict]}</i>
    {{ ...words.verdicts, ...words.results }[verdict]}
  </span>
)
