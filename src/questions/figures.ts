import type { Explanation } from '../../reports/documents/explanation.ts'
import { bankedOf } from '../core/bank/bank-overview.ts'
import { type Amount, addAmounts, type Centavos, inWords, minus, negate, size, ZERO } from '../core/money.ts'
import type { PayoutRule } from '../core/payout.ts'
import { type Display, paint } from '../print/display.ts'
import { countInTable, inTable, signedInTable, sumIn } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { businessDaysRead } from '../rules/account/business-days-read.ts'
import {
  type Bucket,
  DIFFERENCE_STATES,
  type DifferenceState,
  type NotCompared,
  type Position,
  paidOutOf,
  totalOf,
} from '../rules/account/position.ts'
import type { ChargebackBalance } from '../rules/assessment/chargeback-account.ts'
import type { SlotReport } from '../rules/assessment/slot-report.ts'
import { alignColumns } from '../std/align-columns.ts'
import { type Both, inBoth } from '../std/both.ts'
import { capitalize } from '../std/capitalize.ts'
import { harmless } from '../std/harmless.ts'
import { howMany } from '../std/how-many.ts'
import { largest } from '../std/largest.ts'
import { wrapText } from '../std/wrap-text.ts'
import { dayIn } from '../words/dates.ts'
import { firstSentence } from '../words/first-sentence.ts'
import type { Language } from '../words/language.ts'
import { countOf, numberIn } from '../words/money.ts'
import { SAY } from '../words/say.ts'

/**
 * The money in words, then a table of reported against expected that adds up, then the source of the expected figures.
 */
export const figures = (explanation: Explanation, width: number, language: Language): readonly string[] => {
  const { report } = explanation
  if (report.totals === null)
    return [{ en: 'No figures: it was never read whole.', es: 'Sin cifras: nunca se leyó completa.' }[language]]
  const table = alignColumns([HEAD[language], ...rowsOf(report, language)], 1)
  const rule = '-'.repeat(largest(table.map((line) => line.length)))
  const [head = '', ...lines] = table
  return [
    ...standingOfMoney(explanation, language).flatMap((line) => wrapText('', line, width)),
    '',
    head,
    rule,
    ...lines,
    '',
    ...sources(explanation, language).flatMap((line) => wrapText('', line, width)),
  ]
}

const HEAD: Both<readonly string[]> = {
  en: ['COP', 'reported', 'expected', 'difference'],
  es: ['COP', 'reportado', 'esperado', 'diferencia'],
}

type Sums = readonly [reported: Centavos | null, expected: Centavos | null]

/**
 * Collected less deductions is the payout due, shown next to the payout reported. Each row adds up, and so do the first
 * two columns down to that line.
 */
const rowsOf = (report: SlotReport, language: Language): readonly (readonly string[])[] => {
  const { settlement, payout, totals, money } = report
  // Where the policy leaves only the payout unchecked, the list is compared.
  const isCompared = money.notCompared === null
  const parts = settlement === null ? null : money.parts
  const taken: readonly (readonly [string, Sums])[] =
    parts === null
      ? []
      : [
          [{ en: '- fees deducted', es: '- comisiones descontadas' }[language], both(negate(parts.feesDeducted))],
          [{ en: '+ adjustments', es: '+ ajustes' }[language], both(parts.adjustments)],
          ...(parts.keptByGateway === ZERO
            ? []
            : [
                [
                  { en: '- kept by the gateway', es: '- no girado por la pasarela' }[language],
                  [negate(settlement?.collected ?? ZERO), negate(parts.keptByGateway)],
                ] as const,
              ]),
        ]
  return [
    countRow(report, isCompared, language),
    sumRow(
      { en: 'collected', es: 'recaudo' }[language],
      [settlement?.collected ?? null, totals?.collected ?? null],
      isCompared,
      language,
    ),
    ...taken.map(([name, sums]) => sumRow(name, sums, false, language)),
    ...(parts === null
      ? []
      : [
          sumRow(
            { en: '= to be paid out', es: '= por abonar' }[language],
            [payout?.payout ?? null, money.expected],
            isCompared,
            language,
          ),
        ]),
    ...(settlement === null
      ? []
      : [sumRow(PLACES[placeOf(report)][language], [settlement.payout, money.expected], isCompared, language)]),
  ]
}

