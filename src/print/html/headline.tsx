import type { FirstSentence } from '../../words/first-sentence.ts'

/** A sign for each tone, legible without colour. */
export const TONE_SIGNS: Readonly<Record<FirstSentence['tone'], string>> = {
  good: '✓',
  neutral: '◔',
  warning: '!',
  bad: '≠',
}

/** The first sentence of a page, with a sign that is legible without colour, and below it what nobody asked for. */
export const Headline = ({ sentence: { tone, text, note } }: { readonly sentence: FirstSentence }) => (
  <>
    <p class={`headline ${tone}`}>
      <span aria-hidden="true">{TONE_SIGNS[tone]}</span> <b>{text}</b>
    </p>
    {note === undefined ? null : <p class="hint">{note}</p>}
  </>
)
