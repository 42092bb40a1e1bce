import type { Language } from '../language.ts'

/** The words about a night in the queue, for the page and the terminal. */
const ENGLISH = {
  title: (night: string) => `Night ${night}`,
  asOf: (when: string) => `As of ${when}.`,
  states: { done: 'Done', running: 'Running', waiting: 'Waiting', person: 'Needs a person' },
  all: 'All merchants',
  merchants: 'Merchant by merchant',
  hint: 'Done + running + waiting + needs a person = all merchants of the night.',
  merchant: 'Merchant',
  state: 'State',
  exitStatus: 'Last exit status',
  attempts: 'Attempts',
  age: 'Age',
  line: 'Last message',
  sentence: (all: number, done: number, person: number) =>
    person > 0
      ? `${person} of ${all} merchants ${person === 1 ? 'needs' : 'need'} a person.`
      : done === all
        ? all === 1
          ? 'The merchant is done.'
          : `All ${all} merchants are done.`
        : `${done} of ${all} merchants ${done === 1 ? 'is' : 'are'} done; none needs a person.`,
  again: (flags: string) => `once the cause is corrected: cuadre enqueue${flags} --again --merchant NAME`,
}

export type QueueWords = typeof ENGLISH

const SPANISH: QueueWords = {
  title: (night) => `Noche ${night}`,
  asOf: (when) => `Con corte al ${when}.`,
  states: { done: 'Terminados', running: 'En marcha', waiting: 'En espera', person: 'Requiere una persona' },
  all: 'Todos los comercios',
  merchants: 'Comercio por comercio',
  hint: 'Terminados + en marcha + en espera + requiere una persona = todos los comercios de la noche.',
  merchant: 'Comercio',
  state: 'Estado',
  exitStatus: 'Último estado de salida',
  attempts: 'Intentos',
  age: 'Antigüedad',
  line: 'Último mensaje',
  sentence: (all, done, person) =>
    person > 0
      ? `${person} de ${all} comercios ${person === 1 ? 'necesita' : 'necesitan'} a una persona.`
      : done === all
        ? all === 1
          ? 'El comercio terminó.'
          : `Los ${all} comercios terminaron.`
        : `${done} de ${all} comercios ${done === 1 ? 'terminó' : 'terminaron'}; ninguno necesita a una persona.`,
  again: (flags) => `una vez corregida la causa: cuadre enqueue${flags} --again --merchant NOMBRE`,
}

const WORDS: Readonly<Record<Language, QueueWords>> = { en: ENGLISH, es: SPANISH }

export const queueWords = (language: Language): QueueWords => WORDS[language]

/** An age in its largest unit: 45 s, 12 min, 3 h, 2 d. */
export const ageText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}
