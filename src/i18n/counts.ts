import type { Both } from '../std/both.ts'
import type { Language } from './language.ts'
import { numberIn } from './money.ts'

/** Nouns after a number: singular and plural. */
const NOUNS = {
  settlement: { en: ['settlement', 'settlements'], es: ['liquidación', 'liquidaciones'] },
  invoice: { en: ['invoice', 'invoices'], es: ['factura', 'facturas'] },
  reading: { en: ['reading', 'readings'], es: ['lectura', 'lecturas'] },
  notification: { en: ['notification', 'notifications'], es: ['notificación', 'notificaciones'] },
  chargeback: { en: ['chargeback', 'chargebacks'], es: ['contracargo', 'contracargos'] },
  merchant: { en: ['merchant', 'merchants'], es: ['comercio', 'comercios'] },
  record: { en: ['record', 'records'], es: ['registro', 'registros'] },
  item: { en: ['item', 'items'], es: ['elemento', 'elementos'] },
  page: { en: ['page', 'pages'], es: ['página', 'páginas'] },
  file: { en: ['file', 'files'], es: ['archivo', 'archivos'] },
  folder: { en: ['folder', 'folders'], es: ['carpeta', 'carpetas'] },
  date: { en: ['date', 'dates'], es: ['fecha', 'fechas'] },
  finding: { en: ['finding', 'findings'], es: ['hallazgo', 'hallazgos'] },
  'business day': { en: ['business day', 'business days'], es: ['día hábil', 'días hábiles'] },
} as const satisfies Readonly<Record<string, Both<readonly [string, string]>>>

/** A number and its noun: `1 invoice`, `2.300 facturas`. */
export const countOf = (number: number, noun: keyof typeof NOUNS, language: Language): string =>
  `${numberIn(number, language)} ${NOUNS[noun][language][number === 1 ? 0 : 1]}`
