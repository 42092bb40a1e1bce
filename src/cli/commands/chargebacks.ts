import type { ChargebackTieReport } from '../../../jobs/chargebacks.ts'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import {
  CHARGEBACKS_LIST,
  CHARGEBACKS_TIE,
  type ChargebacksReport,
  possibleSets,
} from '../../../reports/documents/chargebacks.ts'
import type { Adjustment } from '../../domain/assessment/chargeback-account.ts'
import { minus, sumOf } from '../../domain/money.ts'
import { type Slot, slotInWords } from '../../domain/slot.ts'
import type { Language } from '../../i18n/language.ts'
import { displayOf } from '../../print/display.ts'
import { inTable, signedInTable, slotInTable } from '../../print/in-table.ts'
import { jsonText } from '../../publish/json.ts'
import { alignColumns } from '../../std/align-columns.ts'
import { harmless } from '../../std/harmless.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { JSON_FLAG } from '../framework/job.ts'
import { fileLines } from '../terminal/report-text.ts'
import { numberOperand, slotIn } from './bank.ts'
import { BY, parseAuthor, parseReason, quietContext, REASON } from './decisions.ts'

export const chargebacksList: Command = {
  name: 'chargebacks list',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'Which adjustments debited which chargebacks, and what is left of both',
    es: 'Qué ajustes debitaron qué contracargos, y lo que queda de ambos',
  },
  manual: [
    [
      '[--json]',
      'Every chargeback and what debited it, every adjustment and what explains it, and the ties of people. Both tables foot.',
    ],
  ],
  examples: [['cuadre chargebacks list', { en: 'all of them', es: 'todos' }]],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { readChargebacks } = await import('../../../jobs/chargebacks.ts')
    const report = await readChargebacks(quietContext(given, io))
    const document = answerDocument('chargebacks list', 0, CHARGEBACKS_LIST.of(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : chargebacksText(report, io.language))
    return 0
  },
}

