import { type Centavos, splitDigits } from '../core/money.ts'
import { addDays, type SlotDate } from '../core/slot.ts'
import type { Voucher } from './vouchers.ts'

/** The balances of accounts at the end of a day, which a text journal asserts. */
export interface Asserted {
  readonly day: SlotDate
  readonly text: string
  /** By account, in order. */
  readonly balances: readonly (readonly [account: string, balance: Centavos])[]
}

/** A form of a plain-text journal: what stands before the vouchers, each voucher, and what is asserted at the end. */
export interface TextJournal {
  readonly file: string
  readonly head: (accounts: readonly string[], first: SlotDate) => string
  readonly voucher: (voucher: Voucher) => string
  readonly end: (asserted: Asserted) => string
}

const digits = (sum: Centavos): string => {
  const { sign, whole, decimals } = splitDigits(sum)
  return `${sign}${whole}${decimals === '' ? '.00' : decimals}`
}

/** On one line, and without what would begin a comment or another part. */
const plain = (text: string): string =>
  text
    .replace(/[\r\n;|"\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const TAGS = ['entry', 'kind', 'third_party', 'invoice', 'reverses', 'discrepancy'] as const

const tagsOf = ({ id, kind, reverses, findings }: Voucher) =>
  ({ entry: id, kind, reverses, discrepancy: findings.join(' ') || null }) as const

/** Read by hledger and ledger alike. An entry of an open day is pending. */
export const HLEDGER: TextJournal = {
  file: 'journal.hledger',
  head: (accounts) =>
    [
      'commodity COP\n    format COP 1,000.00\n',
      ...TAGS.map((tag) => `tag ${tag}\n`),
      ...accounts.map((account) => `account ${plain(account)}\n`),
    ].join(''),
  voucher: (voucher) => {
    const { date, closing, number, text, lines } = voucher
    const tags = Object.entries(tagsOf(voucher)).flatMap(([tag, value]) =>
      value === null ? [] : `    ; ${tag}: ${plain(value).replace(/,/g, ' ')}\n`,
    )
    const postings = lines.map(
      ({ account, sum, thirdParty, invoice }) =>
        `    ${plain(account ?? '')}  COP ${digits(sum)}\n${tagged('third_party', thirdParty)}${tagged('invoice', invoice)}`,
    )
    const code = number === null ? '' : `(${number}) `
    return `\n${date} ${closing === null ? '!' : '*'} ${code}${plain(text)}\n${tags.join('')}${postings.join('')}`
  },
  end: ({ day, text, balances }) =>
    balances.length === 0
      ? ''
      : `\n${day} * ${plain(text)}\n${balances.map(([account, balance]) => `    ${plain(account)}  COP 0.00 = COP ${digits(balance)}\n`).join('')}`,
}

const tagged = (tag: string, value: string | null): string =>
  value === null ? '' : `    ; ${tag}: ${plain(value).replace(/,/g, ' ')}\n`

/** The first digit of an account of the PUC says what it is. */
const CLASSES: Readonly<Record<string, string>> = {
  ...{ '2': 'Liabilities', '3': 'Equity', '4': 'Income', '5': 'Expenses', '6': 'Expenses', '7': 'Expenses' },
}

/** `Assets:C111005` */
export const beancountAccount = (account: string): string =>
  `${CLASSES[account.slice(0, 1)] ?? 'Assets'}:C${account.replace(/[^A-Za-z0-9]/g, '-')}`

/** Read by beancount, whose assertions would else tolerate a centavo. */
export const BEANCOUNT: TextJournal = {
  file: 'journal.beancount',
  head: (accounts, first) =>
    [
      'option "operating_currency" "COP"\n\n',
      ...accounts.map((account) => `${first} open ${beancountAccount(account)} COP\n`),
    ].join(''),
  voucher: (voucher) => {
    const { date, closing, number, text, lines } = voucher
    const metadata = Object.entries({ ...tagsOf(voucher), number: number === null ? null : `${number}` })
    const tags = metadata.flatMap(([tag, value]) => (value === null ? [] : `  ${tag}: "${plain(value)}"\n`))
    const postings = lines.map(
      ({ account, sum, thirdParty, invoice }) =>
        `  ${beancountAccount(account ?? '')}  ${digits(sum)} COP\n${noted('third_party', thirdParty)}${noted('invoice', invoice)}`,
    )
    return `\n${date} ${closing === null ? '!' : '*'} "${plain(text)}"\n${tags.join('')}${postings.join('')}`
  },
  end: ({ day, balances }) =>
    `\n${balances.map(([account, balance]) => `${addDays(day, 1)} balance ${beancountAccount(account)} ${digits(balance)} ~ 0 COP\n`).join('')}`,
}

const noted = (tag: string, value: string | null): string => (value === null ? '' : `    ${tag}: "${plain(value)}"\n`)
