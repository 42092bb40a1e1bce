export type { Figures, Finding, Severity, Subject } from '../domain/findings/discrepancy.ts'
export {
  asText,
  inCop,
  inInvoices,
  settlementField,
  THE_LIST,
  THE_SETTLEMENT,
  theInvoice,
} from '../domain/findings/discrepancy.ts'
export { type Centavos, fromPesos, toPesos } from '../domain/money.ts'
export type { InvoiceInPull } from '../domain/pull/invoice-in-pull.ts'
export type { Actor, Check, CheckRecord, InvoiceCheck, Observation, Particulars } from '../domain/rules/define-check.ts'
export { defineCheck, NO_DATA, NOTHING, observed } from '../domain/rules/define-check.ts'
export type { SlotContext, SlotFacts } from '../domain/rules/facts.ts'
export { CHECKS, type Code } from '../domain/rules/registry.ts'
export type { Say } from '../domain/rules/say.ts'
export type { Both } from '../std/both.ts'
