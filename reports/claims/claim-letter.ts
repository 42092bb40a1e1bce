import { type Centavos, minus, size, ZERO } from '../../src/core/money.ts'
import { daysFrom, type SlotDate } from '../../src/core/slot.ts'
import { visibleText } from '../../src/print/html/visible-text.ts'
import type { Both } from '../../src/std/both.ts'
import { capitalize } from '../../src/std/capitalize.ts'
import { wrapText } from '../../src/std/wrap-text.ts'
import { dateIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, moneyIn, numberIn } from '../../src/words/money.ts'
import { moneyInWords } from '../../src/words/number-words.ts'
import { csvColumn, ledger } from '../ledgers/ledger.ts'
import {
  type ClaimedInvoice,
  type ClaimGround,
  type ClaimLetterFacts,
  type ClaimRow,
  totalOfLetter,
} from './letter-facts.ts'

/** The most invoices that are named, rows with a sentence of their own, and rows at all: a letter is read, and `claim.csv` has the rest. */
const INVOICES_NAMED = 4
const ROWS_EXPLAINED = 9
const ROWS_SHOWN = 40

/** The parts of a letter in their order, for its page and its text. */
export interface LetterParts extends Pick<ClaimLetterFacts, 'language' | 'from' | 'to'> {
  readonly title: string
  readonly subject: string
  readonly date: string
  readonly sirs: string
  readonly greeting: string
  readonly opening: readonly string[]
  readonly heads: readonly string[]
  readonly lines: readonly { readonly cells: readonly string[]; readonly says: readonly string[] }[]
  readonly more: string | null
  readonly total: { readonly head: string; readonly digits: string; readonly words: string }
  readonly closing: readonly string[]
  readonly farewell: string
  /** Opens the letter as a message; null where the addressee has no e-mail address. */
  readonly mailto: string | null
  readonly mailLink: string
}

const HEADS: Both<readonly string[]> = {
  en: ['No.', 'Date', 'Cycle', 'Field', 'You report', 'By our records', 'In our favour'],
  es: ['N.º', 'Fecha', 'Ciclo', 'Campo', 'Ustedes reportan', 'Según nuestros registros', 'A nuestro favor'],
}

export const claimLetter = (facts: ClaimLetterFacts): LetterParts => {
  const { language, number, rows, from, to } = facts
  const total = totalOfLetter(facts)
  const sum = moneyIn(total, language)
  const words = moneyInWords(total, language)
  const isLong = rows.length > ROWS_EXPLAINED
  const hidden = rows.length - ROWS_SHOWN
  const parts: Omit<LetterParts, 'mailto'> = {
    ...{ language, from, to, heads: HEADS[language] },
    ...TITLES[language](number, sum, facts.again !== null),
    date: dateIn(facts.date, language),
    ...(language === 'en'
      ? { sirs: 'To', greeting: 'Dear Sir or Madam,', farewell: 'Yours faithfully,', mailLink: 'Send it by e-mail' }
      : { sirs: 'Señores', greeting: 'Cordial saludo:', farewell: 'Atentamente,', mailLink: 'Enviar por correo' }),
    opening: OPENINGS[language](facts, `${sum} (${words})`),
    lines: rows.slice(0, ROWS_SHOWN).map((row, at) => ({
      cells: cellsOf(row, at + 1, language),
      says: isLong ? [] : [...GROUNDS[language](row), ...invoicesOf(row, language)],
    })),
    more:
      hidden <= 0
        ? null
        : {
            en: `and ${hidden} more in claim.csv: ${moneyIn(totalOfLetter({ rows: rows.slice(ROWS_SHOWN) }), 'en')}`,
            es: `y ${hidden} más en claim.csv: ${moneyIn(totalOfLetter({ rows: rows.slice(ROWS_SHOWN) }), 'es')}`,
          }[language],
    total: {
      head: { en: 'Total', es: 'Total' }[language],
      digits: digitsOf(total, language),
      words: capitalize(words),
    },
    closing: CLOSINGS[language](facts, isLong),
  }
  return { ...parts, mailto: mailtoOf(parts) }
}