const both = (sum: Centavos): Sums => [sum, sum]

const sumRow = (
  name: string,
  [reported, expected]: Sums,
  isCompared: boolean,
  language: Language,
): readonly string[] => {
  const difference = isCompared && reported !== null && expected !== null ? minus(reported, expected) : null
  return [
    name,
    inTable(reported, language),
    inTable(expected, language),
    difference === null ? '' : signedInTable(difference, language),
  ]
}

const countRow = ({ settlement, totals }: SlotReport, isCompared: boolean, language: Language): readonly string[] => {
  const [reported, listed] = [settlement?.invoiceCount ?? null, totals?.counted ?? null]
  const difference = isCompared && reported !== null && listed !== null ? reported - listed : null
  const sign = difference !== null && difference > 0 ? '+' : ''
  return [
    { en: 'invoices', es: 'facturas' }[language],
    reported === null ? '' : countInTable(reported, language),
    listed === null ? '' : countInTable(listed, language),
    difference === null ? '' : `${sign}${countInTable(difference, language)}`,
  ]
}

/** The place of the payout: exactly one of the three. */
const placeOf = ({ money: { inProcess, failed, notCompared, isEcho } }: SlotReport): keyof typeof PLACES => {
  if (isEcho === true) return 'ofAnother'
  if (notCompared === 'failed' || (failed !== null && failed !== ZERO)) return 'failed'
  return notCompared === 'not-final' || (inProcess !== null && inProcess !== ZERO) ? 'inProcess' : 'paidOut'
}

const PLACES = {
  ofAnother: { en: 'another settlement', es: 'otra liquidación' },
  failed: { en: 'failed', es: 'fallido' },
  inProcess: { en: 'in process', es: 'en proceso' },
  paidOut: { en: 'paid out', es: 'abonado' },
} as const satisfies Readonly<Record<string, Both<string>>>

const STATES = {
  tolerated: { en: 'tolerated', es: 'dentro de la tolerancia' },
  claimed: { en: 'claimed', es: 'reclamado' },
  accepted: { en: 'accepted', es: 'aceptado' },
  paid: { en: 'paid elsewhere', es: 'pagado por otra vía' },
} as const satisfies Readonly<Record<string, Both<string>>>

/** Who owes whom, or why that is unknown; and where the money is. */
const standingOfMoney = ({ report, arrival }: Explanation, language: Language): readonly string[] => {
  const { money, settlement } = report
  if (money.difference === null) return [notCompared(report, language)]
  const place = settlement === null ? '' : ` ${placeOfPayout(settlement.payout, arrival, report)[language]}`
  if (money.difference === ZERO && report.verdict === 'discrepant')
    return [
      {
        en: `The payout is as expected; something else disagrees.${place}`,
        es: `El abono es el esperado; otros datos no cuadran.${place}`,
      }[language],
    ]
  if (money.difference === ZERO)
    return [{ en: `The figures agree.${place}`, es: `Las cifras cuadran.${place}` }[language]]
  const parts = (['open', 'claimed', 'tolerated', 'accepted', 'paid'] as const).filter(
    (state) => money.shares[state] !== ZERO,
  )
  return [`${parts.map((state) => owedOrOverpaid(money.shares[state], state, language)).join('. ')}.${place}`]
}

