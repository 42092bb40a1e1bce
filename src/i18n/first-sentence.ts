import type { Amount, MoneyTotals } from '../domain/account/money-totals.ts'
import { ZERO } from '../domain/money.ts'
import type { Language } from './language.ts'
import { moneyIn } from './money.ts'

/** How some settlements stand, in one sentence, and how grave that is. */
export interface FirstSentence {
  readonly tone: 'good' | 'neutral' | 'warning' | 'bad'
  readonly text: string
}

/** What is told, gravest first; each part stands for itself. */
interface Part {
  readonly tone: FirstSentence['tone']
  readonly text: string
}

/**
 * The first sentence about a day, a month or all days (SPEC, section 7): what is owed, overpaid, failed, late, not read, not compared,
 * charged back; only when nothing of this is there, that all adds up. `businessDays`: how many of the days told have business; a business
 * day without an invoice never adds up.
 */
export const firstSentence = (totals: MoneyTotals, language: Language, businessDays: number): FirstSentence => {
  const parts = WORDS[language](totals, language)
  if (parts.length > 0) {
    const tone = parts.some((part) => part.tone === 'bad') ? 'bad' : 'warning'
    return { tone, text: sentenceOf(parts.map(({ text }) => text)) }
  }
  return quietSentence(totals, language, businessDays)
}

