import type { SlotFacts } from '../facts.ts'

/** The settlement has invoices, and lists none. */
export const isListEmpty = ({ settlement, pull }: SlotFacts): boolean =>
  settlement !== null && settlement.invoiceCount > 0 && pull.list.items === 0
