import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Words } from '../../src/i18n/words.ts'

/** A sign for each verdict, legible without colour. */
export const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = {
  reconciled: '✓',
  accepted: '✎',
  empty: '–',
  provisional: '◔',
  exceptions: '!',
  discrepant: '≠',
  failed: '✕',
  incomplete: '!',
  'not-pulled': '?',
  'not-due': '·',
}

/** Sign, colour and word. */
export const VerdictBadge = ({ verdict, words }: { verdict: Verdict; words: Words }) => (
  <span class={`badge v-${verdict}`}>
    <i aria-hidden="true">{VERDICT_SIGNS[verdict]}</i>
    {words.verdicts[verdict]}
  </span>
)