/** What the bank's statements contradict is the operator's word. */
const placeOfPayout = (payout: Centavos, arrival: Explanation['arrival'], report: SlotReport): Both<string> => {
  const [en, es] = [sumIn(payout, 'en'), sumIn(payout, 'es')]
  if (arrival?.kind === 'missing')
    return {
      en: `The operator reports ${en} as paid out, which did not arrive at the bank.`,
      es: `El operador reporta abonados ${es}, que no han llegado al banco.`,
    }
  const banked = arrival === null ? null : bankedOf(arrival)
  if (banked !== null && banked !== payout) {
    const isOpen = arrival?.kind === 'unconfirmed' && report.arrival?.isConfirmed !== true
    return {
      en: `The operator reports ${en} as paid out; ${sumIn(banked, 'en')} arrived at the bank${isOpen ? ', to be confirmed' : ''}.`,
      es: `El operador reporta abonados ${es}; al banco llegaron ${sumIn(banked, 'es')}${isOpen ? ', por confirmar' : ''}.`,
    }
  }
  return { en: `${en} was paid out.`, es: `Se abonaron ${es}.` }
}

/** A difference that a person accepted, or the tolerance covers, is no longer due. */
const owedOrOverpaid = (difference: Centavos, state: DifferenceState, language: Language): string => {
  const sum = sumIn(size(difference), language)
  const decided = state === 'none' || state === 'open' ? '' : ` (${STATES[state][language]})`
  if (difference > ZERO)
    return {
      en: `The operator paid ${sum} more than expected${decided}`,
      es: `El operador abonó ${sum} más de lo esperado${decided}`,
    }[language]
  if (state === 'accepted' || state === 'tolerated' || state === 'paid')
    return {
      en: `The operator paid ${sum} less than expected${decided}`,
      es: `El operador abonó ${sum} menos de lo esperado${decided}`,
    }[language]
  return {
    en: `The operator has still to pay ${sum}${decided}`,
    es: `El operador aún debe ${sum}${decided}`,
  }[language]
}

const notCompared = (report: SlotReport, language: Language): string => {
  const { money, settlement } = report
  const why = (money.notCompared === null ? UNCHECKED : WHY[money.notCompared](report))[language]
  const sum =
    settlement === null || money.isEcho === true
      ? ''
      : ` ${sumIn(settlement.payout, language)} ${SAID_OF[placeOf(report)][language]}.`
  return { en: `Not compared: ${why}.${sum}`, es: `Sin comparar: ${why}.${sum}` }[language]
}

const UNCHECKED = { en: 'the setting gateway says so', es: 'así lo indica el parámetro gateway' }

const SAID_OF = {
  ofAnother: { en: '', es: '' },
  failed: { en: 'was not paid out', es: 'no se abonaron' },
  inProcess: { en: 'is in process', es: 'en proceso' },
  paidOut: { en: 'was paid out', es: 'se abonaron' },
} as const satisfies Readonly<Record<keyof typeof PLACES, Both<string>>>

const WHY: Readonly<Record<NotCompared, (report: SlotReport) => Both<string>>> = {
  unread: () => ({
    en: 'the last attempt could not be read whole; these are the figures of the last whole reading',
    es: 'el último intento no se pudo leer completo; estas son las cifras de la última lectura completa',
  }),
  'no-settlement': ({ totals }) => {
    const [counted, collected] = [totals?.counted ?? 0, totals?.collected ?? ZERO]
    return {
      en: `there is no settlement; its ${countOf(counted, 'invoice', 'en')} come to ${sumIn(collected, 'en')}`,
      es: `no hay liquidación; ${counted === 1 ? 'su factura suma' : `sus ${numberIn(counted, 'es')} facturas suman`} ${sumIn(collected, 'es')}`,
    }
  },
  'not-final': ({ settlement }) => {
    const status = settlement?.status ?? ''
    return {
      en: `the settlement is ${harmless(status)}, which is not final`,
      es: `la liquidación está ${harmless(SAY.es.status(status))}, y ese estado no es definitivo`,
    }
  },
  failed: () => ({ en: 'the settlement failed', es: 'la liquidación falló' }),
  malformed: ({ list }) => {
    const number = list?.malformed ?? 0
    return {
      en: `${countOf(number, 'record', 'en')} of the list cannot be read`,
      es: `no se ${number === 1 ? 'puede' : 'pueden'} leer ${countOf(number, 'record', 'es')} de la lista`,
    }
  },
  echo: () => ({
    en: 'the service answered with the settlement of another date or cycle',
    es: 'el servicio respondió con la liquidación de otra fecha o ciclo',
  }),
}