const TITLES: Both<(number: number, sum: string, isAgain: boolean) => Pick<LetterParts, 'title' | 'subject'>> = {
  en: (number, sum, isAgain) => {
    const title = isAgain ? `Reminder of claim No. ${number}` : `Claim No. ${number}`
    return { title, subject: `Subject: ${title}, ${sum}` }
  },
  es: (number, sum, isAgain) => {
    const title = isAgain ? `Recordatorio de la reclamación N.º ${number}` : `Reclamación N.º ${number}`
    return { title, subject: `Asunto: ${title} por ${sum}` }
  },
}

/** What was compared, as far as the rows follow from it. */
const comparedIn = (rows: readonly ClaimRow[], language: Language): string => {
  const has = (kind: ClaimGround['kind']): boolean => rows.some(({ ground }) => ground.kind === kind)
  const all = [
    { en: 'their own invoices', es: 'sus propias facturas' },
    ...(has('fees') ? [{ en: 'the agreed tariff', es: 'la tarifa acordada' }] : []),
    ...(has('notAtBank') ? [{ en: 'the statements of our bank', es: 'los extractos de nuestro banco' }] : []),
  ].map((one) => one[language])
  const last = all.at(-1) ?? ''
  return all.length === 1 ? last : `${all.slice(0, -1).join(', ')} ${{ en: 'and', es: 'y' }[language]} ${last}`
}

const OPENINGS: Both<(facts: ClaimLetterFacts, sum: string) => readonly string[]> = {
  en: ({ rows, again, ticket, date, answerBy }, sum) => {
    const number = rows.length === 1 ? 'one difference' : `${numberIn(rows.length, 'en')} differences`
    const yours = ticket === null ? '' : ` (your reference ${visibleText(ticket, 60)})`
    if (again === null)
      return [
        `We compared the settlements that you report with ${comparedIn(rows, 'en')}. We found ${number} in our favour, ${sum} in all. Please pay or explain ${rows.length === 1 ? 'it' : 'each of them'} by ${dateIn(answerBy, 'en')}.`,
      ]
    const [days, late] = [daysFrom(again.date, date), daysFrom(again.answerBy ?? date, date)]
    const past = late > 0 ? `, ${numberIn(late, 'en')} of them after the day by which we asked for an answer` : ''
    const paid = again.recovered > ZERO ? ` ${moneyIn(again.recovered, 'en')} was paid, and` : ''
    return [
      `On ${dateIn(again.date, 'en')} we sent you this claim${yours}. ${capitalize(countDays(days, 'en'))} have gone by${past}. Of ${moneyIn(again.asked, 'en')} claimed,${paid} ${sum} is still outstanding. Please pay or explain it by ${dateIn(answerBy, 'en')}.`,
    ]
  },
  es: ({ rows, again, ticket, date, answerBy }, sum) => {
    const number = rows.length === 1 ? 'una diferencia' : `${numberIn(rows.length, 'es')} diferencias`
    const yours = ticket === null ? '' : ` (radicado de ustedes: ${visibleText(ticket, 60)})`
    if (again === null)
      return [
        `Comparamos las liquidaciones que ustedes reportan con ${comparedIn(rows, 'es')}. Encontramos ${number} a nuestro favor, por un total de ${sum}. Les solicitamos ${rows.length === 1 ? 'pagarla o explicarla' : 'pagar o explicar cada una'} a más tardar el ${dateIn(answerBy, 'es')}.`,
      ]
    const [days, late] = [daysFrom(again.date, date), daysFrom(again.answerBy ?? date, date)]
    const past = late > 0 ? `, ${numberIn(late, 'es')} de ellos después de la fecha en que esperábamos respuesta` : ''
    const paid = again.recovered > ZERO ? ` se han pagado ${moneyIn(again.recovered, 'es')} y` : ''
    return [
      `El ${dateIn(again.date, 'es')} les enviamos esta reclamación${yours}. Han pasado ${countDays(days, 'es')}${past}. De ${moneyIn(again.asked, 'es')} reclamados,${paid} siguen pendientes ${sum}. Les solicitamos pagarlos o explicarlos a más tardar el ${dateIn(answerBy, 'es')}.`,
    ]
  },
}

