import { resolve } from 'node:path'
import { INVOICE_IMPORT, INVOICE_VOID, type InvoiceImport } from '../../../reports/documents/fees/fees-invoices.ts'
import type { FeesOfMonth } from '../../core/fees/operator-invoice.ts'
import { wordsIn } from '../../core/words-in.ts'
import { month } from '../../input/dates.ts'
import { once } from '../../input/options.ts'
import { orElse } from '../../input/readers.ts'
import { sumIn } from '../../print/in-table.ts'
import { harmless } from '../../std/harmless.ts'
import type { Language } from '../../words/language.ts'
import { type Command, commandWith } from '../framework/command.ts'
import { contextOf } from '../framework/job.ts'
import { BY_HAND, WITH_REASON, writtenAnswer } from './by-hand.ts'
import { parseAuthor, parseReason } from './decisions.ts'

export const feesInvoiceImport = commandWith({
  name: 'fees invoice import',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: "Import the operator's electronic invoices, and compare them with its fees",
    es: 'Importa las facturas electrónicas del operador y las compara con sus comisiones',
  },
  manual:
    "All of them or none; a file imported twice changes nothing. See [The operator's invoice](fees.md#the-operators-invoice).",
  operand: 'file..',
  examples: [
    ['cuadre fees invoice import invoice.zip', { en: 'as the operator mails it', es: 'como la envía el operador' }],
    [
      'cuadre fees invoice import invoice.xml --month 2026-02',
      { en: 'it names no period: that of February', es: 'no dice su período: la de febrero' },
    ],
  ],
  options: {
    month: once(
      {
        en: 'The month, where the invoice names no period: YYYY-MM',
        es: 'El mes, cuando la factura no dice su período: AAAA-MM',
      },
      orElse(month, null),
    ),
  },
  flags: BY_HAND,
  execute: async ({ month }, given, io) => {
    const request = {
      files: given.operands.map((file) => resolve(io.cwd, file)),
      month,
      by: parseAuthor(given),
    }
    const { importInvoices } = await import('../../../jobs/fees/import-invoices.ts')
    const report = await importInvoices(contextOf(given, io), request)
    const lines = [
      ...report.imports.map((one) => importLine(one, io.language)),
      ...report.months.map((one) => monthLine(one, io.language)),
    ]
    return writtenAnswer(report, INVOICE_IMPORT, lines, io)
  },
})

const importLine = ({ name, invoice, isKnown }: InvoiceImport, language: Language): string => {
  const [file, number] = [harmless(name), harmless(invoice.number)]
  if (isKnown)
    return {
      en: `${file}: ${number} was imported before; nothing changed`,
      es: `${file}: la ${number} ya se había importado; nada cambió`,
    }[language]
  const [base, iva] = [sumIn(invoice.base, language), sumIn(invoice.iva, language)]
  const kind = {
    en: invoice.kind === 'invoice' ? 'invoice' : 'credit note',
    es: invoice.kind === 'invoice' ? 'factura' : 'nota crédito',
  }
  return {
    en: `${file}: ${kind.en} ${number} for ${invoice.period}: base ${base}, IVA ${iva}`,
    es: `${file}: ${kind.es} ${number} de ${invoice.period}: base ${base}, IVA ${iva}`,
  }[language]
}

const monthLine = ({ month, invoiced, expected, difference }: FeesOfMonth, language: Language): string => {
  const [is, should] = [sumIn(invoiced ?? expected, language), sumIn(expected, language)]
  const rest = sumIn(difference ?? expected, language)
  if (difference === 0n)
    return {
      en: `${month}: invoiced ${is}, which is exactly the fees of its settlements`,
      es: `${month}: facturado ${is}, exactamente las comisiones de sus liquidaciones`,
    }[language]
  return {
    en: `${month}: invoiced ${is}; the fees of its settlements come to ${should}; difference ${rest}. See "cuadre fees --month ${month}"`,
    es: `${month}: facturado ${is}; las comisiones de sus liquidaciones suman ${should}; diferencia ${rest}. Vea "cuadre fees --month ${month}"`,
  }[language]
}

export const feesInvoiceVoid: Command = {
  name: 'fees invoice void',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Void an imported invoice of the operator; its number is free again',
    es: 'Anula una factura importada del operador; su número queda libre',
  },
  manual: 'By its own number or its CUFE.',
  operand: 'number',
  examples: [
    [
      'cuadre fees invoice void FE-1024 --reason "issued again"',
      { en: 'an invoice of "cuadre fees invoice list"', es: 'una factura de "cuadre fees invoice list"' },
      'cuadre fees invoice void FE-1024 --reason "la emitieron de nuevo"',
    ],
  ],
  flags: WITH_REASON,
  execute: async (given, io) => {
    const request = {
      number: wordsIn({ en: 'the number of an invoice', es: 'el número de una factura' }, given.operands[0] ?? '', 128),
      reason: parseReason(given, { en: 'voiding an invoice', es: 'anular una factura' }),
      by: parseAuthor(given),
    }
    const { voidInvoice } = await import('../../../jobs/fees/import-invoices.ts')
    const report = await voidInvoice(contextOf(given, io), request)
    const [number, { period }] = [harmless(report.invoice.number), report.invoice]
    const said = { en: `invoice ${number} for ${period} is void`, es: `factura ${number} de ${period} anulada` }
    return writtenAnswer(report, INVOICE_VOID, [said[io.language]], io)
  },
}