const GATEWAY_RULES: Readonly<Record<Exclude<PayoutRule, 'net' | 'gross'>, Both<string>>> = {
  'gateway-collected': {
    en: 'all that is listed, as gateway settlements may be paid',
    es: 'todo lo listado, como pueden abonarse las liquidaciones de pasarela',
  },
  'gateway-zero': {
    en: 'nothing, as gateway settlements may be paid',
    es: 'nada, como pueden abonarse las liquidaciones de pasarela',
  },
  'gateway-adjustments-less-fees': {
    en: 'adjustments - fees, as gateway settlements may be paid',
    es: 'ajustes - comisiones, como pueden abonarse las liquidaciones de pasarela',
  },
  unchecked: {
    en: 'not checked: the setting gateway says so',
    es: 'no se verifica: así lo indica el parámetro gateway',
  },
}

/** The equation of the expected payout, with the policy's fees and sign of adjustments. */
const ruleText = (rule: PayoutRule, { settlement, money: { parts } }: SlotReport): Both<string> => {
  if (rule !== 'net' && rule !== 'gross') return GATEWAY_RULES[rule]
  const isSubtracted = parts !== null && parts.adjustments !== ZERO && parts.adjustments !== settlement?.adjustments
  const sign = isSubtracted ? '-' : '+'
  const [en, es] = [`fees ${sign} adjustments`, `comisiones ${sign} ajustes`]
  if (rule === 'net') return { en: `listed - ${en}`, es: `listado - ${es}` }
  return parts !== null && parts.feesDeducted !== ZERO
    ? {
        en: `listed - ${en}; fees are billed apart, and the setting postpaidFees deducts them`,
        es: `listado - ${es}; las comisiones se facturan aparte, y el parámetro postpaidFees las descuenta`,
      }
    : {
        en: `listed ${sign} adjustments; fees are billed apart`,
        es: `listado ${sign} ajustes; las comisiones se facturan aparte`,
      }
}

const sources = ({ report, undetermined }: Explanation, language: Language): readonly string[] => {
  const { payout, money, settlement } = report
  const isOwnOff =
    settlement !== null && payout !== null && payout.payout !== null && payout.payout !== settlement.payout
  const rule = payout === null ? null : ruleText(payout.rule, report)
  return [
    {
      en: `Expected: invoices and collected as listed${rule === null ? '' : `; paid out: ${rule.en}`}.`,
      es: `Esperado: facturas y recaudo como en la lista${rule === null ? '' : `; abono: ${rule.es}`}.`,
    }[language],
    ...apartFromPayout(report).map((text) => text[language]),
    ...(isOwnOff && money.notCompared === null ? undetermined[language].map((text) => `${capitalize(text)}.`) : []),
    ...repeatSentences(report).map((text) => text[language]),
  ]
}

/** Amounts that are not part of the payout. */
const apartFromPayout = (report: SlotReport): readonly Both<string>[] => {
  const fees = report.money.parts?.feesNotDeducted ?? ZERO
  const adjustments = report.settlement?.adjustments ?? ZERO
  return [
    ...(fees === ZERO
      ? []
      : [
          {
            en: `Fees of ${sumIn(fees, 'en')} are not deducted from the payout.`,
            es: `Comisiones por ${sumIn(fees, 'es')} no se deducen del abono.`,
          },
        ]),
    ...(areAdjustmentsIgnored(report)
      ? [
          {
            en: `Adjustments of ${sumIn(adjustments, 'en')} are not part of the payout.`,
            es: `Ajustes por ${sumIn(adjustments, 'es')} no forman parte del abono.`,
          },
        ]
      : []),
  ]
}

const repeatSentences = ({ list }: SlotReport): readonly Both<string>[] => {
  const repeated = list?.repeated ?? 0
  if (repeated === 0) return []
  const isOne = repeated === 1
  return [
    {
      en: `${countOf(repeated, 'item', 'en')} of the list repeated ${isOne ? 'an invoice' : 'invoices'}; each counts once.`,
      es: `${countOf(repeated, 'item', 'es')} de la lista ${isOne ? 'repite una factura' : 'repiten facturas'}; cada una cuenta una vez.`,
    },
  ]
}

