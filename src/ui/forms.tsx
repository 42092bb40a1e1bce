import type { Child } from 'hono/jsx'
import type { BankListDocument } from '../../reports/documents/bank/bank-list-report.ts'
import type { ReceivablesDocument } from '../../reports/documents/receivables.ts'
import { fromCentavos } from '../core/money.ts'
import { visibleText } from '../print/html/visible-text.ts'
import { inTable } from '../print/in-table.ts'
import { dayIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import type { DeskTools } from './tools.ts'
import { type DeskWord, deskWords } from './words.ts'

/** What a form needs of the desk. */
export type FormOf = Pick<DeskTools, 'language' | 'root' | 'zone' | 'formToken' | 'isReadOnly'>

interface Labelled {
  readonly language: Language
  readonly name: string
  readonly label: DeskWord
}

interface ChoiceProps extends Labelled {
  readonly chosen?: string
  /** Values and what is read of each. */
  readonly of: readonly (readonly [string | number, string])[]
}

export const Choice = ({ language, name, label, chosen = '', of }: ChoiceProps) => (
  <label>
    {deskWords(label, language)}
    <select name={name}>
      {of.map(([value, text]) => (
        <option value={String(value)} selected={String(value) === chosen}>
          {visibleText(text, 200)}
        </option>
      ))}
    </select>
  </label>
)

interface FieldProps extends Labelled {
  readonly value?: string
  readonly type?: 'text' | 'date' | 'month' | 'number'
  readonly isWide?: boolean
  readonly isNeeded?: boolean
}

export const Field = ({ language, name, label, value = '', type = 'text', isWide, isNeeded = false }: FieldProps) => (
  <label class={isWide ? 'wide' : undefined}>
    {deskWords(label, language)}
    <input
      name={name}
      type={type}
      value={value}
      maxlength={200}
      min={type === 'number' ? 0 : undefined}
      required={isNeeded}
    />
  </label>
)

export const Reason = ({ language, isNeeded = true }: Pick<FieldProps, 'language' | 'isNeeded'>) => (
  <Field language={language} name="reason" label="reason" isWide isNeeded={isNeeded} />
)

export const Hidden = ({ of }: { readonly of: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(of).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)

interface FormProps {
  readonly of: FormOf
  /** Below the root of the session. */
  readonly path: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly button?: DeskWord
  readonly children?: Child
}

/** Shows a page by what is filled in. */
export const PageForm = ({ of: { language, root }, path, hidden = {}, button = 'filter', children }: FormProps) => (
  <form class="acts" method="get" action={`${root}${path}`}>
    <Hidden of={hidden} />
    {children}
    <button type="submit">{deskWords(button, language)}</button>
  </form>
)

interface ActProps extends FormProps {
  /** The page to show after it. */
  readonly back: string
  readonly title?: DeskWord
  readonly takesFile?: boolean
}

/** Does an act; none is offered on a desk that is only for reading. */
export const ActForm = ({ of, path, back, title, hidden = {}, button, takesFile, children }: ActProps) =>
  of.isReadOnly ? null : (
    <section>
      {title === undefined ? null : <h2>{deskWords(title, of.language)}</h2>}
      <form
        class="acts"
        method="post"
        action={`${of.root}act/${path}`}
        enctype={takesFile ? 'multipart/form-data' : undefined}
      >
        <Hidden of={{ token: of.formToken(), back, ...hidden }} />
        {children}
        {button === undefined ? null : <button type="submit">{deskWords(button, of.language)}</button>}
      </form>
    </section>
  )

interface MonthProps {
  readonly of: FormOf
  readonly page: 'month' | 'statement' | 'fees' | 'receivables'
  /** As `YYYY-MM`; empty for the newest. */
  readonly month: string
}

export const MonthChoice = ({ of, page, month }: MonthProps) => (
  <PageForm of={of} path={page}>
    <Field language={of.language} name="month" label="month" value={month} type="month" />
  </PageForm>
)

/** Whose file is imported: a statement of the bank, or a list of what tenants owe. */
export type UploadKind = 'bank' | 'receivables'

export const UploadForm = ({ of, kind }: { readonly of: FormOf; readonly kind: UploadKind }) => {
  const { language } = of
  const title = kind === 'bank' ? 'file' : 'rentFile'
  return (
    <ActForm of={of} path="preview" back={kind} title={title} button="preview" takesFile>
      <label class="wide">
        {deskWords(title, language)}
        <input type="file" name="file" required />
      </label>
      {kind === 'bank' ? (
        <Field language={language} name="account" label="account" />
      ) : (
        <Field language={language} name="month" label="month" type="month" />
      )}
    </ActForm>
  )
}

/** What can be tied: the fields of both sides, each with value, text and pesos; and the ties in force. */
export interface Ties {
  readonly sides: readonly {
    readonly name: string
    readonly title: DeskWord
    readonly of: readonly (readonly [string, string, number])[]
  }[]
  readonly ties: ChoiceProps['of']
}

/** Forms list so many dues and payments: the command takes any. */
const CHOICES_MAX = 200

/** Of the list of the bank: its credits are those that no payout explains, and those that may be one of its payouts. */
export const tiesOfBank = ({ open, unknownCredits, ties }: BankListDocument, language: Language): Ties => ({
  sides: [
    {
      ...{ name: 'payout', title: 'payouts' },
      of: open.map(({ date, cycle, payout }) => [`${date}/${cycle}`, `${dayIn(date, language)} ${cycle}`, payout]),
    },
    {
      ...{ name: 'entry', title: 'credits' },
      of: creditsToTie(open, unknownCredits).map(({ id, on, value }) => [
        id,
        `${dayIn(on, language)} ${id.slice(0, 8)}`,
        value,
      ]),
    },
  ],
  ties: ties
    .filter(({ undone, by }) => undone === null && by !== 'cuadre')
    .map(({ number, settlements, reason }) => [
      number,
      `${number}: ${settlements.map(({ date, cycle }) => `${date} ${cycle}`).join(', ')} (${reason})`,
    ]),
})

const creditsToTie = (
  open: BankListDocument['open'],
  unknown: BankListDocument['unknownCredits'],
): BankListDocument['unknownCredits'] => {
  const meant = open.flatMap(({ proposed, candidates }) => [
    ...(proposed === null ? [] : [proposed.entry]),
    ...candidates.flatMap(({ entries }) => entries),
  ])
  return [...new Map([...meant, ...unknown].map((one) => [one.id, one])).values()].toSorted((a, b) =>
    a.on < b.on ? -1 : 1,
  )
}

/** Of what tenants owe, in the order of the report. */
export const tiesOfRents = ({ dues, withoutDue, ties }: ReceivablesDocument, language: Language): Ties => ({
  sides: [
    {
      ...{ name: 'due', title: 'dues' },
      of: dues
        .filter(({ state }) => state !== 'paid')
        .toSorted((a, b) => weightOf(b) - weightOf(a))
        .map(({ due, amount }) => [due, due, amount]),
    },
    {
      ...{ name: 'payment', title: 'rents' },
      of: withoutDue.map(({ payment, paidOn, paid }) => [payment, `${dayIn(paidOn, language)} ${payment}`, paid]),
    },
  ],
  ties: ties
    .filter(({ undone }) => undone === null)
    .map(({ number, dues, payments }) => [number, `${number}: ${dues.join(', ')} = ${payments.join(', ')}`]),
})

/** What is not due yet comes last. */
const weightOf = ({ state, amount, difference }: ReceivablesDocument['dues'][number]): number =>
  state === 'not-due' ? 0 : Math.abs(difference ?? amount)

interface TieProps {
  readonly of: FormOf
  readonly kind: UploadKind
  readonly ties: Ties
  readonly files: readonly { readonly number: number; readonly name: string; readonly voided: unknown }[]
  /** The digests of what is shown. */
  readonly seen: string
  readonly seenFiles: string
  /** As it was asked for. */
  readonly month: string
}

/** Ties, unties, voids and imports. */
export const TieForms = ({ of, kind, ties: { sides, ties }, files, seen, seenFiles, month }: TieProps) => {
  const { language } = of
  const act = kind === 'bank' ? '' : 'rent-'
  const [back, hidden] = [month === '' ? kind : `${kind}?month=${month}`, { seen, month }]
  const kept = files.filter(({ voided }) => voided === null)
  return (
    <>
      {sides.some((side) => side.of.length === 0) ? null : (
        <ActForm of={of} path={`${act}tie`} back={back} hidden={hidden} title="tie" button="tie">
          <div class="halves">
            {sides.map(({ name, title, of: choices }) => (
              <fieldset>
                <legend>{deskWords(title, language)}</legend>
                {choices.slice(0, CHOICES_MAX).map(([value, text, pesos]) => (
                  <p>
                    <label>
                      <input type="checkbox" name={name} value={value} /> {visibleText(text)}{' '}
                      <b>{inTable(fromCentavos(BigInt(Math.round(pesos * 100))), language)}</b>
                    </label>
                  </p>
                ))}
              </fieldset>
            ))}
          </div>
          <Reason language={language} />
        </ActForm>
      )}
      {ties.length === 0 ? null : (
        <ActForm of={of} path={`${act}untie`} back={back} hidden={hidden} title="tied" button="untie">
          <Choice language={language} name="tie" label="tied" of={ties} />
          <Reason language={language} />
        </ActForm>
      )}
      {kept.length === 0 ? null : (
        <ActForm of={of} path={`${act}void`} back={back} hidden={{ seen: seenFiles }} title="files" button="void">
          <Choice
            language={language}
            name="file"
            label="files"
            of={kept.map(({ number, name }) => [number, `${number}: ${name}`])}
          />
          <Reason language={language} />
        </ActForm>
      )}
      <UploadForm of={of} kind={kind} />
    </>
  )
}

interface MonthFormsProps {
  readonly of: FormOf
  /** The days of the month. */
  readonly from: string
  readonly to: string
  /** The last day that is closed. */
  readonly closed: string | null
  readonly seen: string
}

/** Closes a month, undoes that, and makes its files. */
export const MonthForms = ({ of, from, to, closed, seen }: MonthFormsProps) => {
  const { language } = of
  const month = from.slice(0, 7)
  const act = { of, back: `month?month=${month}`, hidden: { seen, month } }
  return (
    <>
      {closed !== null && closed >= to ? null : (
        <ActForm {...act} path="close" title="close" button="close">
          <Field language={language} name="through" label="through" value={to} type="date" isNeeded />
          <Reason language={language} isNeeded={false} />
          <label class="tick">
            <input type="checkbox" name="force" value="yes" />
            {deskWords('force', language)}
          </label>
        </ActForm>
      )}
      {closed === null ? null : (
        <ActForm {...act} path="undo" title="undo" button="undo">
          <p>{dayIn(closed, language)}</p>
          <Reason language={language} />
        </ActForm>
      )}
      <ActForm {...act} path="make" title="make">
        {(['statement', 'fees', 'journal', 'pack'] as const).map((kind) => (
          <button type="submit" name="kind" value={kind}>
            {deskWords(kind, language)}
          </button>
        ))}
      </ActForm>
    </>
  )
}

interface ClaimProps {
  readonly of: FormOf
  /** The ledger of claims, as its document has it. */
  readonly letters: readonly { readonly letter: number | null; readonly ticket: string | null; readonly left: number }[]
  readonly seen: string
}

/** Claims all that is owed, and says what became of letters. */
export const ClaimForms = ({ of, letters, seen }: ClaimProps) => {
  const { language } = of
  const open = letters.flatMap(({ letter, ticket, left }) =>
    letter === null || left === 0 ? [] : [[letter, `${letter} ${ticket ?? ''}`.trim()] as const],
  )
  const act = { of, back: 'claims', hidden: { seen } }
  const choice = <Choice language={language} name="letter" label="claimLetter" of={open} />
  return (
    <>
      <ActForm {...act} path="claim-all" title="claimLetter" button="claimAll" />
      {open.length === 0 ? null : (
        <>
          <ActForm {...act} path="ticket" title="answered" button="note">
            {choice}
            <Field language={language} name="ticket" label="ticket" isNeeded />
            <Field language={language} name="until" label="until" type="date" />
          </ActForm>
          <ActForm {...act} path="claim-settle" title="settle" button="settle">
            {choice}
            <PaidBy language={language} />
            <Reason language={language} isNeeded={false} />
          </ActForm>
          <ActForm {...act} path="claim-all" title="remind" button="remind">
            {choice}
          </ActForm>
        </>
      )}
    </>
  )
}

/** What paid a claim: a settlement, or an entry of the bank. */
export const PaidBy = ({ language }: Pick<FieldProps, 'language'>) => (
  <>
    <Field language={language} name="settlement" label="paidBy" />
    <Field language={language} name="entry" label="paidByEntry" />
  </>
)
