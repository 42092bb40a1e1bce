import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { nearest } from '../std/nearest.ts'
import { columnOf, type ProgramSheet, type SheetColumn, templateError, type VoucherLine } from './fields.ts'
import { SIIGO } from './siigo.ts'
import { WORLD_OFFICE } from './world-office.ts'

export const PROGRAM_SHEETS = { siigo: SIIGO, 'world-office': WORLD_OFFICE } as const satisfies Readonly<
  Record<string, ProgramSheet>
>

export const columnsOfProgram = ({ columns }: ProgramSheet): readonly SheetColumn[] =>
  columns.map(([head, value]) => columnOf(head, value))

/** The columns of the user's own sheet: each of its heads that the setting names, the others empty. */
export const columnsOfTemplate = (
  heads: readonly string[],
  template: Readonly<Record<string, string>>,
): readonly SheetColumn[] => {
  for (const name of Object.keys(template))
    if (!heads.some((head) => fold(head) === fold(name)))
      throw templateError(
        {
          en: `the sheet has no head "${name}"; did you mean "${nearest(name, heads)}"?`,
          es: `la hoja no tiene el encabezado "${name}"; ¿quiso decir "${nearest(name, heads)}"?`,
        },
        { en: 'correct journal.template, or the sheet', es: 'corrija journal.template, o la hoja' },
      )
  const values = new Map(Object.entries(template).map(([name, value]) => [fold(name), value]))
  return heads.map((head) => columnOf(head, values.get(fold(head)) ?? ''))
}

export const fold = (head: string): string =>
  head.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').replace(/\*/g, '').trim().toLowerCase()

/** What usually stands below a head, by words of it; the first that fits. */
const USUAL: readonly (readonly [RegExp, string])[] = [
  [/fecha.*(venc|expir)|vencimiento/, ''],
  [/fecha|^date/, 'date:dd/mm/yyyy'],
  [/tipo.*(comprobante|documento)|voucher type/, 'voucher_type'],
  [/consecutivo|numero|^no\.?$|voucher/, 'voucher'],
  [/centro.*costo|cost cent/, 'cost_center'],
  [/cuenta|account/, 'account'],
  [/tercero|identificacion|nit|third/, 'third_party'],
  [/debito|debe|debit/, 'debit'],
  [/credito|haber|credit/, 'credit'],
  [/naturaleza|side/, 'side'],
  [/valor|monto|amount/, 'amount'],
  [/descripcion|detalle|concepto|observacion|nota|text|memo/, 'text'],
  [/factura|referencia|invoice/, 'invoice_id'],
]

/** A proposal of `journal.template` for a sheet with these heads; each value once. */
export const guessTemplate = (heads: readonly string[]): Readonly<Record<string, string>> => {
  const taken = new Set<string>()
  return Object.fromEntries(
    heads.flatMap((head) => {
      const value = USUAL.find(([words]) => words.test(fold(head)))?.[1] ?? ''
      if (value === '' || taken.has(value)) return []
      taken.add(value)
      return [[head, value]]
    }),
  )
}

/** Refuses a line that the program would refuse, with its place. */
export const refuseLine = (sheet: ProgramSheet, { voucher, line }: VoucherLine): void => {
  const { account, thirdParty } = line
  const at = (what: Both<string>): Both<string> => ({
    en: `${voucher.date} ${voucher.id}: ${sheet.program} takes no ${what.en}`,
    es: `${voucher.date} ${voucher.id}: ${sheet.program} no recibe ${what.es}`,
  })
  if (voucher.date < sheet.firstDay || voucher.date > sheet.lastDay)
    throw refused(at({ en: `date ${voucher.date}`, es: `la fecha ${voucher.date}` }), {
      en: `name days from ${sheet.firstDay} to ${sheet.lastDay}`,
      es: `indique días del ${sheet.firstDay} al ${sheet.lastDay}`,
    })
  if (!sheet.account.test(account ?? ''))
    throw refused(at({ en: `account "${account}"`, es: `la cuenta "${account}"` }), {
      en: `correct journal.accounts: ${line.role}`,
      es: `corrija journal.accounts: ${line.role}`,
    })
  if (!sheet.thirdParty.test(thirdParty ?? ''))
    throw refused(
      at(
        thirdParty === null
          ? { en: `line without a third party (${line.role})`, es: `un renglón sin tercero (${line.role})` }
          : { en: `such third party (${line.role})`, es: `ese tercero (${line.role})` },
      ),
      {
        en: 'set journal.thirdParties: a tax id without its check digit, or "document" for tenants whose invoices have one',
        es: 'indique journal.thirdParties: un NIT sin dígito de verificación, o "document" para inquilinos cuyas facturas lo tengan',
      },
    )
}

/** Refuses a voucher that does not fit into a file. */
export const refuseLong = (program: string, rows: number, id: string, lines: number): void => {
  if (lines <= rows) return
  throw refused(
    {
      en: `${id} has ${lines} lines, and ${program} takes ${rows} a file`,
      es: `${id} tiene ${lines} renglones, y ${program} recibe ${rows} por archivo`,
    },
    {
      en: 'use --detail settlement, or --by settlement',
      es: 'use "--detail settlement", o "--by settlement"',
    },
  )
}

const refused = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('JOURNAL_REFUSED', message, next)