const areAdjustmentsIgnored = ({ settlement, money: { parts } }: SlotReport): boolean =>
  parts?.adjustments === ZERO && settlement !== null && settlement.adjustments !== ZERO

/** The chargebacks and adjustments of those days, and the two lines about their open parts, which are not netted. */
export const chargebackLines = (balance: ChargebackBalance, language: Language): readonly [string, ...string[]] => [
  {
    en: `${balance.from} to ${balance.to}: ${howMany(balance.seen, 'chargeback')} of ${inWords(balance.paid)}, adjustments of ${inWords(balance.adjustments)}`,
    es: `del ${dayIn(balance.from, 'es')} al ${dayIn(balance.to, 'es')}: ${countOf(balance.seen, 'chargeback', language)} por ${sumIn(balance.paid, language)}, ajustes por ${sumIn(balance.adjustments, language)}`,
  }[language],
  {
    en: `adjustments not explained: ${bothWays(balance.withoutChargeback, language)}`,
    es: `ajustes sin explicar: ${bothWays(balance.withoutChargeback, language)}`,
  }[language],
  {
    en: `chargebacks not debited yet: ${inAll(balance.notDebited, language)}`,
    es: `contracargos aún no debitados: ${inAll(balance.notDebited, language)}`,
  }[language],
  ...leftOutLines(balance, language),
]

/** Adjustments that gateway readings leave out of their payouts are in no other line. */
const leftOutLines = ({ leftOut }: ChargebackBalance, language: Language): readonly string[] => {
  if (leftOut.number === 0) return []
  const sums = inAll(leftOut, language)
  return [
    { en: `adjustments not part of a payout: ${sums}`, es: `ajustes que no hacen parte de un abono: ${sums}` }[
      language
    ],
  ]
}

const bothWays = ({ taken, brought }: ChargebackBalance['withoutChargeback'], language: Language): string => {
  const parts = [taken, brought].flatMap(({ number, sum }, at) =>
    number === 0 ? [] : [`${number} ${wayOf(at, number, language)}, ${sumIn(sum, language)}`],
  )
  return parts.join('; ') || inAll(taken, language)
}

const wayOf = (at: number, number: number, language: Language): string => {
  if (language === 'en') return at === 0 ? 'taken off' : 'added'
  return `${at === 0 ? 'descontado' : 'sumado'}${number === 1 ? '' : 's'}`
}

const inAll = ({ number, sum }: Amount, language: Language): string =>
  number === 0 ? { en: 'none', es: 'ninguno' }[language] : `${number}, ${sumIn(sum, language)}`

const MONEY_HEAD: Both<readonly string[]> = {
  en: ['Money', 'settlements', 'COP'],
  es: ['Dinero', 'liquidaciones', 'COP'],
}

/** A line of the table: its name with the sign in the sum, the number of settlements, and their sum. */
type Line = readonly [name: Both<string>, amount: AmountOrUnknown]

/** The sum is null when nothing of it was ever read. */
interface AmountOrUnknown {
  readonly number: number
  readonly sum: Centavos | null
}

/**
 * The money of all settlements. Expected, less what was paid too little, plus what was paid too much, is what was paid
 * out. Settlements that were not compared have lines of their own below. Lines of zero are left out.
 */
