import type { Language } from './language.ts'

/** The words of the page over all merchants. */
const ENGLISH = {
  title: 'All merchants',
  asOf: (when: string) =>
    `As of ${when}, the last reading of any merchant; decisions and closings since then are not included.`,
  merchants: 'Merchant by merchant',
  hint: 'COP, of all settlements. Expected − paid too little + paid too much = paid out, for the settlements that were compared; what is claimed is included.',
  hintAccepted:
    'COP, of all settlements. Expected − paid too little + paid too much + accepted or recovered = paid out, for the settlements that were compared; what is claimed is included, and what was accepted or recovered is negative where less was paid out.',
  merchant: 'Merchant',
  sums: {
    expected: 'Expected',
    owed: 'Paid too little',
    overpaid: 'Paid too much',
    accepted: 'Accepted, recovered',
    paidOut: 'Paid out',
    failed: 'Failed',
    late: 'Overdue',
  },
  unread: 'Not read',
  readAt: 'Last read',
  stale: (when: string) => `Not read since ${when}; the figures are those of that time.`,
  neverRead: 'Never read.',
  unreadable: 'Its database cannot be read; its figures are not shown.',
  result: 'Result',
  note: 'Note',
  unreadOf: (number: number) => (number === 1 ? '1 settlement was not read' : `${number} settlements were not read`),
  lessOwed: 'Less: paid too little',
  paidOutByOperator: 'Paid out, according to the operator',
  staleOf: (number: number) =>
    number === 1 ? '1 merchant was not read in the last night' : `${number} merchants were not read in the last night`,
}

export type MerchantsWords = typeof ENGLISH

const SPANISH: MerchantsWords = {
  title: 'Todos los comercios',
  asOf: (when) =>
    `Con corte al ${when}, la última lectura de un comercio; no incluye las decisiones ni los cierres posteriores.`,
  merchants: 'Comercio por comercio',
  hint: 'COP, de todas las liquidaciones. Esperado − abonado de menos + abonado de más = abonado, en las que se compararon; lo reclamado está incluido.',
  hintAccepted:
    'COP, de todas las liquidaciones. Esperado − abonado de menos + abonado de más + aceptado o recuperado = abonado, en las que se compararon; lo reclamado está incluido, y lo aceptado o recuperado lleva el signo de su efecto en el abono.',
  merchant: 'Comercio',
  sums: {
    expected: 'Esperado',
    owed: 'Abonado de menos',
    overpaid: 'Abonado de más',
    accepted: 'Aceptado, recuperado',
    paidOut: 'Abonado',
    failed: 'Fallido',
    late: 'En proceso fuera de plazo',
  },
  unread: 'Sin consultar',
  readAt: 'Última lectura',
  stale: (when) => `Sin consultar desde el ${when}: así estaba entonces.`,
  neverRead: 'Nunca se ha leído.',
  unreadable: 'No se puede leer su base de datos: aquí no hay ninguna cifra suya.',
  result: 'Resultado',
  note: 'Observación',
  unreadOf: (number) => (number === 1 ? '1 liquidación no se leyó' : `${number} liquidaciones no se leyeron`),
  lessOwed: 'Menos: abonado de menos',
  paidOutByOperator: 'Abonado según el operador',
  staleOf: (number) =>
    number === 1 ? '1 comercio no se leyó en la última noche' : `${number} comercios no se leyeron en la última noche`,
}

const WORDS: Readonly<Record<Language, MerchantsWords>> = { en: ENGLISH, es: SPANISH }

export const merchantsWords = (language: Language): MerchantsWords => WORDS[language]
