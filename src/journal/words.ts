import type { EntryKind, Role } from '../core/journal.ts'
import { dayMonthYear, type Slot, type SlotDate } from '../core/slot.ts'
import type { Both } from '../std/both.ts'

/** The names of entries, for people. */
export const KINDS: Readonly<Record<EntryKind, Both<string>>> = {
  opening: { en: 'Opening', es: 'Saldo inicial' },
  payment: { en: 'Payments of tenants', es: 'Pagos de inquilinos' },
  settlement: { en: 'Settlements', es: 'Liquidaciones' },
  'fees-billed': { en: 'Fees billed apart', es: 'Comisiones facturadas aparte' },
  'fees-invoice': { en: 'Invoice of the operator', es: 'Factura del operador' },
  arrival: { en: 'Arrived at the bank', es: 'Llegadas al banco' },
  advance: { en: 'Arrived before its settlement', es: 'Llegadas antes de su liquidación' },
  'unknown-credit': { en: 'Unknown credits', es: 'Consignaciones sin identificar' },
  recovered: { en: 'Claims that were paid', es: 'Reclamaciones pagadas' },
  accepted: { en: 'Accepted differences', es: 'Diferencias aceptadas' },
  reversal: { en: 'Reversals', es: 'Reversiones' },
}

/** The names of accounts by their role, for people. */
export const ROLE_NAMES: Readonly<Record<Role, Both<string>>> = {
  bank: { en: 'Bank', es: 'Banco' },
  transit: { en: 'Remittances in transit', es: 'Remesas en tránsito' },
  operator: { en: 'Account with the operator', es: 'Cuenta con el operador' },
  tenants: { en: 'Tenants', es: 'Inquilinos' },
  fees: { en: 'Fees', es: 'Comisiones' },
  feeTax: { en: 'Tax on fees', es: 'IVA de comisiones' },
  withholdings: { en: 'Withholdings', es: 'Retenciones' },
  feesPayable: { en: 'Fees payable', es: 'Comisiones por pagar' },
  chargebacks: { en: 'Chargebacks', es: 'Contracargos' },
  adjustments: { en: 'Adjustments', es: 'Ajustes' },
  gateway: { en: 'Kept by the gateway', es: 'Retenido por la pasarela' },
  suspense: { en: 'Suspense', es: 'Partidas por aclarar' },
  accepted: { en: 'Accepted differences', es: 'Diferencias aceptadas' },
  unknownCredits: { en: 'Unknown credits', es: 'Consignaciones sin identificar' },
  bankCharges: { en: 'Bank charges', es: 'Gastos bancarios' },
  opening: { en: 'Opening', es: 'Saldo inicial' },
}

const slotIn = ({ date, cycle }: Slot): Both<string> => ({
  en: `${date} cycle ${cycle}`,
  es: `${dayMonthYear(date)} ciclo ${cycle}`,
})
const ofSlot =
  (en: string, es: string) =>
  (slot: Slot): Both<string> => ({
    en: `${en} ${slotIn(slot).en}`,
    es: `${es} ${slotIn(slot).es}`,
  })

/** What entries say of themselves; they stand in the merchant's ledger. */
export const TEXTS = {
  opening: { en: 'Known by the day before', es: 'Conocido al día anterior' },
  payment: (reference: string) => ({ en: `Payment ${reference}`, es: `Pago ${reference}` }),
  ofRent: (months: string) => ({ en: `rent of ${months}`, es: `canon de ${months}` }),
  paymentChanged: (reference: string) => ({ en: `Payment ${reference}: changed`, es: `Pago ${reference}: cambió` }),
  paymentGone: (reference: string) => ({
    en: `Payment ${reference}: settled, and not in the list any more`,
    es: `Pago ${reference}: liquidado, y ya no está en la lista`,
  }),
  settlement: ofSlot('Settlement', 'Liquidación'),
  settlementRest: ofSlot('Settlement, what came later to its list:', 'Liquidación, lo que llegó después a su lista:'),
  wentBack: ofSlot('Settlement that is final no longer:', 'Liquidación que dejó de ser definitiva:'),
  feesBilled: ofSlot('Fees billed apart,', 'Comisiones facturadas aparte,'),
  arrival: (slots: readonly Slot[]) => ({
    en: `Arrived at the bank: ${slots.map((slot) => slotIn(slot).en).join(', ')}`,
    es: `Llegó al banco: ${slots.map((slot) => slotIn(slot).es).join(', ')}`,
  }),
  unconfirmed: ofSlot('Arrived at the bank, to be confirmed:', 'Llegó al banco, por confirmar:'),
  advance: ofSlot('Arrived before its settlement:', 'Llegó antes de su liquidación:'),
  unknownCredit: (entry: string) => ({ en: `Unknown credit ${entry}`, es: `Consignación sin identificar ${entry}` }),
  accepted: ofSlot('Accepted difference of', 'Diferencia aceptada de'),
  acceptedAtBank: ofSlot('Accepted difference at the bank of', 'Diferencia aceptada en el banco de'),
  recovered: ofSlot('Claim that was paid, of', 'Reclamación pagada, de'),
  feesInvoice: (number: string) => ({ en: `Invoice of the operator ${number}`, es: `Factura del operador ${number}` }),
  creditNote: (number: string) => ({
    en: `Credit note of the operator ${number}`,
    es: `Nota crédito del operador ${number}`,
  }),
  /** Where its own day was closed when it arose. */
  ownDay: (day: SlotDate) => ({ en: `of ${day}`, es: `del ${dayMonthYear(day)}` }),
  payments: ofSlot('Payments of settlement', 'Pagos de la liquidación'),
  ofDay: (day: SlotDate) => ({ en: `Settlements of ${day}`, es: `Recaudo y liquidaciones del ${dayMonthYear(day)}` }),
  ofMonth: (day: SlotDate) => ({
    en: `Settlements of ${day.slice(0, 7)}`,
    es: `Recaudo y liquidaciones de ${day.slice(5, 7)}/${day.slice(0, 4)}`,
  }),
  asserted: { en: 'Balances by the figures of the operator', es: 'Saldos según las cifras del operador' },
  changed: { en: 'its figures changed', es: 'cambiaron sus cifras' },
  moved: { en: 'its day changed', es: 'cambió su fecha' },
  gone: { en: 'it holds no longer', es: 'ya no procede' },
} as const
