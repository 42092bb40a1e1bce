import type { Language } from '../../../i18n/language.ts'
import type { Both } from '../../../std/both.ts'

const ENGLISH = {
  title: (code: string, slot: string, standing: string, severity: string, merchant: string) =>
    `${code} of ${slot}: ${standing}  (${severity}, merchant ${merchant})`,
  subject: 'subject',
  reported: 'reported',
  expected: 'expected',
  difference: 'difference',
  amount: 'amount',
  ticket: 'ticket',
  until: 'until',
  by: 'by',
  causes: 'causes',
  noCause: 'none known',
  firstSeen: 'first seen',
  lastSeen: 'last seen',
  age: 'age',
  days: (days: number) => `${days} ${days === 1 ? 'day' : 'days'} since the date of its settlement`,
  ofCase: (id: string, sum: string) => `Case ${id}${sum}: a decision covers these too`,
  moreFindings: (number: number) => `and ${number} more, in discrepancies.csv`,
  history: 'History',
  pulls: 'Pulls behind it',
  earlier: (number: number) => `${number} earlier ${number === 1 ? 'one' : 'ones'}`,
  number: 'no.',
  notWhole: 'not read whole',
  shows: 'shows it',
  showsNot: 'does not show it',
  next: 'Next',
}

export type DiscrepancyWords = typeof ENGLISH

const SPANISH: DiscrepancyWords = {
  title: (code, slot, standing, severity, merchant) =>
    `${code} de ${slot}: ${standing}  (${severity}, comercio ${merchant})`,
  subject: 'asunto',
  reported: 'reportado',
  expected: 'esperado',
  difference: 'diferencia',
  amount: 'valor',
  ticket: 'radicado',
  until: 'hasta el',
  by: 'por',
  causes: 'causas posibles',
  noCause: 'ninguna conocida',
  firstSeen: 'visto por primera vez',
  lastSeen: 'visto por última vez',
  age: 'antigüedad',
  days: (days) => `${days} ${days === 1 ? 'día' : 'días'} desde la fecha de su liquidación`,
  ofCase: (id, sum) => `Caso ${id}${sum}: una decisión vale también para estos`,
  moreFindings: (number) => `y ${number} más, en discrepancies.csv`,
  history: 'Historia',
  pulls: 'Lecturas que lo respaldan',
  earlier: (number) => (number === 1 ? '1 anterior' : `${number} anteriores`),
  number: 'n.º',
  notWhole: 'no se pudo leer completa',
  shows: 'lo muestra',
  showsNot: 'no lo muestra',
  next: 'Siguiente',
}

const WORDS: Both<DiscrepancyWords> = { en: ENGLISH, es: SPANISH }

export const discrepancyWords = (language: Language): DiscrepancyWords => WORDS[language]
