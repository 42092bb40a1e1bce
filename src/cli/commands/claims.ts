import { resolve } from 'node:path'
import type { LetterReport } from '../../../jobs/claims/claim-letter.ts'
import { totalOfLetter } from '../../../reports/claims/letter-facts.ts'
import { CLAIMS_LETTER } from '../../../reports/documents/claims.ts'
import { TICKET_MAX_CHARACTERS } from '../../core/findings/act.ts'
import { sumOf } from '../../core/money.ts'
import { wordsIn } from '../../core/words-in.ts'
import { once } from '../../input/options.ts'
import { idShownBy, oneOf, orElse, refuseValue, type ValueReader } from '../../input/readers.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { howMany } from '../../std/how-many.ts'
import { confirmations } from '../../words/bank-words.ts'
import { dayIn } from '../../words/dates.ts'
import { LANGUAGES, type Language } from '../../words/language.ts'
import { moneyIn } from '../../words/money.ts'
import { TO_WRITE } from '../../words/to-write.ts'
import {
  type Command,
  type CommandAnswer,
  commandWith,
  DEBUG,
  type Flags,
  JSON_FLAG,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import { NAMES, PACK_PLACE } from './audit.ts'
import { BY, dispositionAnswer, PAYER, PROMISED, parseAuthor, settleAnswer } from './decisions.ts'

const { out: _, ...PLACES } = SETTINGS
const LAST: Flags = { ...JSON_FLAG, ...SETTINGS, ...DEBUG }

const LETTER = /^[1-9]\d{0,4}$/
const A_LETTER = {
  en: 'the number of a letter, as "cuadre claims list" shows it',
  es: 'el número de una carta, como lo muestra "cuadre claims list"',
}

const letterNumber: ValueReader<number> = (name, typed) =>
  typeof typed === 'string' && LETTER.test(typed) ? Number(typed) : refuseValue(name, typed, A_LETTER)

export const claimsLetter = commandWith({
  name: 'claims letter',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'A letter to the operator about what it owes, with the evidence; what it asks for is claimed under its number',
    es: 'Carta al operador por lo que debe, con los soportes; lo que pide queda reclamado con su número',
  },
  manual: 'Without ids: all that the operator owes and that is not claimed. See [Claims](claims.md).',
  operand: '[id..]',
  examples: [
    [
      'cuadre claims letter --out claim.zip',
      { en: 'all that is not claimed', es: 'todo lo que no se ha reclamado' },
      'cuadre claims letter --out reclamacion.zip',
    ],
    [
      'cuadre claims letter --again 3 --out reminder.zip',
      { en: 'what is left of letter 3, with the days gone by', es: 'lo que falta de la carta 3, con los días pasados' },
      'cuadre claims letter --again 3 --out recordatorio.zip',
    ],
  ],
  options: {
    ...PACK_PLACE,
    language: once(
      { en: 'en or es: that of the letter (es)', es: 'en o es: el de la carta (es)' },
      orElse(oneOf(LANGUAGES), 'es' as const),
    ),
    again: once({ en: 'Remind of this letter', es: 'Recuerda esta carta' }, orElse(letterNumber, null)),
    ...NAMES,
  },
  flags: { ...BY, ...JSON_FLAG, ...PLACES, ...DEBUG },
  execute: async ({ out, again, language, names: hasNames }, given, io) => {
    if (again !== null && given.operands.length > 0)
      throw usageError(
        { en: '--again takes no ids', es: '--again no lleva ids' },
        { en: 'it asks for all that is left of the letter', es: 'pide todo lo que falta de la carta' },
      )
    const request = {
      ids: given.operands.map((id) => idShownBy('discrepancies list')('<id>', id)),
      again,
      path: resolve(io.cwd, out),
      language,
      hasNames,
      by: parseAuthor(given),
    }
    const { writeLetter } = await import('../../../jobs/claims/claim-letter.ts')
    return letterAnswer(await writeLetter(contextOf(given, io, { out: undefined }), request), out, io)
  },
})

const letterAnswer = (report: LetterReport, path: string, { language }: Io): CommandAnswer => ({
  document: () => CLAIMS_LETTER.of({ ...report, path }),
  text: () => {
    const { letter, leftOut, act } = report
    const left = leftOut.length === 0 ? [] : leftOutIn(leftOut, language)
    if (letter === null)
      return [
        {
          en: `The operator owes nothing ${left.length > 0 ? 'else ' : ''}that is not claimed: no letter was made.`,
          es: `El operador no debe nada ${left.length > 0 ? 'más ' : ''}que no esté reclamado: no se hizo ninguna carta.`,
        }[language],
        ...left,
      ]
    const [sum, day, file] = [
      moneyIn(totalOfLetter(letter), language),
      dayIn(letter.answerBy, language),
      harmless(path),
    ]
    const claimed = new Set(act.discrepancies.map(({ discrepancy }) => discrepancy.case)).size
    return [
      {
        en: `Letter ${letter.number}${letter.again === null ? '' : ', a reminder'}: ${sum}, to be answered by ${day}, in ${file}`,
        es: `Carta ${letter.number}${letter.again === null ? '' : ', un recordatorio'}: ${sum}, para responder a más tardar el ${day}, en ${file}`,
      }[language],
      ...(claimed === 0 ? [] : [CLAIMED[language](claimed)]),
      ...left,
      (letter.ticket === null ? SEND : SEND_AGAIN)[language](letter.number),
    ]
  },
})