const sentenceOf = (parts: readonly string[]): string => {
  const text = parts.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const some = (amount: Amount): boolean => amount.number > 0

type Tell = (totals: MoneyTotals, language: Language) => readonly Part[]

const english: Tell = (totals, language) => {
  const money = (amount: Amount): string => moneyIn(amount.sum, language)
  const settlements = (number: number): string => (number === 1 ? '1 settlement' : `${number} settlements`)
  const { open, claimed } = totals.differences
  return partsOf([
    [open.owed, 'bad', (of) => `the operator owes ${money(of)} on ${settlements(of.number)}`],
    [
      open.overpaid,
      'bad',
      (of) => `${some(open.owed) ? 'it' : 'the operator'} paid ${money(of)} too much on ${settlements(of.number)}`,
    ],
    [totals.failed, 'bad', (of) => `${settlements(of.number)} of ${money(of)} failed`],
    [
      totals.late,
      'bad',
      (of) =>
        `${settlements(of.number)} of ${money(of)} ${isAre(of)} in process beyond ${of.number === 1 ? 'its' : 'their'} time`,
    ],
    [totals.missing, 'bad', (of) => `invoices of ${money(of)} have no settlement`],
    [totals.unread, 'bad', (of) => `${settlements(of.number)} could not be read`],
    [totals.notComparable, 'bad', (of) => `${settlements(of.number)} of ${money(of)} could not be compared`],
    [
      totals.chargebacks,
      'warning',
      (of) => `${money(of)} charged back on ${of.number === 1 ? '1 invoice' : `${of.number} invoices`}`,
    ],
    [
      { number: totals.otherErrors, sum: ZERO },
      'bad',
      (of) => (of.number === 1 ? '1 other error is open' : `${of.number} other errors are open`),
    ],
    [claimed.owed, 'warning', (of) => `${money(of)} is claimed from the operator on ${settlements(of.number)}`],
    [claimed.overpaid, 'warning', (of) => `${money(of)} paid too much on ${settlements(of.number)} is claimed`],
  ])
}

const isAre = ({ number }: Amount): string => (number === 1 ? 'is' : 'are')

const spanish: Tell = (totals, language) => {
  const money = (amount: Amount): string => moneyIn(amount.sum, language)
  const settlements = (number: number): string => (number === 1 ? '1 liquidación' : `${number} liquidaciones`)
  const { open, claimed } = totals.differences
  return partsOf([
    [open.owed, 'bad', (of) => `el operador debe ${money(of)} en ${settlements(of.number)}`],
    [
      open.overpaid,
      'bad',
      (of) => `${some(open.owed) ? '' : 'el operador '}abonó ${money(of)} de más en ${settlements(of.number)}`,
    ],
    [
      totals.failed,
      'bad',
      (of) => `${of.number === 1 ? 'falló' : 'fallaron'} ${settlements(of.number)} por ${money(of)}`,
    ],
    [
      totals.late,
      'bad',
      (of) =>
        `${settlements(of.number)} por ${money(of)} ${of.number === 1 ? 'sigue' : 'siguen'} en proceso fuera de plazo`,
    ],
    [totals.missing, 'bad', (of) => `hay facturas por ${money(of)} sin liquidación`],
    [totals.unread, 'bad', (of) => `no se ${of.number === 1 ? 'pudo' : 'pudieron'} leer ${settlements(of.number)}`],
    [
      totals.notComparable,
      'bad',
      (of) => `no se ${of.number === 1 ? 'pudo' : 'pudieron'} comparar ${settlements(of.number)} por ${money(of)}`,
    ],
    [
      totals.chargebacks,
      'warning',
      (of) => `contracargos por ${money(of)} en ${of.number === 1 ? '1 factura' : `${of.number} facturas`}`,
    ],
    [
      { number: totals.otherErrors, sum: ZERO },
      'bad',
      (of) => (of.number === 1 ? 'hay 1 error más por revisar' : `hay ${of.number} errores más por revisar`),
    ],
    [claimed.owed, 'warning', (of) => `hay ${money(of)} reclamados al operador en ${settlements(of.number)}`],
    [claimed.overpaid, 'warning', (of) => `hay ${money(of)} abonados de más en reclamo, en ${settlements(of.number)}`],
  ])
}

const WORDS: Readonly<Record<Language, Tell>> = { en: english, es: spanish }

type Line = readonly [amount: Amount, tone: Part['tone'], text: (amount: Amount) => string]

const partsOf = (lines: readonly Line[]): readonly Part[] =>
  lines.flatMap(([amount, tone, text]) => (some(amount) ? [{ tone, text: text(amount) }] : []))

/** Nothing is wrong: what is still on its way, that all adds up, or that there was nothing. */
const quietSentence = (totals: MoneyTotals, language: Language, businessDays: number): FirstSentence => {
  const { inProcess, noSettlement, compared, counted, due } = totals
  const words = QUIET[language]
  const waiting = inProcess.number + noSettlement.number
  if (waiting > 0) {
    const sum = moneyIn((inProcess.sum + noSettlement.sum) as Amount['sum'], language)
    return { tone: 'neutral', text: words.waiting(waiting, sum, compared.number) }
  }
  if (counted > 0) return { tone: 'good', text: words.addUp(compared.number) }
  if (due === 0) return { tone: 'neutral', text: words.nothingDue }
  return { tone: businessDays > 0 ? 'warning' : 'neutral', text: words.noInvoices }
}

const QUIET = {
  en: {
    waiting: (number: number, sum: string, compared: number) =>
      `${number === 1 ? '1 settlement' : `${number} settlements`} of ${sum} ${number === 1 ? 'is' : 'are'} in process${compared > 0 ? `; the other ${compared} ${compared === 1 ? 'adds' : 'add'} up` : ''}.`,
    addUp: (number: number) => (number === 1 ? 'The settlement adds up.' : `All ${number} settlements add up.`),
    nothingDue: 'Nothing is due yet.',
    noInvoices: 'There was no invoice.',
  },
  es: {
    waiting: (number: number, sum: string, compared: number) =>
      `${number === 1 ? '1 liquidación' : `${number} liquidaciones`} por ${sum} ${number === 1 ? 'está' : 'están'} en proceso${compared > 0 ? `; ${compared === 1 ? 'la otra cuadra' : `las otras ${compared} cuadran`}` : ''}.`,
    addUp: (number: number) => (number === 1 ? 'La liquidación cuadra.' : `Las ${number} liquidaciones cuadran.`),
    nothingDue: 'Aún no corresponde leer nada.',
    noInvoices: 'No hubo ninguna factura.',
  },
} as const satisfies Record<Language, object>
