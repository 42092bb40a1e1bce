import type { Child } from 'hono/jsx'
import type { BankListDocument } from '../../reports/documents/bank/bank-list-report.ts'
import type { Instant } from '../core/calendar/calendar.ts'
import { fromCentavos } from '../core/money.ts'
import type { Slot, SlotDate } from '../core/slot.ts'
import { visibleText } from '../print/html/visible-text.ts'
import { inTable, timeIn } from '../print/in-table.ts'
import { dayIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { Choice, Field, type FormOf, Hidden, Reasoned } from './fields.tsx'
import { DESK_FOLDER } from './tools.ts'
import { type DeskWord, deskWords } from './words.ts'

export interface PastMoment {
  readonly number: number
  readonly at: Instant
}

/** A slider over the readings of a settlement; where it stands is what the page shows. */
export const pastForm = ({
  slot: { date, cycle },
  moments,
  step,
  language,
  root,
  zone,
}: FormOf & { readonly slot: Slot; readonly moments: readonly PastMoment[]; readonly step: number }): Child =>
  moments.length < 2 ? null : (
    <section>
      <form class="acts" method="get" action={`${root}settlement`}>
        <input type="hidden" name="date" value={date} />
        <input type="hidden" name="cycle" value={cycle} />
        <label class="wide">
          {deskWords('asOf', language)} {timeIn(moments[step]?.at ?? 0, zone, language)} ({step + 1} / {moments.length})
          <input type="range" name="step" min={0} max={moments.length - 1} value={step} />
        </label>
        <button type="submit">{deskWords('filter', language)}</button>
      </form>
    </section>
  )

/** What the page of the bank shows, as documents, with the digests of what its forms are about. */
export interface BankForms extends Pick<FormOf, 'language' | 'root'> {
  readonly list: Pick<BankListDocument, 'open' | 'unknownCredits' | 'ties'>
  readonly files: Files
  readonly token: () => string
  readonly seen: string
  readonly seenFiles: string
}

export const bankForms = (of: BankForms): Child => (
  <>
    <TieForm of={of} />
    <UntieForm of={of} />
    <VoidForm of={of} path="act/void" back="bank" />
    <UploadForm of={{ ...of, kind: 'bank' }} />
  </>
)

interface OfBank {
  readonly of: BankForms
}

const TieForm = ({ of: { list, language, root, token, seen } }: OfBank) => {
  const say = (word: DeskWord): string => deskWords(word, language)
  if (list.open.length === 0 || list.unknownCredits.length === 0) return null
  return (
    <section>
      <h2>{say('tie')}</h2>
      <form method="post" action={`${root}act/tie`}>
        <Hidden token={token()} back="bank" seen={seen} />
        <div class="halves">
          <Choices
            title={say('payouts')}
            name="payout"
            of={list.open.map(({ date, cycle, payout }) => [
              `${date}/${cycle}`,
              `${dayIn(date, language)} ${cycle}`,
              payout,
            ])}
            language={language}
          />
          <Choices
            title={say('credits')}
            name="entry"
            of={list.unknownCredits.map(({ id, on, value }) => [id, `${dayIn(on, language)} ${id.slice(0, 8)}`, value])}
            language={language}
          />
        </div>
        <Reasoned label={say('reason')} act={say('tie')} />
      </form>
    </section>
  )
}

const UntieForm = ({ of: { list, language, root, token, seen } }: OfBank) => {
  const inForce = list.ties.filter(({ undone, by }) => undone === null && by !== 'cuadre')
  if (inForce.length === 0) return null
  return (
    <section>
      <h2>{deskWords('tied', language)}</h2>
      <form method="post" action={`${root}act/untie`}>
        <Hidden token={token()} back="bank" seen={seen} />
        <p class="acts">
          <Choice
            name="tie"
            label={deskWords('tied', language)}
            chosen=""
            of={inForce.map(({ number, settlements, reason }) => [
              String(number),
              visibleText(
                `${number}: ${settlements.map(({ date, cycle }) => `${date} ${cycle}`).join(', ')} (${reason})`,
              ),
            ])}
          />
        </p>
        <Reasoned label={deskWords('reason', language)} act={deskWords('untie', language)} />
      </form>
    </section>
  )
}

type Files = readonly { readonly number: number; readonly name: string; readonly voided: unknown }[]

interface VoidProps {
  readonly of: Pick<BankForms, 'files' | 'language' | 'root' | 'token' | 'seenFiles'>
  readonly path: string
  readonly back: string
}

const VoidForm = ({ of: { files, language, root, token, seenFiles }, path, back }: VoidProps) => {
  const kept = files.filter(({ voided }) => voided === null)
  if (kept.length === 0) return null
  return (
    <section>
      <h2>{deskWords('files', language)}</h2>
      <form method="post" action={`${root}${path}`}>
        <Hidden token={token()} back={back} seen={seenFiles} />
        <p class="acts">
          <Choice
            name="file"
            label={deskWords('files', language)}
            chosen=""
            of={kept.map(({ number, name }) => [String(number), visibleText(`${number}: ${name}`)])}
          />
        </p>
        <Reasoned label={deskWords('reason', language)} act={deskWords('void', language)} />
      </form>
    </section>
  )
}

/** Whose file is imported: a statement of the bank, or a list of what tenants owe. */
export type UploadKind = 'bank' | 'receivables'

interface UploadProps {
  readonly of: Pick<BankForms, 'language' | 'root' | 'token'> & { readonly kind: UploadKind }
}

export const UploadForm = ({ of: { language, root, token, kind } }: UploadProps) => {
  const title = deskWords(kind === 'bank' ? 'file' : 'rentFile', language)
  return (
    <section>
      <h2>{title}</h2>
      <form class="acts" method="post" action={`${root}act/preview`} enctype="multipart/form-data">
        <Hidden token={token()} back={kind} />
        <label class="wide">
          {title}
          <input type="file" name="file" required />
        </label>
        {kind === 'bank' ? <Field name="account" label={deskWords('account', language)} /> : null}
        {kind === 'bank' ? null : <Field name="month" label={deskWords('monthOf', language)} type="month" />}
        <button type="submit">{deskWords('preview', language)}</button>
      </form>
    </section>
  )
}

const Choices = ({
  title,
  name,
  of,
  language,
}: {
  readonly title: string
  readonly name: string
  /** Value, text, and pesos. */
  readonly of: readonly (readonly [string, string, number])[]
  readonly language: Language
}) => (
  <fieldset>
    <legend>{title}</legend>
    {of.map(([value, text, pesos]) => (
      <p>
        <label>
          <input type="checkbox" name={name} value={value} /> {visibleText(text)}{' '}
          <b>{inTable(fromCentavos(BigInt(Math.round(pesos * 100))), language)}</b>
        </label>
      </p>
    ))}
  </fieldset>
)

/** What the receivables of a month show, as their documents have it. */
export interface ReceivableForms
  extends Pick<BankForms, 'files' | 'language' | 'root' | 'token' | 'seen' | 'seenFiles'> {
  readonly month: string
  readonly list: {
    readonly dues: readonly { readonly due: string; readonly amount: number; readonly state: string }[]
    readonly withoutDue: readonly { readonly payment: string; readonly paidOn: string; readonly paid: number }[]
    readonly ties: readonly {
      readonly number: number
      readonly dues: readonly string[]
      readonly payments: readonly string[]
      readonly undone: unknown
    }[]
  }
}

export const receivableForms = (of: ReceivableForms): Child => (
  <>
    <RentTieForm of={of} />
    <RentUntieForm of={of} />
    <VoidForm of={of} path="act/rent-void" back="receivables" />
    <UploadForm of={{ ...of, kind: 'receivables' }} />
  </>
)

/** Forms list so many dues and payments: the command takes any. */
const DUES_MAX = 200

const RentTieForm = ({ of: { list, language, root, token, seen, month } }: { readonly of: ReceivableForms }) => {
  const say = (word: DeskWord): string => deskWords(word, language)
  const dues = list.dues.filter(({ state }) => state !== 'paid').slice(0, DUES_MAX)
  if (dues.length === 0 || list.withoutDue.length === 0) return null
  return (
    <section>
      <h2>{say('tie')}</h2>
      <form method="post" action={`${root}act/rent-tie`}>
        <Hidden token={token()} back="receivables" seen={seen} />
        <input type="hidden" name="month" value={month} />
        <div class="halves">
          <Choices
            title={say('dues')}
            name="due"
            of={dues.map(({ due, amount }) => [due, due, amount])}
            language={language}
          />
          <Choices
            title={say('rents')}
            name="payment"
            of={list.withoutDue
              .slice(0, DUES_MAX)
              .map(({ payment, paidOn, paid }) => [payment, `${dayIn(paidOn, language)} ${payment}`, paid])}
            language={language}
          />
        </div>
        <Reasoned label={say('reason')} act={say('tie')} />
      </form>
    </section>
  )
}

const RentUntieForm = ({ of: { list, language, root, token, seen, month } }: { readonly of: ReceivableForms }) => {
  const inForce = list.ties.filter(({ undone }) => undone === null)
  if (inForce.length === 0) return null
  return (
    <section>
      <h2>{deskWords('tied', language)}</h2>
      <form method="post" action={`${root}act/rent-untie`}>
        <Hidden token={token()} back="receivables" seen={seen} />
        <input type="hidden" name="month" value={month} />
        <p class="acts">
          <Choice
            name="tie"
            label={deskWords('tied', language)}
            chosen=""
            of={inForce.map(({ number, dues, payments }) => [
              String(number),
              visibleText(`${number}: ${dues.join(', ')} = ${payments.join(', ')}`, 200),
            ])}
          />
        </p>
        <Reasoned label={deskWords('reason', language)} act={deskWords('untie', language)} />
      </form>
    </section>
  )
}

/** Imports the file that was looked at. */
export const importForm = ({
  language,
  root,
  token,
}: Pick<FormOf, 'language' | 'root'> & { readonly token: string }): Child => (
  <section>
    <form class="acts" method="post" action={`${root}act/import`}>
      <Hidden token={token} back="bank" />
      <button type="submit">{deskWords('import', language)}</button>
    </form>
  </section>
)

/** What the list of a month shows, as its document has it. */
export interface MonthForms extends Pick<FormOf, 'language' | 'root'> {
  readonly month: {
    readonly from: string
    readonly to: string
  }
  /** The last day that is closed. */
  readonly closedThrough: SlotDate | null
  readonly token: () => string
  readonly seen: string
}

interface MonthChoiceProps extends Pick<FormOf, 'language' | 'root'> {
  readonly page: 'month' | 'statement' | 'fees' | 'receivables'
  /** As `YYYY-MM`; empty for the newest. */
  readonly month: string
}

export const MonthChoice = ({ page, month, language, root }: MonthChoiceProps) => (
  <form class="acts" method="get" action={`${root}${page}`}>
    <Field name="month" label={deskWords('monthOf', language)} value={month} type="month" />
    <button type="submit">{deskWords('filter', language)}</button>
  </form>
)

export const monthForms = (of: MonthForms): { readonly above: Child; readonly below: Child } => ({
  above: <MonthChoice page="month" month={of.month.from.slice(0, 7)} language={of.language} root={of.root} />,
  below: (
    <>
      <CloseForm of={of} />
      <MakeForm of={of} />
    </>
  ),
})

const CloseForm = ({ of: { month, language, root, token, seen, closedThrough } }: { readonly of: MonthForms }) => {
  const say = (word: DeskWord): string => deskWords(word, language)
  const name = month.from.slice(0, 7)
  const hidden = () => (
    <>
      <Hidden token={token()} back={`month?month=${name}`} seen={seen} />
      <input type="hidden" name="month" value={name} />
    </>
  )
  return (
    <>
      {closedThrough !== null && closedThrough >= month.to ? null : (
        <section>
          <h2>{say('close')}</h2>
          <form class="acts" method="post" action={`${root}act/close`}>
            {hidden()}
            <Field name="through" label={say('through')} value={month.to} type="date" isNeeded />
            <Field name="reason" label={say('reason')} isWide />
            <label class="tick">
              <input type="checkbox" name="force" value="yes" />
              {say('force')}
            </label>
            <button type="submit">{say('close')}</button>
          </form>
        </section>
      )}
      {closedThrough === null ? null : (
        <section>
          <h2>{`${say('undo')} (${dayIn(closedThrough, language)})`}</h2>
          <form class="acts" method="post" action={`${root}act/undo`}>
            {hidden()}
            <Field name="reason" label={say('reason')} isWide isNeeded />
            <button type="submit">{say('undo')}</button>
          </form>
        </section>
      )}
    </>
  )
}

/** What the ledger of claims shows, as its document has it. */
export interface ClaimForms extends Pick<FormOf, 'language' | 'root'> {
  readonly letters: readonly { readonly letter: number | null; readonly ticket: string | null; readonly left: number }[]
  readonly token: () => string
  readonly seen: string
}

export const claimForms = ({ letters, language, root, token, seen }: ClaimForms): Child => {
  const say = (word: DeskWord): string => deskWords(word, language)
  const open = letters.flatMap(({ letter, ticket, left }) =>
    letter === null || left === 0 ? [] : [[String(letter), `${letter} ${ticket ?? ''}`.trim()] as const],
  )
  const choice = <Choice name="letter" label={say('claimLetter')} chosen="" of={open} />
  const hidden = () => <Hidden token={token()} back="claims" seen={seen} />
  return (
    <>
      <section>
        <h2>{say('claimLetter')}</h2>
        <form class="acts" method="post" action={`${root}act/claim-all`}>
          {hidden()}
          <button type="submit">{say('claimAll')}</button>
        </form>
      </section>
      {open.length === 0 ? null : (
        <section>
          <h2>{say('answered')}</h2>
          <form class="acts" method="post" action={`${root}act/ticket`}>
            {hidden()}
            {choice}
            <Field name="ticket" label={say('ticket')} isNeeded />
            <Field name="until" label={say('until')} type="date" />
            <button type="submit">{say('note')}</button>
          </form>
          <form class="acts" method="post" action={`${root}act/claim-settle`}>
            {hidden()}
            {choice}
            <Field name="settlement" label={say('paidBy')} />
            <Field name="entry" label={say('paidByEntry')} />
            <Field name="reason" label={say('reason')} isWide />
            <button type="submit">{say('settle')}</button>
          </form>
          <form class="acts" method="post" action={`${root}act/claim-all`}>
            {hidden()}
            {choice}
            <button type="submit">{say('remind')}</button>
          </form>
        </section>
      )}
    </>
  )
}

/** Makes the files of a month. */
const MakeForm = ({ of: { month, language, root, token } }: { readonly of: MonthForms }) => (
  <section>
    <h2>{deskWords('make', language)}</h2>
    <form class="acts" method="post" action={`${root}act/make`}>
      <Hidden token={token()} back={`month?month=${month.from.slice(0, 7)}`} />
      <input type="hidden" name="month" value={month.from.slice(0, 7)} />
      {(['statement', 'fees', 'journal', 'pack'] as const).map((kind) => (
        <button type="submit" name="kind" value={kind}>
          {deskWords(kind, language)}
        </button>
      ))}
    </form>
  </section>
)

/** Zips that were made on the desk. */
export const Zips = ({
  names,
  language,
  root,
}: Pick<FormOf, 'language' | 'root'> & { readonly names: readonly string[] }) =>
  names.length === 0 ? null : (
    <section>
      <h2>{deskWords('made', language)}</h2>
      <ul class="links">
        {names.map((name) => (
          <li>
            <a href={`${root}${DESK_FOLDER}/${name}`}>{visibleText(name)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