/** What was not asked for, with the commands that say that it arrived. */
const leftOutIn = (leftOut: LetterReport['leftOut'], language: Language): readonly string[] => {
  const sum = moneyIn(sumOf(leftOut.map(({ owed }) => owed.sum)), language)
  const first = leftOut[0]?.owed.cases[0]
  return [
    {
      en: `${sum} left out, since the bank may have it already. Decide about each, or claim it by its id, such as ${first}:`,
      es: `Quedan por fuera ${sum}, porque tal vez ya están en el banco. Decida sobre cada una, o reclámela con su id, como ${first}:`,
    }[language],
    ...leftOut.flatMap(({ report: { slot }, arrival }) =>
      arrival?.kind === 'arrived'
        ? [`cuadre explain ${slot.date} ${slot.cycle}`]
        : arrival
          ? confirmations({ slot, arrival }, language)
          : [],
    ),
  ]
}

const CLAIMED: Both<(cases: number) => string> = {
  en: (cases) => `${cases} ${cases === 1 ? 'case is' : 'cases are'} claimed under this number.`,
  es: (cases) => `${cases === 1 ? 'Un caso queda reclamado' : `${cases} casos quedan reclamados`} con este número.`,
}

const SEND_AGAIN: Both<() => string> = {
  en: () => 'Read letter.html, and print or send it with the rest.',
  es: () => 'Lea letter.html, e imprímala o envíela con lo demás.',
}

const SEND: Both<(letter: number) => string> = {
  en: (letter) =>
    `Read letter.html, print or send it with the rest, and add the ticket you get: cuadre claims ticket ${letter} ${TO_WRITE.ticket.en}`,
  es: (letter) =>
    `Lea letter.html, imprímala o envíela con lo demás, y agregue el radicado que le den: cuadre claims ticket ${letter} ${TO_WRITE.ticket.es}`,
}

export const claimsSettle: Command = {
  name: 'claims settle',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'What was paid of a letter: by the adjustments of a later settlement, or by a credit at the bank',
    es: 'Lo que se pagó de una carta: con los ajustes de otra liquidación, o con una consignación en el banco',
  },
  manual: 'As `discrepancies settle`, for all that is still claimed of a letter, or for ids.',
  operand: 'number-or-id..',
  examples: [
    [
      'cuadre claims settle 3 --by 2026-11-12/11',
      { en: 'letter 3, by the adjustments of that settlement', es: 'la carta 3, con los ajustes de esa liquidación' },
    ],
  ],
  flags: {
    ...PAYER,
    ...LAST,
  },
  execute: async (given, io) => {
    const { casesOut } = await import('../../../jobs/claims/claims.ts')
    return settleAnswer(given, io, async (context) => {
      const ids: string[] = []
      for (const typed of given.operands)
        ids.push(
          ...(LETTER.test(typed)
            ? await casesOut(context, Number(typed), ({ isPayable }) => isPayable)
            : [idShownBy('claims list')('<id>', typed)]),
        )
      return { kind: 'ids', ids }
    })
  },
}

export const claimsTicket = commandWith({
  name: 'claims ticket',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: "Adds the operator's number to a letter, and the day it promised",
    es: 'Agrega a una carta el radicado del operador y el día que prometió',
  },
  operand: 'number ticket',
  examples: [['cuadre claims ticket 3 PQR-4711', { en: 'the ticket of letter 3', es: 'el radicado de la carta 3' }]],
  options: PROMISED,
  flags: { ...BY, ...LAST },
  execute: async ({ until }, given, io) => {
    const [typed = '', ticket = ''] = given.operands
    const request = {
      number: letterNumber('<number>', typed),
      ticket: wordsIn({ en: 'the ticket', es: 'el radicado' }, ticket, TICKET_MAX_CHARACTERS),
      until,
      by: parseAuthor(given),
    }
    const context = contextOf(given, io)
    const { giveTicket } = await import('../../../jobs/claims/claims.ts')
    const report = await giveTicket(context, request)
    const number = new Set(report.discrepancies.map(({ discrepancy }) => discrepancy.case)).size
    return {
      ...dispositionAnswer(report, context.settings.merchant, io),
      text: () => [
        {
          en: `Letter ${request.number}, ${howMany(number, 'case')}: ticket ${harmless(request.ticket)}`,
          es: `Carta ${request.number}, ${number} ${number === 1 ? 'caso' : 'casos'}: radicado ${harmless(request.ticket)}`,
        }[io.language],
      ],
    }
  },
})