export const moneyTable = (position: Position, language: Language): readonly string[] => {
  const { owed, overpaid, failed, inProcess, noSettlement, notComparable } = position
  const differences: readonly Line[] = [
    ...byDecision({ en: '- owed', es: '- adeudado' }, owed, OPEN),
    ...byDecision({ en: '+ overpaid', es: '+ abonado de más' }, overpaid, OPEN),
  ]
  const [compared, unread] = [totalOf(position.compared), totalOf(position.unread)]
  const { bankMissing, bankLess, feesTooMuch, adjustmentsTaken } = position
  const atBank = (state: DifferenceState) => [state, addAmounts(bankMissing[state], bankLess[state])] as const
  const notAtBank = Object.fromEntries(DIFFERENCE_STATES.map(atBank)) as Position[Bucket]
  const chargedTooMuch = addAmounts(feesTooMuch.claimed, adjustmentsTaken.claimed)
  const apart: readonly Line[] = [
    ...byDecision({ en: 'of it not at the bank', es: 'de ello sin llegar al banco' }, notAtBank, OPEN),
    [
      { en: 'fees and adjustments of settlements, claimed', es: 'comisiones y ajustes liquidados, reclamado' },
      chargedTooMuch,
    ],
    ...byDecision({ en: 'failed', es: 'fallido' }, failed),
    ...byDecision({ en: 'in process, late', es: 'en proceso, fuera de plazo' }, inProcess),
    [{ en: 'in process', es: 'en proceso' }, inProcess.none],
    [{ en: 'settlement gone', es: 'liquidación que ya no está' }, position.gone.open],
    ...byDecision({ en: 'no settlement', es: 'sin liquidación' }, noSettlement, DUE),
    [{ en: 'no settlement yet', es: 'aún sin liquidación' }, noSettlement.none],
    [{ en: 'could not be compared', es: 'no se pudo comparar' }, notComparable.open],
    [{ en: 'not compared, set aside', es: 'sin comparar, dejado aparte' }, notComparable.none],
    [
      { en: 'not read', es: 'sin leer' },
      { ...unread, sum: unread.sum === ZERO ? null : unread.sum },
    ],
  ]
  return alignColumns(
    [
      MONEY_HEAD[language],
      row({ en: 'expected of what was compared', es: 'esperado de lo comparado' }, compared, language),
      ...usedColumns(differences, language),
      row({ en: '= paid out', es: '= abonado' }, { number: compared.number, sum: paidOutOf(position) }, language),
      ...usedColumns(apart, language),
    ],
    1,
  )
}

/** A line for each decision about a bucket, in their order: none of its pesos is left out. */
const byDecision = (name: Both<string>, decided: Position[Bucket], open = inBoth('')): readonly Line[] =>
  (['open', 'claimed', 'accepted', 'tolerated', 'paid'] as const).map((state) => {
    const decision = state === 'open' ? open : DECISIONS[state]
    return [inEach((language) => `${name[language]}${decision[language]}`), decided[state]]
  })

const OPEN = { en: ', open', es: ', abierto' }
const DUE = { en: ', though due', es: ', aunque ya correspondía' }
const DECISIONS: Readonly<Record<Exclude<DifferenceState, 'none' | 'open'>, Both<string>>> = {
  claimed: { en: ', claimed', es: ', reclamado' },
  accepted: { en: ', accepted', es: ', aceptado' },
  tolerated: { en: ', within tolerance', es: ', dentro de la tolerancia' },
  paid: { en: ', recovered', es: ', recuperado' },
}

const usedColumns = (lines: readonly Line[], language: Language): readonly (readonly string[])[] =>
  lines.filter(([, { number }]) => number > 0).map(([name, amount]) => row(name, amount, language))

const row = (name: Both<string>, { number, sum }: AmountOrUnknown, language: Language): readonly string[] => [
  name[language],
  countInTable(number, language),
  inTable(sum, language),
]

/** The first sentence about some settlements, the same as on every page and in every message. */
export const sentenceLines = (
  money: Position,
  reports: Parameters<typeof businessDaysRead>[0],
  display: Display,
): readonly string[] => {
  const { tone, text, note } = firstSentence(money, display.language, businessDaysRead(reports))
  return [
    ...paintLines(text, tone === 'neutral' ? 'plain' : tone, display),
    ...(note === undefined ? [] : paintLines(note, 'quiet', display)),
  ]
}

export const paintLines = (text: string, tone: Parameters<typeof paint>[1], display: Display): readonly string[] =>
  wrapText('', text, display.width).map((line) => paint(line, tone, display))