const countDays = (days: number, language: Language): string =>
  `${numberIn(days, language)} ${{ en: days === 1 ? 'day' : 'days', es: days === 1 ? 'día' : 'días' }[language]}`

const cellsOf = (row: ClaimRow, number: number, language: Language): readonly string[] => {
  const { field, reported, ours } = row
  return [
    `${number}`,
    dayIn(row.slot.date, language),
    row.slot.cycle,
    field,
    typeof reported === 'string' ? visibleText(reported, 20) : digitsOf(reported, language),
    digitsOf(ours, language),
    digitsOf(row.sum, language),
  ]
}

/** Of the difference that the row shows, what is not asked for here. */
const besideOf = ({ reported, ours, sum }: ClaimRow): Centavos =>
  minus(typeof reported === 'string' ? ours : size(minus(reported, ours)), sum)

const GROUNDS: Both<(row: ClaimRow) => readonly string[]> = {
  en: (row) => {
    const { ground, reported, ours } = row
    const sum = (of: Centavos): string => moneyIn(of, 'en')
    const beside =
      besideOf(row) > ZERO ? [`${sum(besideOf(row))} of this difference was asked for or settled before.`] : []
    switch (ground.kind) {
      case 'owed': {
        const parts = partsOf(ground, 'en', { less: 'less', plus: 'plus', kept: 'kept by the gateway' })
        const off = ground.collected === ground.listed ? '' : ` (amountCollected says ${sum(ground.collected)})`
        return [
          `The invoices that you list for this settlement add up to ${sum(ground.listed)}${off}${parts}: the payout is ${sum(ours)}, and paymentAmount says ${reportedText(reported, 'en')}.`,
          ...beside,
        ]
      }
      case 'failed':
        return [
          `This payout of ${sum(ours)} is marked as failed, and has not been made again in ${countDays(ground.days, 'en')}.`,
          ...beside,
        ]
      case 'inProcess':
        return [
          `${capitalize(countDays(ground.days, 'en'))} after its date this payout of ${sum(ours)} is still not paid.`,
          ...beside,
        ]
      case 'notAtBank':
        return [
          `You report this payout of ${reportedText(reported, 'en')} as ${reportedText(ground.status, 'en')}. ${ours === ZERO ? 'Nothing of it arrived' : `Only ${sum(ours)} arrived`} at our bank${ground.through === null ? '' : `, by its statements through ${dateIn(ground.through, 'en')}`}${laterIn(ground.later, 'en')}.`,
          ...beside,
        ]
      case 'fees':
        return [
          ground.payments === 0
            ? `You list no payments for this settlement: by the agreed tariff its fees are ${sum(ours)}.`
            : `By the agreed tariff the ${ground.payments === 1 ? 'payment of this settlement costs' : `${numberIn(ground.payments, 'en')} payments of this settlement cost`} ${sum(ours)}.`,
          ...beside,
        ]
      case 'adjustments':
        return [
          ours === ZERO
            ? 'No chargeback that we know of explains this adjustment.'
            : `Chargebacks explain ${sum(ours)} of this adjustment, and nothing the rest.`,
          ...beside,
        ]
    }
  },
  es: (row) => {
    const { ground, reported, ours } = row
    const sum = (of: Centavos): string => moneyIn(of, 'es')
    const beside =
      besideOf(row) > ZERO ? [`De esta diferencia, ${sum(besideOf(row))} ya se habían reclamado o resuelto.`] : []
    switch (ground.kind) {
      case 'owed': {
        const parts = partsOf(ground, 'es', { less: 'menos', plus: 'más', kept: 'retenidos por la pasarela' })
        const off = ground.collected === ground.listed ? '' : ` (amountCollected dice ${sum(ground.collected)})`
        return [
          `Las facturas que ustedes listan para esta liquidación suman ${sum(ground.listed)}${off}${parts}: el abono es de ${sum(ours)} y paymentAmount dice ${reportedText(reported, 'es')}.`,
          ...beside,
        ]
      }
      case 'failed':
        return [
          `Este abono de ${sum(ours)} figura como fallido y en ${countDays(ground.days, 'es')} no se ha vuelto a hacer.`,
          ...beside,
        ]
      case 'inProcess':
        return [
          `${capitalize(countDays(ground.days, 'es'))} después de su fecha, este abono de ${sum(ours)} sigue sin pagarse.`,
          ...beside,
        ]
      case 'notAtBank':
        return [
          `Ustedes reportan este abono de ${reportedText(reported, 'es')} como ${reportedText(ground.status, 'es')}. A nuestro banco ${ours === ZERO ? 'no ha llegado nada' : `solo llegaron ${sum(ours)}`}${ground.through === null ? '' : `, según los extractos hasta el ${dateIn(ground.through, 'es')}`}${laterIn(ground.later, 'es')}.`,
          ...beside,
        ]
      case 'fees':
        return [
          ground.payments === 0
            ? `Ustedes no listan ningún pago en esta liquidación: según la tarifa acordada, sus comisiones son de ${sum(ours)}.`
            : `Según la tarifa acordada, ${ground.payments === 1 ? 'el pago de esta liquidación cuesta' : `los ${numberIn(ground.payments, 'es')} pagos de esta liquidación cuestan`} ${sum(ours)}.`,
          ...beside,
        ]
      case 'adjustments':
        return [
          ours === ZERO
            ? 'Ningún contracargo que conozcamos explica este ajuste.'
            : `Los contracargos explican ${sum(ours)} de este ajuste; el resto no tiene explicación.`,
          ...beside,
        ]
    }
  },
}

