import type { Child } from 'hono/jsx'
import type { Centavos } from '../../src/domain/money.ts'
import type { Language } from '../../src/i18n/language.ts'
import { digitsOf } from '../../src/i18n/money.ts'
import type { StatementWords } from '../../src/i18n/statement-words.ts'

/** Of the three who sign. */
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

/** Names the digest of the manifest. */
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

/** Heads of texts, then those of numbers, which stand at the right. */
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

/** Lines of the account under a heading of their own. */
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
  /** What it is, where its head is out of sight. */
  readonly label?: string
}

/** Empty where there is no such sum. */
export const SumCell = ({ sum, language, label }: SumCellProps) => (
  <td class="n" data-label={label}>
    {sum === null ? '' : digitsOf(sum, language)}
  </td>
)
