import type { Language } from './language.ts'

/** The heads of a workbook's columns in Spanish, by the names the columns have in CSV files. */
export const SPANISH_HEADS = {
  merchant: 'Comercio',
  date: 'Fecha de liquidación',
  cycle: 'Ciclo',
  verdict: 'Veredicto',
  status: 'Estado',
  invoices_stated: 'Facturas declaradas',
  invoices_listed: 'Facturas listadas',
  invoices_difference: 'Diferencia de facturas',
  collected_stated: 'Recaudado declarado',
  collected_listed: 'Recaudado listado',
  collected_difference: 'Diferencia de recaudado',
  fees: 'Comisiones',
  fees_postpaid: 'Comisiones pospago',
  adjustments: 'Ajustes',
  gateway: 'Pasarela',
  payout_stated: 'Pago declarado',
  payout_recomputed: 'Pago recalculado',
  payout_difference: 'Diferencia de pago',
  discrepancies: 'Hallazgos abiertos',
  payout_rule: 'Regla del pago',
  fee_rate: 'Tasa de comisión',
  unexplained: 'Sin explicar',
  waived: 'Aceptados',
  pulled_at: 'Leído el',
  invoice_id: 'Id de factura',
  reference: 'Referencia',
  counted: 'Cuenta',
  contract: 'Contrato',
  customer_document: 'Documento del cliente',
  customer_name: 'Nombre del cliente',
  description: 'Descripción',
  amount: 'Valor',
  paid: 'Pagado',
  payment_method: 'Medio de pago',
  payment_source: 'Canal de pago',
  payment_id: 'Id de pago',
  payment_date: 'Fecha de pago',
  created_at: 'Creada el',
  expiration_date: 'Vence el',
  settlement_status: 'Estado de la liquidación',
  own_date: 'Fecha propia',
  own_cycle: 'Ciclo propio',
  id: 'Id',
  code: 'Código',
  severity: 'Gravedad',
  state: 'Situación',
  subject: 'Asunto',
  unit: 'Unidad',
  stated: 'Declarado',
  recomputed: 'Recalculado',
  difference: 'Diferencia',
  causes: 'Causas posibles',
  message: 'Mensaje',
  first_seen: 'Visto por primera vez',
  last_seen: 'Visto por última vez',
  settled_days: 'Días desde la liquidación',
} as const

export type ColumnName = keyof typeof SPANISH_HEADS

/** The head of a column. In English it is the column's own name, as people write it. */
export const headIn = (name: ColumnName, language: Language): string =>
  language === 'es' ? SPANISH_HEADS[name] : (ENGLISH_HEADS[name] ?? capital(name.replaceAll('_', ' ')))

/** Names that need another word on a sheet by itself. */
const ENGLISH_HEADS: Partial<Record<ColumnName, string>> = {
  date: 'Settlement date',
  counted: 'Counts',
  discrepancies: 'Open discrepancies',
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

const ENGLISH = {
  sheets: { summary: 'Summary', settlements: 'Settlements', invoices: 'Invoices', discrepancies: 'Discrepancies' },
  figures: {
    heading: 'COP, as stated',
    days: 'Days',
    collected: 'Collected',
    feesDeducted: 'Fees deducted',
    feesPostpaid: 'Fees postpaid, billed separately',
    adjustments: 'Adjustments',
    payout: 'Payout',
    unexplained: 'Unexplained',
    chargebacksSeen: 'Chargebacks seen',
    withoutChargeback: 'Adjustments without a chargeback',
    notDebited: 'Chargebacks not debited yet',
    chargebacks: 'Chargebacks, number',
    slots: 'Slots',
  },
  total: 'Total',
  title: (merchant: string, days: string) => `Settlements of ${merchant}, ${days}`,
  days: (from: string, to: string) => `${from} to ${to}`,
  subtitle: (zone: string) =>
    `Sums are COP as the service states them, by settlement date. Times are those of ${zone}.`,
  paidBetween: (days: string) =>
    `Invoices paid ${days}. The settlements are those that hold one of them, and their sums are of all their invoices.`,
  continued: (first: string, others: string) => `${first} is full and goes on in ${others}.`,
  cut: (sheet: string, texts: string) =>
    `${sheet}: ${texts} longer than the 32,767 characters of a cell and cut at […]. The CSV file has the whole.`,
  replaced: (sheet: string, texts: string) =>
    `${sheet}: ${texts} with characters that a workbook cannot hold; each of these stands as \ufffd.`,
  asText: (sheet: string, sums: string) =>
    `${sheet}: ${sums} of more than 15 digits, which a spreadsheet would round: text, and in no sum.`,
  cells: (number: number) => (number === 1 ? '1 cell is' : `${number} cells are`),
  assumptions: 'What the figures rest on:',
}

const SPANISH: typeof ENGLISH = {
  sheets: { summary: 'Resumen', settlements: 'Liquidaciones', invoices: 'Facturas', discrepancies: 'Hallazgos' },
  figures: {
    heading: 'COP, según el servicio',
    days: 'Días',
    collected: 'Recaudado',
    feesDeducted: 'Comisiones descontadas',
    feesPostpaid: 'Comisiones pospago, se cobran aparte',
    adjustments: 'Ajustes',
    payout: 'Pago',
    unexplained: 'Sin explicar',
    chargebacksSeen: 'Contracargos vistos',
    withoutChargeback: 'Ajustes sin contracargo',
    notDebited: 'Contracargos aún no debitados',
    chargebacks: 'Contracargos, número',
    slots: 'Ciclos',
  },
  total: 'Total',
  title: (merchant, days) => `Liquidaciones de ${merchant}, ${days}`,
  days: (from, to) => `${from} a ${to}`,
  subtitle: (zone) =>
    `Las sumas son COP como los declara el servicio, por fecha de liquidación. Las horas son las de ${zone}.`,
  paidBetween: (days) =>
    `Facturas pagadas ${days}. Las liquidaciones son las que contienen alguna de ellas; sus sumas son de todas sus facturas.`,
  continued: (first, others) => `${first} está llena y sigue en ${others}.`,
  cut: (sheet, cells) =>
    `${sheet}: ${cells} de más de 32.767 caracteres, los que caben en una celda, y se cortan en […]. El archivo CSV los tiene enteros.`,
  replaced: (sheet, cells) =>
    `${sheet}: ${cells} con caracteres que un libro no admite; cada uno de ellos aparece como \ufffd.`,
  asText: (sheet, cells) =>
    `${sheet}: ${cells} de más de 15 dígitos, que una hoja de cálculo redondearía: son texto y no entran en ninguna suma.`,
  cells: (number) => (number === 1 ? '1 celda es' : `${number} celdas son`),
  assumptions: 'Las cifras parten de estos supuestos:',
}

export type WorkbookWords = typeof ENGLISH

/** The words of a workbook beside its heads. */
export const workbookWords = (language: Language): WorkbookWords => (language === 'es' ? SPANISH : ENGLISH)