/** Credits of exactly the sum of a payout, of which a person said that they are not this one. */
const laterIn = (later: readonly SlotDate[], language: Language): string => {
  const days = later.map((day) => dateIn(day, language)).join(', ')
  if (days === '') return ''
  return {
    en: `, but exactly this sum on ${days}: please tell us whether that is this payout`,
    es: `, salvo exactamente esa suma el ${days}: les solicitamos indicarnos si es este abono`,
  }[language]
}

const reportedText = (reported: ClaimRow['reported'], language: Language): string =>
  typeof reported === 'string' ? visibleText(reported, 20) : moneyIn(reported, language)

/** `, less fees 4.000, plus adjustments 1.000`: what leads from the invoices to the payout. */
const partsOf = (
  { feesDeducted, adjustments, keptByGateway }: Extract<ClaimGround, { kind: 'owed' }>,
  language: Language,
  { less, plus, kept }: { readonly less: string; readonly plus: string; readonly kept: string },
): string =>
  [
    feesDeducted === ZERO ? '' : `, ${less} fees ${moneyIn(feesDeducted, language)}`,
    adjustments === ZERO
      ? ''
      : `, ${adjustments > ZERO ? plus : less} adjustments ${moneyIn(size(adjustments), language)}`,
    keptByGateway === ZERO ? '' : `, ${less} ${moneyIn(keptByGateway, language)} ${kept}`,
  ].join('')

const invoicesOf = ({ invoices, isWhole }: ClaimRow, language: Language): readonly string[] => {
  if (invoices.length === 0) return []
  const named = invoices.slice(0, INVOICES_NAMED).map((one) => invoiceText(one, language))
  const rest = invoices.length - named.length
  const head = {
    en: isWhole ? 'Its invoices (reference, paymentId)' : 'Invoices it is about (reference, paymentId)',
    es: isWhole ? 'Sus facturas (reference, paymentId)' : 'Facturas de que se trata (reference, paymentId)',
  }[language]
  const more = rest === 0 ? '' : { en: `; and ${rest} more in claim.csv`, es: `; y ${rest} más en claim.csv` }[language]
  return [`${head}: ${named.join('; ')}${more}.`]
}

const invoiceText = ({ reference, paymentId, payer }: ClaimedInvoice, language: Language): string => {
  const none = { en: 'no reference', es: 'sin referencia' }[language]
  const ids = [reference ?? none, ...(paymentId === null ? [] : [paymentId])]
    .map((id) => visibleText(id, 60))
    .join(', ')
  return payer === null ? ids : `${ids}, ${visibleText(payer, 80)}`
}