/** Both lists with their totals, and the ties in force. */
const chargebacksText = ({ account, ties }: ChargebacksReport, language: Language): string => {
  if (account.chargebacks.length + account.adjustments.length === 0)
    return { en: 'No chargebacks and no adjustments.\n', es: 'No hay contracargos ni ajustes.\n' }[language]
  const inForce = ties.filter(({ undone }) => undone === null)
  const sections = [
    account.chargebacks.length === 0 ? [] : chargebackTable(account, language),
    account.adjustments.length === 0 ? [] : adjustmentTable(account.adjustments, language),
    inForce.map(
      ({ number, by, reason, invoiceIds, adjustments }) =>
        `${{ en: 'tie', es: 'cruce' }[language]} ${number} (${harmless(by)}: ${harmless(reason)}): ${adjustments.map((slot) => slotInTable(slot, language)).join(', ')} = ${invoiceIds.map(harmless).join(', ')}`,
    ),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const chargebackTable = (account: ChargebacksReport['account'], language: Language): readonly string[] => {
  const debited = new Map(account.debited.map((one) => [one.invoiceId, one]))
  const equal = new Set(account.toDebit.flatMap(({ amongEqual }) => amongEqual.map(({ invoiceId }) => invoiceId)))
  const rows = account.chargebacks.map(({ slot, invoiceId, paid }) => {
    const { debitedBy = null, givenBackBy = null } = debited.get(invoiceId) ?? {}
    const left = debitedBy === null ? paid : null
    const by = debitedBy === null ? '' : debitedInWords(debitedBy, givenBackBy, language)
    const possible = equal.has(invoiceId) ? { en: ' (one of equal ones)', es: ' (uno entre iguales)' }[language] : ''
    return [
      slotInTable(slot, language),
      harmless(invoiceId),
      `${by}${possible}`.trim(),
      inTable(paid, language),
      inTable(debitedBy && paid, language),
      inTable(left, language),
    ]
  })
  const sums = [account.chargebacks, account.debited, account.notDebited].map((all) =>
    inTable(sumOf(all.map(({ paid }) => paid)), language),
  )
  return alignColumns(
    [
      {
        en: ['settlement', 'chargeback', 'debited by', 'COP', 'debited', 'not debited'],
        es: ['liquidación', 'contracargo', 'debitado por', 'COP', 'debitado', 'sin debitar'],
      }[language],
      ...rows,
      ['', '', '', ...sums],
    ],
    3,
  )
}

const debitedInWords = (by: Slot, back: Slot | null, language: Language): string => {
  if (back === null) return slotInTable(by, language)
  const given = { en: 'given back by', es: 'devuelto por' }[language]
  return `${slotInTable(by, language)}; ${given} ${slotInTable(back, language)}`
}

const adjustmentTable = (adjustments: readonly Adjustment[], language: Language): readonly string[] => {
  const rows = adjustments.map((one) => {
    const sets = possibleSets(one.explanation).map((set) => set.map(({ invoiceId }) => harmless(invoiceId)).join(' + '))
    const or = { en: ' or ', es: ' o ' }[language]
    return [slotInTable(one.slot, language), sets.join(or), ...sumsOf([one], language)]
  })
  return alignColumns(
    [
      {
        en: ['settlement', 'explained by', 'adjustments', 'explained', 'not explained'],
        es: ['liquidación', 'explicado por', 'ajustes', 'explicado', 'sin explicar'],
      }[language],
      ...rows,
      ['', '', ...sumsOf(adjustments, language)],
    ],
    2,
  )
}

const sumsOf = (adjustments: readonly Adjustment[], language: Language): readonly string[] => {
  const [effect, explained] = [
    sumOf(adjustments.map((one) => one.effect)),
    sumOf(adjustments.map((one) => one.explained)),
  ]
  return [effect, explained, minus(effect, explained)].map((sum) => signedInTable(sum, language))
}

export const chargebacksTie: Command = {
  name: 'chargebacks tie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Say which adjustments debited which chargebacks',
    es: 'Dice qué ajustes debitaron qué contracargos',
  },
  manual: [
    [
      'INVOICE... --adjustment DATE/CYCLE... --reason TEXT [--by NAME] [--json]',
      'The adjustments of these settlements debited these chargebacks, which goes before exact sums. The chargebacks are debited whole; what is left of the adjustments is not explained.',
    ],
  ],
  operand: 'invoice..',
  examples: [
    [
      'cuadre chargebacks tie inv-1 --adjustment 2026-03-12/11 --reason "with a fee of 2,000"',
      { en: 'an adjustment that is more than its chargeback', es: 'un ajuste mayor que su contracargo' },
      'cuadre chargebacks tie inv-1 --adjustment 2026-03-12/11 --reason "con una comisión de 2.000"',
    ],
  ],
  flags: {
    adjustment: {
      kind: 'repeatable',
      describe: {
        en: 'A settlement whose adjustments debited them: 2026-03-12/11; may be given again',
        es: 'Una liquidación cuyos ajustes los debitaron: 2026-03-12/11; se puede repetir',
      },
    },
    ...REASON,
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const request = {
      invoiceIds: given.operands,
      adjustments: adjustmentsIn(given),
      reason: parseReason(given, { en: 'a tie', es: 'un cruce' }),
      by: parseAuthor(given),
    }
    const { tieChargebacks } = await import('../../../jobs/chargebacks.ts')
    return printChargebackTie('chargebacks tie', given, io, await tieChargebacks(quietContext(given, io), request))
  },
}

const adjustmentsIn = (given: CommandArguments): readonly Slot[] => {
  const slots = given.all('adjustment').map(slotIn)
  if (slots.length > 0) return slots
  throw usageError(
    { en: '--adjustment is missing', es: 'falta --adjustment' },
    {
      en: 'name the settlement whose adjustments debited them: --adjustment 2026-03-12/11',
      es: 'indique la liquidación cuyos ajustes los debitaron: --adjustment 2026-03-12/11',
    },
  )
}

/** Prints the tie, and what is left of chargebacks and adjustments. */
const printChargebackTie = async (
  command: 'chargebacks tie' | 'chargebacks untie',
  given: CommandArguments,
  io: Io,
  report: ChargebackTieReport,
): Promise<number> => {
  const files = report.report.files.map((path) => fromHere(path, io.cwd))
  const { number, adjustments, invoiceIds, undone } = report.tie
  const said = `${adjustments.map((slot) => slotInWords(slot)[io.language]).join(', ')} = ${invoiceIds.join(', ')}`
  const state =
    undone === null
      ? { en: `tie ${number}: ${said}`, es: `cruce ${number}: ${said}` }
      : { en: `tie ${number} is undone: ${said}`, es: `cruce ${number} deshecho: ${said}` }
  const body = CHARGEBACKS_TIE.of({ ...report, files })
  const text = [
    state[io.language],
    '',
    chargebacksText(report, io.language),
    ...fileLines(files, displayOf(io, io.language)),
  ]
  await io.stdout(given.isOn('json') ? `${jsonText(answerDocument(command, 0, body))}\n` : `${text.join('\n')}\n`)
  return 0
}

export const chargebacksUntie: Command = {
  name: 'chargebacks untie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Undo a tie of chargebacks and adjustments',
    es: 'Deshace un cruce de contracargos y ajustes',
  },
  manual: [['TIE --reason TEXT [--by NAME] [--json]', 'Undoes a tie, by its number. Exact sums match them again.']],
  operand: 'tie',
  examples: [
    [
      'cuadre chargebacks untie 45 --reason "another chargeback"',
      { en: 'tie 45 of "cuadre chargebacks list"', es: 'el cruce 45 de "cuadre chargebacks list"' },
      'cuadre chargebacks untie 45 --reason "otro contracargo"',
    ],
  ],
  flags: { ...REASON, ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const request = {
      number: numberOperand(given, { en: 'a tie', es: 'un cruce' }, 'cuadre chargebacks list'),
      reason: parseReason(given, { en: 'undoing a tie', es: 'deshacer un cruce' }),
      by: parseAuthor(given),
    }
    const { untieChargebacks } = await import('../../../jobs/chargebacks.ts')
    return printChargebackTie('chargebacks untie', given, io, await untieChargebacks(quietContext(given, io), request))
  },
}
