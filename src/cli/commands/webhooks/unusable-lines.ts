import type { Language } from '../../../i18n/language.ts'
import { howMany } from '../../../std/how-many.ts'

/** A line about notifications that name no settlement; none when there are none. */
export const unusableLines = (count: number, language: Language): readonly string[] => {
  if (count === 0) return []
  const isOne = count === 1
  const line = {
    en: `${howMany(count, 'notification')} ${isOne ? 'names' : 'name'} no settlement to look at; "cuadre webhooks list" says why, and the nightly run reads every settlement all the same.`,
    es: `${isOne ? '1 notificación no nombra' : `${count} notificaciones no nombran`} ninguna liquidación; "cuadre webhooks list" dice por qué, y la ejecución nocturna lee de todos modos todas las liquidaciones.`,
  }
  return [line[language]]
}
