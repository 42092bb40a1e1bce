import { scaleLinear } from 'd3-scale'
import { sameSlot } from '../../../src/core/slot.ts'
import { NumberCell, NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { visibleText } from '../../../src/print/html/visible-text.ts'
import { capitalize } from '../../../src/std/capitalize.ts'
import { cycleIn, slotIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, numberIn } from '../../../src/words/money.ts'
import { titleOf } from '../../../src/words/sentences.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { DayFacts } from '../day-facts.ts'
import { Fold } from '../fold.tsx'
import type { InvoiceGroup } from '../invoice-groups.ts'
import type { InvoiceToReview } from '../invoices-to-review.ts'

/** The invoices that a discrepancy or a cause names. */
export const InvoicesToReview = ({ facts }: { facts: DayFacts }) => {
  const { invoices, moreInvoices, language } = facts
  const words = dayWords(language)
  if (invoices.length === 0) return null
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">{words.invoices}</h2>
      <p class="hint">{words.invoicesHint}</p>
      <table class="invoices stack">
        <thead>
          <tr>
            <th scope="col">{wordsIn(language).cycle}</th>
            <th scope="col">{words.reference}</th>
            <th scope="col">{words.contract}</th>
            <th scope="col">{words.customer}</th>
            <th scope="col">{words.status}</th>
            <NumberHeads of={[words.asked, words.paid]} />
            <th scope="col">{words.why}</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <Line invoice={invoice} facts={facts} />
          ))}
        </tbody>
      </table>
      {moreInvoices === 0 ? null : <p class="hint">{words.andMore(numberIn(moreInvoices, language))}</p>}
    </section>
  )
}

const Line = ({ invoice, facts: { date, slots, language } }: { invoice: InvoiceToReview; facts: DayFacts }) => {
  const [words, { statuses }] = [dayWords(language), wordsIn(language)]
  const { slot, id, reference, contract, customer, status, amount, paid, why } = invoice
  const isOfDay = slots.some((one) => sameSlot(one.slot, slot))
  return (
    <tr>
      <th scope="row">{isOfDay ? cycleIn(slot.cycle) : slotIn(slot, language, date)}</th>
      <td class="break">
        {visibleText(reference ?? '', 60)}
        <br />
        <code class="nil">{visibleText(id, 40)}</code>
      </td>
      <td class="break" data-label={words.contract}>
        {visibleText(contract ?? '', 40)}
      </td>
      <td class="break" data-label={words.customer}>
        {visibleText(customer ?? '', 60)}
      </td>
      <td data-label={words.status}>{statuses[status] ?? visibleText(status, 30)}</td>
      <NumberCell label={words.asked} text={digitsOf(amount, language)} />
      <td class={paid !== null && paid !== amount ? 'n off' : 'n'} data-label={words.paid}>
        {paid === null ? '' : digitsOf(paid, language)}
      </td>
      <td>
        {why.map((code) => (
          <div>
            {nameOfReason(code, language)} <code>{code}</code>
          </div>
        ))}
      </td>
    </tr>
  )
}

/** What the check or the cause says in words; empty for a check of somebody else's without a record. */
const nameOfReason = (code: string, language: Language): string => {
  const title = titleOf(code, language)
  return title === code ? '' : capitalize(title)
}

/** The listed invoices by payment method and by status: totals only. */
export const InvoiceTotals = ({ facts: { byMethod, byStatus, language } }: { facts: DayFacts }) => {
  const [words, { methods, statuses }] = [dayWords(language), wordsIn(language)]
  if (byMethod.length + byStatus.length === 0) return null
  return (
    <Fold name={words.listed}>
      <div class="halves">
        <Groups
          groups={byMethod}
          language={language}
          title={words.byMethod}
          hint={words.byMethodHint}
          names={methods}
        />
        <Groups
          groups={byStatus}
          language={language}
          title={words.byStatus}
          hint={words.byStatusHint}
          names={statuses}
        />
      </div>
    </Fold>
  )
}

interface GroupsProps {
  readonly groups: readonly InvoiceGroup[]
  readonly language: Language
  readonly title: string
  readonly hint: string
  readonly names: Readonly<Record<string, string>>
}

const Groups = ({ groups, language, title, hint, names }: GroupsProps) => {
  const words = dayWords(language)
  const most = Math.max(1, ...groups.map(({ paid }) => Number(paid)))
  const width = scaleLinear().domain([0, most]).range([0, 100]).clamp(true)
  const nameOf = ({ name, together }: InvoiceGroup): string =>
    name === null ? words.others(together) : (names[name] ?? visibleText(name, 40))
  return (
    <div>
      <h3>{title}</h3>
      <p class="hint">{groups.length === 0 ? wordsIn(language).none : hint}</p>
      {groups.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{title === words.byMethod ? words.method : words.status}</th>
              <NumberHeads of={[words.number, words.paid]} />
              <td class="far share" />
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr>
                <th scope="row" class="name">
                  {nameOf(group)}
                </th>
                <td class="n">{numberIn(group.invoices, language)}</td>
                <td class="n">{digitsOf(group.paid, language)}</td>
                <td class="far share">
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                    <rect
                      class="b-level"
                      x="0"
                      y="0"
                      width={Math.round(width(Number(group.paid)) * 10) / 10}
                      height="10"
                    />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
