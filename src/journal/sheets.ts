import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { nearest } from '../std/nearest.ts'
import { columnOf, type ProgramSheet, type SheetColumn, templateError, type VoucherLine } from './fields.ts'

const OWN_FIELDS = Array.from({ length: 15 }, (_, at) => [`Encab: Personalizado ${at + 1}`, ''] as const)

/** The sheet with which World Office imports vouchers: 41 columns. No limit of its rows is known: it is cut as that of Siigo. */
const WORLD_OFFICE: ProgramSheet = {
  program: 'World Office',
  rows: 500,
  account: /^\d{4,10}$/,
  thirdParty: /^[0-9A-Za-z-]{3,20}$/,
  firstDay: '2000-01-01',
  lastDay: '2099-12-31',
  columns: [
    ['Encab: Empresa', 'merchant'],
    ['Encab: Tipo Documento', 'voucher_type'],
    ['Encab: Prefijo', ''],
    ['Encab: Documento Número', 'voucher'],
    ['Encab: Fecha', 'date:dd/mm/yyyy'],
    ['Encab: Tercero Interno', ''],
    ['Encab: Tercero Externo', 'third_party'],
    ['Encab: Nota', 'text'],
    ['Encab: Verificado', ''],
    ['Encab: Anulado', ''],
    ...OWN_FIELDS,
    ['Encab: Sucursal', ''],
    ['Encab: Clasificación', ''],
    ['Detalle Con: Cuenta Contable', 'account'],
    ['Detalle Con: Nota', 'text'],
    ['Detalle Con: Tercero Externo', 'third_party'],
    ['Detalle Con: Cheque', ''],
    ['Detalle Con: Débito', 'debit_or_0'],
    ['Detalle Con: Crédito', 'credit_or_0'],
    ['Detalle Con: Vencimiento', 'date:dd/mm/yyyy'],
    ['Detalle Con: Centro Costos', 'cost_center'],
    ['Detalle Con: Activo Fijo', ''],
    ['Detalle Con: Tipo Base', ''],
    ['Detalle Con: Porcentaje Retención', ''],
    ['Detalle Con: Base Retención', ''],
    ['Detalle Con: Pago Retención', ''],
    ['Detalle Con: IVA al Costo', ''],
  ],
}

/** The sheet with which Siigo Nube imports vouchers: 27 columns, at most 500 rows a file. */
const SIIGO: ProgramSheet = {
  program: 'Siigo Nube',
  rows: 500,
  account: /^\d{4,10}$/,
  thirdParty: /^[0-9A-Za-z]{3,20}$/,
  firstDay: '2000-01-01',
  lastDay: '2099-12-31',
  columns: [
    ['Tipo de comprobante', 'voucher_type'],
    ['Consecutivo comprobante', 'voucher'],
    ['Fecha de elaboración', 'date:dd/mm/yyyy'],
    ['Sigla moneda', '=COP'],
    ['Tasa de cambio', ''],
    ['Código cuenta contable', 'account'],
    ['Identificación tercero', 'third_party'],
    ['Sucursal', ''],
    ['Código producto', ''],
    ['Código de bodega', ''],
    ['Acción', ''],
    ['Cantidad producto', ''],
    ['Prefijo', ''],
    ['Consecutivo', ''],
    ['No. cuota', ''],
    ['Fecha vencimiento', ''],
    ['Código impuesto', ''],
    ['Código grupo activo fijo', ''],
    ['Código activo fijo', ''],
    ['Descripción', 'text'],
    ['Código centro/subcentro de costos', 'cost_center'],
    ['Débito', 'debit_or_0'],
    ['Crédito', 'credit_or_0'],
    ['Observaciones', 'entry'],
    ['Base gravable libro compras/ventas', ''],
    ['Base exenta libro compras/ventas', ''],
    ['Mes de cierre', ''],
  ],
}

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
