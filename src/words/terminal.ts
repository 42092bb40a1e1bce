import type { Actor } from '../rules/define-check.ts'
import type { Language } from './language.ts'

/** Column headings and the names of those who act, shared by the tables of the terminal. */
const ENGLISH_HEADS = {
  settlement: 'settlement',
  result: 'result',
  listed: 'listed',
  expected: 'expected',
  paidOut: 'paid out',
  inProcess: 'in process',
  failed: 'failed',
  notPaidOut: 'not paid out',
  difference: 'difference',
  open: 'open',
  openLetters: 'open: E errors, W warnings, I for information',
  addUp: (number: number) => `${number} ${number === 1 ? 'adds' : 'add'} up`,
  compared: 'compared',
  notCompared: 'not compared',
  amount: 'COP',
  what: 'what',
  acts: 'who',
  days: 'age',
  id: 'id',
  code: 'code',
  severity: 'severity',
  state: 'state',
  value: 'amount',
  actors: {
    operator: 'operator',
    tenant: 'tenant',
    importer: 'who imports',
    merchant: 'you',
    engineer: 'set-up',
    nobody: '-',
  } satisfies Record<Actor, string>,
}

const SPANISH_HEADS: typeof ENGLISH_HEADS = {
  settlement: 'liquidación',
  result: 'resultado',
  listed: 'listado',
  expected: 'esperado',
  paidOut: 'abonado',
  inProcess: 'en proceso',
  failed: 'fallido',
  notPaidOut: 'sin abonar',
  difference: 'diferencia',
  open: 'abierto',
  openLetters: 'abierto: E errores, A advertencias, I avisos',
  addUp: (number) => `${number} ${number === 1 ? 'cuadra' : 'cuadran'}`,
  compared: 'comparadas',
  notCompared: 'sin comparar',
  amount: 'COP',
  what: 'qué',
  acts: 'responde',
  days: 'días',
  id: 'id',
  code: 'código',
  severity: 'gravedad',
  state: 'situación',
  value: 'valor',
  actors: {
    operator: 'operador',
    tenant: 'inquilino',
    importer: 'quien importa',
    merchant: 'usted',
    engineer: 'técnico',
    nobody: '-',
  },
}

const HEADS: Readonly<Record<Language, typeof ENGLISH_HEADS>> = { en: ENGLISH_HEADS, es: SPANISH_HEADS }

export type TerminalWords = typeof ENGLISH_HEADS

export const terminalWords = (language: Language): TerminalWords => HEADS[language]