const CLOSINGS: Both<(facts: ClaimLetterFacts, isLong: boolean) => readonly string[]> = {
  en: ({ number }, isLong) => [
    `Enclosed: claim.csv, with each difference${isLong ? ', what it follows from' : ''}, its references and payment ids; for each settlement a folder with the answers of your service as we received them; and SHA256SUMS, which shows that nothing in them was changed.`,
    `Please quote No. ${number} in your answer and with the payment.`,
  ],
  es: ({ number }, isLong) => [
    `Adjuntamos claim.csv, con cada diferencia${isLong ? ', su sustento' : ''}, sus referencias y sus identificadores de pago; por cada liquidación, una carpeta con las respuestas de su servicio tal como las recibimos; y SHA256SUMS, con el que se comprueba que nada se modificó.`,
    `Por favor citen el N.º ${number} en su respuesta y en el pago.`,
  ],
}

/** The letter as plain text, at most 78 characters wide. */
export const letterText = (letter: LetterParts): string => {
  const { from, to, date, sirs, subject, greeting, opening, heads, lines, more, total, closing, farewell } = letter
  const paragraph = (text: string): string => wrapText('', text, WIDTH).join('\n')
  const rows = lines.map(({ cells, says }) => {
    const [number = '', day = '', cycle = '', field = '', reported = '', ours = '', sum = ''] = cells
    const [, , cycleHead = '', , reportedHead = '', oursHead = '', sumHead = ''] = heads
    return [
      `${number}. ${day}, ${cycleHead.toLowerCase()} ${cycle}, ${field}`,
      ...wrapText('   ', `${reportedHead}: ${reported}. ${oursHead}: ${ours}. ${sumHead}: ${sum}.`, WIDTH),
      ...says.flatMap((text) => wrapText('   ', text, WIDTH)),
    ].join('\n')
  })
  return `${[
    date,
    [sirs, ...to].join('\n'),
    paragraph(subject),
    greeting,
    ...opening.map(paragraph),
    ...rows,
    ...(more === null ? [] : [more]),
    paragraph(`${total.head}: ${total.digits} (${total.words}).`),
    ...closing.map(paragraph),
    farewell,
    from.join('\n'),
  ].join('\n\n')}\n`
}

const WIDTH = 78

/** Longer addresses are cut by some mail programs. The message then has what the letter begins and ends with. */
const ADDRESS_MAX = 6000

const mailtoOf = (letter: Omit<LetterParts, 'mailto'>): string | null => {
  const address = letter.to.map((line) => /[^\s<>@,;"]+@[^\s<>@,;"]+\.[A-Za-z]{2,}/.exec(line)?.[0]).find((one) => one)
  if (address === undefined) return null
  const written = (body: string): string =>
    `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(letter.title)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  const whole = written(letterText({ ...letter, mailto: null }))
  return whole.length <= ADDRESS_MAX ? whole : written(letterText({ ...letter, lines: [], mailto: null }))
}

interface NumberedRow {
  readonly row: ClaimRow
  readonly number: number
}

/** Each sum of the letter, for whoever works on it in a spreadsheet. */
export const CLAIM_LEDGER = ledger<NumberedRow, { readonly letter: number; readonly language: Language }>('claim.csv', [
  csvColumn('letter', (_, { letter }) => letter, 'the number of the letter'),
  csvColumn('number', ({ number }) => number, 'the number of the row in the letter'),
  csvColumn('date', ({ row }) => row.slot.date, 'the settlement: its date'),
  csvColumn('cycle', ({ row }) => row.slot.cycle, 'the settlement: its cycle'),
  csvColumn('field', ({ row }) => row.field, "the operator's name of the field"),
  csvColumn('reported', ({ row }) => row.reported, 'what the operator reports'),
  csvColumn(
    'should_be',
    ({ row }) => row.ours,
    'what it should be; of a status, the payout; of a payout that did not come whole to the bank, what came',
  ),
  csvColumn('difference', ({ row }) => row.sum, 'what is asked for'),
  csvColumn('explanation', ({ row }, { language }) => GROUNDS[language](row).join(' '), 'what it follows from'),
  csvColumn(
    'references',
    ({ row }) => row.invoices.flatMap(({ reference }) => reference ?? []).join(' '),
    'the references of its invoices',
  ),
  csvColumn(
    'payment_ids',
    ({ row }) => row.invoices.flatMap(({ paymentId }) => paymentId ?? []).join(' '),
    'their payment ids',
  ),
])
