import type { Child } from 'hono/jsx'
import type { NamedMerchant } from '../../src/input/for-merchant.ts'
import type { Language } from '../../src/words/language.ts'
import { wordsIn } from '../../src/words/words.ts'

interface FoldProps {
  readonly name: string
  readonly children: Child
}

/** What few readers need: folded on a screen, not printed, and whole in a pack. */
export const Fold = ({ name, children }: FoldProps) => (
  <details class="fold">
    <summary>{name}</summary>
    {children}
  </details>
)

/** The merchant's name, where the settings list several. */
export const amongOthers = ({ merchant, merchants }: NamedMerchant): readonly string[] =>
  merchants.length < 2 ? [] : [merchant]

export const MerchantName = ({ of, language }: { readonly of: NamedMerchant; readonly language: Language }) => (
  <>
    {amongOthers(of).map((name) => (
      <>
        {wordsIn(language).merchant}: <b>{name}</b>
        <br />
      </>
    ))}
  </>
)
