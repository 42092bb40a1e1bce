import type { Days } from '../core/calendar/calendar.ts'
import type { MonthStep, MonthStepName, StepState } from '../rules/account/month-end.ts'
import type { Both } from '../std/both.ts'
import { monthIn } from './dates.ts'
import type { Language } from './language.ts'

/** What each step of a month-end is about. */
export const STEP_WORDS: Readonly<Record<MonthStepName, Both<string>>> = {
  read: { en: 'every settlement is read whole', es: 'cada liquidación se leyó completa' },
  swept: { en: 'each was read again after the month', es: 'cada una se releyó pasado el mes' },
  bank: { en: 'each payout arrived or was decided about', es: 'cada abono llegó al banco o se decidió' },
  open: { en: 'no difference is open', es: 'no hay novedades por resolver' },
  claims: { en: 'what the operator owes is claimed', es: 'lo que debe el operador está reclamado' },
  fees: { en: 'fees agree with tariff and invoice', es: 'comisiones según tarifa y factura' },
  receivables: { en: 'what tenants owe is known', es: 'se sabe qué deben los inquilinos' },
  statement: { en: 'the account with the operator', es: 'la cuenta con el operador' },
  closed: { en: 'all is decided, and the month closed', es: 'todo se decidió y el mes se cerró' },
  journal: { en: 'the journal for the ledger', es: 'los comprobantes contables' },
  pack: { en: 'the pack for the auditor', es: 'el paquete para el auditor' },
}

export const STEP_STATE_WORDS: Readonly<Record<StepState, Both<string>>> = {
  done: { en: '✓ done', es: '✓ listo' },
  'to-do': { en: '→ to do', es: '→ por hacer' },
  blocked: { en: '… waits', es: '… espera' },
  'not-used': { en: '· not used', es: '· no se usa' },
}

/** How far the month is, in a sentence. */
export const stepsDone = (
  { days, steps }: { readonly days: Days; readonly steps: readonly MonthStep[] },
  language: Language,
): string => {
  const used = steps.filter(({ state }) => state !== 'not-used')
  const done = used.filter(({ state }) => state === 'done').length
  const name = monthIn(days.from, language)
  return {
    en: `${name}: ${done} of ${used.length} steps are done.`,
    es: `${name}: ${done} de ${used.length} pasos están listos.`,
  }[language]
}
