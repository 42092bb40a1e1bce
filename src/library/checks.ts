export type { Figures, Finding, Severity, Subject } from '../core/findings/discrepancy.ts'
export {
  asText,
  inCop,
  inInvoices,
  settlementField,
  THE_LIST,
  THE_SETTLEMENT,
  theInvoice,
} from '../core/findings/discrepancy.ts'
export { type Centavos, fromPesos, toPesos } from '../core/money.ts'
export type { InvoiceInPull } from '../core/pull/invoice-in-pull.ts'
export type { Actor, Check, CheckRecord, InvoiceCheck, Observation, Particulars } from '../rules/define-check.ts'
export { defineCheck, NO_DATA, NOTHING, observed } from '../rules/define-check.ts'
export type { SlotContext, SlotFacts } from '../rules/facts.ts'
export { CHECKS, type Code } from '../rules/registry.ts'
export type { Say } from '../rules/say.ts'
export type { Both } from '../std/both.ts'
