import { type Centavos, negate, ZERO } from '../../../src/core/money.ts'
import { BALANCE_KINDS } from '../../../src/rules/account/account-item.ts'
import { clockIn, dayIn } from '../../../src/words/dates.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, moneyIn } from '../../../src/words/money.ts'
import { Fold } from '../fold.tsx'
import type { AccountOfMonth } from '../index-months.ts'

interface AccountProps {
  readonly account: AccountOfMonth
  /** The statement of the month, which lists the settlements of the closing; null where there is none. */
  readonly statement: string | null
  /** The time of the newest content, in the policy's zone; null when nothing was read whole. */
  readonly asOf: string | null
  readonly language: Language
}

/**
 * The account with the operator over a month, as on its page: opening + due − paid out − accepted = closing, and the
 * parts of the closing.
 */
export const Account = ({ account, statement, asOf, language }: AccountProps) => {
  const words = indexWords(language)
  const { closingParts, beside } = account
  const lines = linesOf(account, language)
  const list = statement === null || account.closing === ZERO ? undefined : `${statement}#behind`
  const parts = BALANCE_KINDS.filter((kind) => closingParts[kind].number > 0)
  return (
    <div>
      <table class="balance">
        <caption>{captionOf(account, asOf, language)} (COP)</caption>
        <tbody>
          {lines
            .filter(({ sum, isTotal = false }) => isTotal || sum !== ZERO)
            .map(({ name, sum, isTotal }) => (
              <Line
                name={name}
                sum={sum}
                language={language}
                isTotal={isTotal}
                page={name === words.lines.closing ? list : undefined}
              />
            ))}
        </tbody>
      </table>
      <Zeros lines={lines} language={language} />
      {parts.length === 0 ? null : (
        <table class="balance">
          <caption>{words.closing}</caption>
          <tbody>
            {parts.map((kind) => (
              <Line
                name={`${words.closingParts[kind]} (${closingParts[kind].number})`}
                sum={kind === 'overpaid' ? negate(closingParts[kind].sum) : closingParts[kind].sum}
                language={language}
                page={list}
              />
            ))}
          </tbody>
        </table>
      )}
      <Beside beside={beside} language={language} />
    </div>
  )
}

type LineOfAccount = Pick<LineProps, 'name' | 'sum' | 'isTotal'>

/** Every line of the account over its months, also those of 0; a sum that is not known has none. */
const linesOf = (
  { opening, due, restated, paidOut, accepted, recovered, closing }: AccountOfMonth,
  language: Language,
): readonly LineOfAccount[] => {
  const { lines } = indexWords(language)
  const { taken, brought } = due.adjustmentsNotExplained
  return [
    { name: lines.opening, sum: opening, isTotal: true },
    { name: lines.collected, sum: due.collected },
    { name: lines.feesDeducted, sum: negate(due.feesDeducted) },
    { name: lines.adjustmentsExplained, sum: due.adjustmentsExplained },
    { name: lines.adjustmentsTaken, sum: negate(taken.sum) },
    { name: lines.adjustmentsBrought, sum: brought.sum },
    { name: lines.adjustmentsOfFailed, sum: due.adjustmentsOfFailed },
    ...(due.keptByGateway === null ? [] : [{ name: lines.keptByGateway, sum: negate(due.keptByGateway) }]),
    ...(restated === null ? [] : [{ name: lines.restated, sum: restated.due }]),
    { name: lines.due, sum: due.sum, isTotal: true },
    { name: lines.paidOut, sum: negate(paidOut.sum) },
    { name: lines.accepted, sum: negate(accepted.sum) },
    { name: lines.recovered, sum: negate(recovered.sum) },
    { name: lines.closing, sum: closing, isTotal: true },
  ]
}

/** The lines of 0, named and folded. */
const Zeros = ({ lines, language }: { readonly lines: readonly LineOfAccount[]; readonly language: Language }) => {
  const names = lines.filter(({ sum, isTotal = false }) => !isTotal && sum === ZERO).map(({ name }) => name)
  return names.length === 0 ? null : (
    <Fold name={indexWords(language).zeros(names.length)}>
      <p class="hint">{names.join('; ')}.</p>
    </Fold>
  )
}

/** The account is as of the last day of its month, or as of the newest content while the month lasts. */
const captionOf = ({ to }: AccountOfMonth, asOf: string | null, language: Language): string => {
  const words = indexWords(language)
  if (asOf === null) return words.account
  return asOf.slice(0, to.length) <= to
    ? words.accountAsOf(clockIn(asOf, language))
    : words.accountAtEndOf(dayIn(to, language))
}

interface LineProps {
  readonly name: string
  readonly sum: Centavos
  readonly language: Language
  readonly isTotal?: boolean | undefined
  readonly page?: string | undefined
}

const Line = ({ name, sum, language, isTotal = false, page }: LineProps) => (
  <tr class={isTotal ? 'total' : ''}>
    <th scope="row">{page === undefined ? name : <a href={page}>{name}</a>}</th>
    <td class="n">{digitsOf(sum, language)}</td>
  </tr>
)

/** Sums that are in no line of the account. */
const Beside = ({ beside, language }: { beside: AccountOfMonth['beside']; language: Language }) => {
  const words = indexWords(language)
  const { notCompared, notRead, noSettlement, feesNotDeducted, fees } = beside
  const sum = (money: Centavos): string => moneyIn(money, language)
  return (
    <>
      {notCompared.number === 0 ? null : (
        <p class="note">{words.besideNotCompared(notCompared.number, sum(notCompared.sum))}</p>
      )}
      {notRead.number === 0 ? null : (
        <p class="note">{words.besideNotRead(notRead.number, notRead.sum === ZERO ? null : sum(notRead.sum))}</p>
      )}
      {noSettlement.number === 0 ? null : (
        <p class="note">{words.besideNoSettlement(noSettlement.number, sum(noSettlement.sum))}</p>
      )}
      {feesNotDeducted === ZERO ? null : <p class="note">{words.besideFees(sum(feesNotDeducted))}</p>}
      {fees === null || fees.tooMuch.number === 0 ? null : (
        <p class="note">{words.besideFeesTooMuch(fees.tooMuch.number, sum(fees.tooMuch.sum))}</p>
      )}
      {fees === null || fees.tooLittle.number === 0 ? null : (
        <p class="note">{words.besideFeesTooLittle(fees.tooLittle.number, sum(fees.tooLittle.sum))}</p>
      )}
    </>
  )
}
