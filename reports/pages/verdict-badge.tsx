import type { Language } from '../../src/words/language.ts'
import { wordsIn } from '../../src/words/words.ts'
import type { BadgeOf, Result } from './result.ts'

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

interface BadgeProps {
  readonly of: BadgeOf
  readonly language: Language
}

/** The result as sign, colour and words: those of the trouble, where there is one. */
export const Badge = ({ of: { result, trouble }, language }: BadgeProps) => {
  const { verdicts, results } = wordsIn(language)
  return (
    <span class={`badge v-${result}`}>
      <i aria-hidden="true">{VERDICT_SIGNS[result]}</i>
      {trouble === null ? { ...verdicts, ...results }[result] : trouble[language]}
    </span>
  )
}

/** The badge of a result alone. */
export const VerdictBadge = ({ verdict, language }: { readonly verdict: Result; readonly language: Language }) => (
  <Badge of={{ result: verdict, trouble: null }} language={language} />
)
