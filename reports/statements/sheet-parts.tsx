import type { Child } from 'hono/jsx'
import type { Centavos } from '../../src/core/money.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf } from '../../src/words/money.ts'
import type { StatementWords } from '../../src/words/statement-words.ts'

/** Lines for three signatures. */
export const Signatures = ({ words }: { readonly words: StatementWords }) => (
  <div class="sign">
    {[words.prepared, words.reviewed, words.approved].map((role) => (
      <div>
        <b>{role}</b>
        <small>{words.signature}</small>
      </div>
    ))}
  </div>
)

/** The digest of the manifest. */
export const Digest = ({ words, manifest }: { readonly words: StatementWords; readonly manifest: string }) => (
  <footer>
    <span>
      {words.digest}: <code class="break">{manifest}</code>
    </span>
  </footer>
)

interface HeadRowProps {
  readonly texts: readonly string[]
  readonly numbers: readonly string[]
}

/** Left-aligned headings of texts, then right-aligned ones of numbers. */
export const HeadRow = ({ texts, numbers }: HeadRowProps) => (
  <thead>
    <tr>
      {texts.map((head) => (
        <th scope="col">{head}</th>
      ))}
      {numbers.map((head) => (
        <th scope="col" class="n">
          {head}
        </th>
      ))}
    </tr>
  </thead>
)

interface SheetPartProps {
  readonly title: string
  readonly columns: number
  readonly children: Child
}

/** Lines of the account under their heading. */
export const SheetPart = ({ title, columns, children }: SheetPartProps) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colspan={columns}>
        {title}
      </th>
    </tr>
    {children}
  </tbody>
)

interface SumCellProps {
  readonly sum: Centavos | null
  readonly language: Language
  /** Names the sum when its column heading is out of sight. */
  readonly label?: string
}

/** Empty when there is no such sum. */
export const SumCell = ({ sum, language, label }: SumCellProps) => (
  <td class="n" data-label={label}>
    {sum === null ? '' : digitsOf(sum, language)}
  </td>
)
