import {
  type BankEvent,
  type CheckOfPull,
  HISTORY,
  type History,
  type HistoryEntry,
} from '../../reports/documents/history.ts'
import type { SettlementChange } from '../../reports/documents/pull-steps.ts'
import type { Instant, Zone } from '../core/calendar/calendar.ts'
import { isDecision, type Recovery, ticketOf } from '../core/findings/act.ts'
import { ZERO } from '../core/money.ts'
import type { FieldChange, InvoiceChange } from '../core/pull/invoice-in-pull.ts'
import { nameOf, slotInWords } from '../core/slot.ts'
import { cycle, date } from '../input/dates.ts'
import type { Display } from '../print/display.ts'
import { inTable, slotInTable, sumIn, timeIn } from '../print/in-table.ts'
import { EVENT_NAMES, verdictName } from '../print/names.ts'
import { harmless } from '../std/harmless.ts'
import { wrapText } from '../std/wrap-text.ts'
import { dayIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { countOf } from '../words/money.ts'
import { incompleteIn, SAY, settlementInSpanish, subjectIn } from '../words/say.ts'
import { messageIn } from '../words/sentences.ts'
import { asOfLines, question } from './question.ts'

/** A field before or after a change. */
export const changedValueIn = (field: string, value: SettlementChange['now'], language: Language): string => {
  if (value === null) return { en: 'absent', es: 'ausente' }[language]
  if (field === 'status') return SAY[language].status(String(value))
  return typeof value === 'bigint' ? inTable(value, language) : String(value)
}

/** How invoices of a list changed: `1 factura cambiada, 2 agregadas`. */
export const invoiceChangesInSpanish = (counts: readonly (readonly [how: string, number: number])[]): string =>
  counts
    .map(([how, number], at) => {
      const participle = PARTICIPLES[how] ?? how
      return `${at === 0 ? countOf(number, 'invoice', 'es') : number} ${number === 1 ? participle : `${participle}s`}`
    })
    .join(', ')

const PARTICIPLES: Readonly<Record<string, string>> = {
  added: 'agregada',
  left: 'retirada',
  moved: 'movida',
  altered: 'cambiada',
  changed: 'cambiada',
}

/** The history of a settlement: a line for each pull, failed attempt and act, with its changes below. */
export const historyText = (
  { merchant, slot, asOf, entries }: History,
  zone: Zone,
  { width, language }: Pick<Display, 'width' | 'language'>,
): string => {
  const pulls = entries.filter(({ kind }) => kind === 'pull').length
  const attempts = entries.filter(({ kind }) => kind === 'attempt').length
  const failed =
    attempts === 0
      ? ''
      : {
          en: `, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`} that could not be read whole`,
          es: `, ${attempts === 1 ? '1 intento que no se pudo' : `${attempts} intentos que no se pudieron`} leer completo${attempts === 1 ? '' : 's'}`,
        }[language]
  const lines = [
    {
      en: `${nameOf(slot)}: ${countOf(pulls, 'reading', language)}${failed}  (merchant ${merchant})`,
      es: `${slotInWords(slot).es}: ${countOf(pulls, 'reading', language)}${failed}  (comercio ${merchant})`,
    }[language],
    ...asOfLines(asOf, zone, language),
    '',
    {
      en: `${'number'.padStart(8)}  ${`when (${zone.name})`.padEnd(WHEN)}  what`,
      es: `${'paso'.padStart(8)}  ${`cuándo (${zone.name})`.padEnd(WHEN)}  qué`,
    }[language],
    ...entries.flatMap((entry) => linesOf(sayingsOf(entry, language), zone, width, language)),
  ]
  return `${lines.join('\n')}\n`
}
const WHEN = 22

const linesOf = (
  { number, at, what, details }: EntrySayings,
  zone: Zone,
  width: number,
  language: Language,
): readonly string[] => [
  ...wrapText(
    `${String(number ?? '-').padStart(8)}  ${timeIn(at, zone, language).padEnd(WHEN)}  `,
    harmless(what),
    width,
  ),
  ...details.flatMap((text) => wrapText(' '.repeat(12), harmless(text), width)),
]

/** What is said of a step of the history, with a line for each of the first things that it changed or found. */
export interface EntrySayings {
  /** Null for an attempt that was not read whole. */
  readonly number: number | null
  readonly at: Instant
  readonly what: string
  readonly details: readonly string[]
  /** Whether it is a whole reading, of which the answers are kept. */
  readonly isReading: boolean
}

/** The most lines on a screen; the JSON document has all. */
const LINES_MAX = 8

export const sayingsOf = (entry: HistoryEntry, language: Language, most = LINES_MAX): EntrySayings => {
  const more = (all: number, what: 'invoice' | 'finding'): readonly string[] =>
    all > most ? [moreText(all - most, what, language)] : []
  const findings = (found: readonly CheckOfPull[]): readonly string[] => [
    ...found.slice(0, most).map((one) => foundInWords(one, language)),
    ...more(found.length, 'finding'),
  ]
  const plain = { details: [], isReading: false }
  switch (entry.kind) {
    case 'check':
      return { ...plain, ...entry, what: checkInWords(entry.bank, language), details: findings(entry.found) }
    case 'pull':
      return {
        number: entry.step.number,
        at: entry.step.at,
        what: headOf(entry, language),
        details: [
          ...entry.step.settlement.map(
            (change) =>
              ({
                en: `settlement ${settlementInWords(change, language)}`,
                es: `liquidación: ${settlementInWords(change, language)}`,
              })[language],
          ),
          ...entry.changes.slice(0, most).map((change) => changeInWords(change, language)),
          ...more(entry.changes.length + entry.moreChanges, 'invoice'),
          ...findings(entry.found),
        ],
        isReading: true,
      }
    case 'attempt': {
      const { at, incomplete } = entry.step
      const what = {
        en: `could not be read whole: ${incomplete?.reason ?? ''}`,
        es: `no se pudo leer completa: ${incomplete === null ? '' : incompleteIn(incomplete, language)}`,
      }[language]
      return { ...plain, number: null, at, what }
    }
    case 'act':
      return { ...plain, ...entry.act, what: actInWords(entry, language) }
    case 'closing':
      return { ...plain, ...entry.closing, what: closingInWords(entry, language) }
    case 'undo':
      return { ...plain, ...entry.undone, what: undoInWords(entry, language) }
  }
}

const closingInWords = (
  { closing: { by, through, reason } }: Extract<HistoryEntry, { kind: 'closing' }>,
  language: Language,
): string =>
  ({
    en: `${by} closed all days through ${through}${because(reason)}`,
    es: `${by} cerró todos los días hasta el ${dayIn(through, 'es')}${because(reason)}`,
  })[language]

const undoInWords = (
  { closing: { through }, undone: { by, reason } }: Extract<HistoryEntry, { kind: 'undo' }>,
  language: Language,
): string =>
  ({
    en: `${by} undid the closing through ${through}${because(reason)}`,
    es: `${by} deshizo el cierre hasta el ${dayIn(through, 'es')}${because(reason)}`,
  })[language]

const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`)

const checkInWords = (bank: BankEvent | null, language: Language): string => {
  if (bank === null) return { en: 'checked again, not read', es: 'revisada de nuevo, sin leerla' }[language]
  const { kind, by, text } = bank
  return {
    en: {
      import: `${by} imported ${text}`,
      void: `${by} voided a bank file: ${text}`,
      tie: `${by} tied credits: ${text}`,
      untie: `${by} untied credits: ${text}`,
    },
    es: {
      import: `${by} importó ${text}`,
      void: `${by} anuló un archivo del banco: ${text}`,
      tie: `${by} concilió a mano: ${text}`,
      untie: `${by} deshizo una conciliación: ${text}`,
    },
  }[language][kind]
}

const actInWords = ({ act, why, discrepancy }: Extract<HistoryEntry, { kind: 'act' }>, language: Language): string => {
  const reason = why?.[language] ?? ''
  const number = ticketOf(act)
  const ticket = number === null ? { en: '', es: '' } : { en: `, ticket ${number}`, es: `, radicado ${number}` }
  const until =
    isDecision(act) && act.until !== null
      ? { en: ` until ${act.until.date}`, es: ` hasta el ${dayIn(act.until.date, 'es')}` }[language]
      : ''
  const subject = subjectIn(discrepancy.subject, language)
  const paid = act.kind === 'settle' ? paidBy(act.recovery, language) : ''
  const said = reason === '' ? '' : `: ${reason}`
  const what = {
    en: `${DONE.en[act.kind]} ${discrepancy.code} of ${subject}${ticket.en}${until}${paid}${said}`,
    es: `${DONE.es[act.kind]} ${discrepancy.code} de ${subject}${ticket.es}${until}${paid}${said}`,
  }[language]
  return `${act.by} ${what}`
}

/** What paid it, and how much: of a case of several findings one carries the sum. */
const paidBy = ({ by, sum }: Recovery, language: Language): string => {
  const amount = sum === ZERO ? '' : ` ${sumIn(sum, language)}`
  const payer = by.kind === 'entry' ? by.entry : slotInTable(by.slot, language)
  return {
    en: `,${amount} by ${by.kind === 'entry' ? 'bank entry' : 'settlement'} ${payer}`,
    es: `,${amount} con ${by.kind === 'entry' ? 'el movimiento del banco' : 'la liquidación'} ${payer}`,
  }[language]
}

const DONE = {
  en: { accept: 'accepted', claim: 'claimed', settle: 'settled', reopen: 'reopened', note: 'noted on' },
  es: { accept: 'aceptó', claim: 'reclamó', settle: 'dio por pagado', reopen: 'reabrió', note: 'anotó en' },
}

const moreText = (more: number, what: 'invoice' | 'finding', language: Language): string =>
  ({
    en: `and ${countOf(more, what, 'en')} more, all of them with --json`,
    es: `y ${countOf(more, what, 'es')} más; todo está con --json`,
  })[language]

const headOf = ({ step, moved }: Extract<HistoryEntry, { kind: 'pull' }>, language: Language): string => {
  const { isFirst, status, invoices, settlement, verdict } = step
  const said = verdict === null ? '' : `${verdictName(verdict, language)}; `
  if (isFirst) {
    const reported =
      status === null
        ? { en: 'no settlement', es: 'sin liquidación' }[language]
        : { en: `settlement ${status}`, es: settlementInSpanish(status) }[language]
    return {
      en: `${said}first read: ${countOf(invoices.added, 'invoice', language)}, ${reported}`,
      es: `${said}primera lectura: ${countOf(invoices.added, 'invoice', language)}, ${reported}`,
    }[language]
  }
  const counts = { added: invoices.added, left: invoices.left - moved, moved, altered: invoices.changed }
  const ofList = Object.entries(counts).filter(([, number]) => number > 0)
  const parts = [
    ...(settlement.length > 0 ? [{ en: `settlement changed`, es: `cambió la liquidación` }[language]] : []),
    ...(ofList.length > 0
      ? [
          {
            en: `invoices: ${ofList.map(([how, number]) => `${number} ${how}`).join(', ')}`,
            es: invoiceChangesInSpanish(ofList),
          }[language],
        ]
      : []),
  ]
  return `${said}${parts.length === 0 ? { en: 'nothing changed', es: 'sin cambios' }[language] : parts.join('; ')}`
}

const settlementInWords = ({ field, before, now }: SettlementChange, language: Language): string =>
  `${language === 'en' ? field : SAY[language].field(field)}: ${changedValueIn(field, before, language)} -> ${changedValueIn(field, now, language)}`

const changeInWords = (change: InvoiceChange, language: Language): string => {
  const invoice = { en: `invoice ${change.invoiceId}`, es: `factura ${change.invoiceId}` }[language]
  switch (change.kind) {
    case 'added':
      return `${invoice} ${change.isBack ? { en: 'came back', es: 'volvió' }[language] : { en: 'was added', es: 'se agregó' }[language]}`
    case 'altered':
      return `${invoice}: ${change.fields.map((field) => fieldInWords(field, language)).join('; ')}`
    case 'moved':
      return {
        en: `${invoice} moved to ${change.became.ownDate} cycle ${change.became.ownCycle ?? '(none)'}`,
        es: `${invoice} pasó a ${change.became.ownDate} ciclo ${change.became.ownCycle ?? '(ninguno)'}`,
      }[language]
    case 'left': {
      const { became } = change
      if (became === null) return { en: `${invoice} left`, es: `${invoice} salió de la lista` }[language]
      return {
        en: `${invoice} left; ${became.status === null ? 'the service no longer answers for it' : `read by its id it is ${became.status}`}`,
        es: `${invoice} salió de la lista; ${became.status === null ? 'el servicio ya no responde por ella' : `leída por su id está ${SAY[language].status(became.status)}`}`,
      }[language]
    }
  }
}

const fieldInWords = ({ field, before, now, isPersonal }: FieldChange, language: Language): string =>
  isPersonal
    ? { en: `${field} changed`, es: `cambió ${SAY[language].field(field)}` }[language]
    : `${language === 'en' ? field : SAY[language].field(field)} ${changedValueIn(field, before, language)} -> ${changedValueIn(field, now, language)}`

const foundInWords = ({ discrepancy, event, finding, why }: CheckOfPull, language: Language): string => {
  const message = finding === null ? null : messageIn(finding, language).text
  const about =
    discrepancy.subject === 'settlement'
      ? ''
      : { en: ` of ${discrepancy.subject}`, es: ` de ${subjectIn(discrepancy.subject, 'es')}` }[language]
  const sentence = message === null ? '' : `: ${message}`
  return `${EVENT_NAMES[event][language]} ${discrepancy.code}${about}${sentence}${why === null ? '' : `; ${why[language]}`}`
}

/** The readings of one settlement, what each changed, and what people did. */
export const SLOT_HISTORY = question({
  name: 'history',
  group: 'look',
  describe: {
    en: 'The readings of one settlement and the attempts at one, what each changed, and what people did',
    es: 'Las lecturas de una liquidación y los intentos, qué cambió cada uno, y qué hicieron las personas',
  },
  manual: '`--as-of` takes the number of a step.',
  examples: [
    ['cuadre history 2026-03-12 11', { en: 'what changed, and when', es: 'qué cambió, y cuándo' }],
    [
      'cuadre history 2026-03-12 11 --json',
      { en: 'the same for a program, invoice by invoice', es: 'lo mismo para un programa, factura por factura' },
    ],
    [
      'cuadre history 2026-03-12 11 --as-of 2026-03-14',
      { en: 'up to the end of that day', es: 'hasta el final de ese día' },
    ],
  ],
  operands: { date, cycle },
  options: {},
  isOfPast: true,
  about: 'one',
  read: async (context, asked) => (await import('../../jobs/history.ts')).readHistory(context, asked),
  shape: HISTORY,
  text: (history, { zone }, display) => historyText(history, zone, display),
})
