import type { Language } from '../../../i18n/language.ts'
import type { Both } from '../../../std/both.ts'

const ENGLISH = {
  reference: 'reference',
  status: 'status',
  amount: 'amount',
  paid: 'paid',
  description: 'description',
  contract: 'contract',
  document: 'document',
  name: 'name',
  created: 'created',
  page: 'payment page',
  noPage: 'none: the service gave no address of one',
  openUntil: 'open until',
  fiveMinutes: 'five minutes after its creation',
  paidAt: 'paid at',
  method: 'method',
  source: 'source',
  paymentId: 'payment id',
  settlement: 'settlement',
  cycle: 'cycle',
  /** api.md, What the service does: the link is for immediate redirection. */
  openItNow:
    'Open it now: the page lives for five minutes. Send the customer there at once; it is not for e-mail or chat.',
  heads: ['id', 'reference', 'status', 'contract', 'paid at', 'settlement', 'amount (COP)', 'paid (COP)'],
  none: 'No invoice.',
  sum: (invoices: string, amount: string, paid: string) => `${invoices} for ${amount}, of which ${paid} was paid.`,
  repeated: (number: number) =>
    number === 1
      ? ' 1 record repeats an invoice and does not count twice.'
      : ` ${number} records repeat invoices and do not count twice.`,
  more: ' There may be more: leave out --limit to see all.',
}

const SPANISH: typeof ENGLISH = {
  reference: 'referencia',
  status: 'estado',
  amount: 'facturado',
  paid: 'pagado',
  description: 'descripción',
  contract: 'contrato',
  document: 'documento',
  name: 'nombre',
  created: 'creada',
  page: 'página de pago',
  noPage: 'ninguna: el servicio no dio su dirección',
  openUntil: 'abierta hasta',
  fiveMinutes: 'cinco minutos después de su creación',
  paidAt: 'fecha de pago',
  method: 'medio de pago',
  source: 'origen',
  paymentId: 'id del pago',
  settlement: 'liquidación',
  cycle: 'ciclo',
  openItNow:
    'Ábrala ya: la página dura cinco minutos. Lleve al cliente enseguida; no sirve para enviarla por correo ni por chat.',
  heads: ['id', 'referencia', 'estado', 'contrato', 'fecha de pago', 'liquidación', 'facturado (COP)', 'pagado (COP)'],
  none: 'No hay facturas.',
  sum: (invoices, amount, paid) => `${invoices} por ${amount}, de los cuales se pagaron ${paid}.`,
  repeated: (number) =>
    number === 1
      ? ' 1 registro repite una factura y no cuenta dos veces.'
      : ` ${number} registros repiten facturas y no cuentan dos veces.`,
  more: ' Puede haber más: quite --limit para verlas todas.',
}

const WORDS: Both<typeof ENGLISH> = { en: ENGLISH, es: SPANISH }

export const invoiceWords = (language: Language): typeof ENGLISH => WORDS[language]
