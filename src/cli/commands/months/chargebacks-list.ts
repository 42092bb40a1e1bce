import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import {
  type ChargebacksReport,
  chargebacksListDocument,
  possibleSets,
} from '../../../../reports/documents/chargebacks.ts'
import type { Adjustment } from '../../../domain/assessment/chargeback-account.ts'
import { minus, sumOf } from '../../../domain/money.ts'
import type { Slot } from '../../../domain/slot.ts'
import type { Language } from '../../../i18n/language.ts'
import { inTable, signedInTable, slotInTable } from '../../../print/in-table.ts'
import { jsonText } from '../../../publish/json.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { quietContext } from '../discrepancies/disposition-flags.ts'

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
    const { readChargebacks } = await import('../../../../jobs/chargebacks.ts')
    const report = await readChargebacks(quietContext(given, io))
    const document = answerDocument('chargebacks list', 0, chargebacksListDocument(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : chargebacksText(report, io.language))
    return 0
  },
}

/** Both lists with their totals, and the ties in force. */
export const chargebacksText = ({ account, ties }: ChargebacksReport, language: Language): string => {
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
