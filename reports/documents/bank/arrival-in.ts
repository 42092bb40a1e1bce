import type { Arrival } from '../../../src/core/bank/payout-arrivals.ts'
import type { SettlementArrival } from '../../../src/rules/checks/bank.ts'
import type { Both } from '../../../src/std/both.ts'
import { dayIn } from '../../../src/words/dates.ts'
import type { Language } from '../../../src/words/language.ts'
import { moneyIn } from '../../../src/words/money.ts'

/** What the bank's statements show of a payout, as a sentence; `known` is what the report of its settlement says of it. */
export const arrivalIn = (arrival: Arrival, known: SettlementArrival | null, language: Language): string =>
  sentenceOf(arrival, known?.isConfirmed === true)[language]

const sentenceOf = (arrival: Arrival, isConfirmed: boolean): Both<string> => {
  switch (arrival.kind) {
    case 'arrived': {
      const { tie, banked, on } = arrival
      return {
        en: `Arrived at the bank: ${moneyIn(banked, 'en')} by ${dayIn(on, 'en')} (tie ${tie}).`,
        es: `Llegó al banco: ${moneyIn(banked, 'es')} hasta el ${dayIn(on, 'es')} (cruce ${tie}).`,
      }
    }
    case 'unconfirmed': {
      const { value, bookedOn } = arrival.credit
      if (isConfirmed)
        return {
          en: `Arrived at the bank with another sum: ${moneyIn(value, 'en')} on ${dayIn(bookedOn, 'en')}; a person decided about it.`,
          es: `Llegó al banco por otro valor: ${moneyIn(value, 'es')} el ${dayIn(bookedOn, 'es')}; una persona decidió sobre la diferencia.`,
        }
      return {
        en: `Arrived at the bank with another sum, to be confirmed: ${moneyIn(value, 'en')} on ${dayIn(bookedOn, 'en')}. If that is this payout, see "cuadre bank list" to confirm it.`,
        es: `Llegó al banco por otro valor, por confirmar: ${moneyIn(value, 'es')} el ${dayIn(bookedOn, 'es')}. Si es este abono, vea "cuadre bank list" para confirmarlo.`,
      }
    }
    case 'candidates':
      return {
        en: 'The bank has more than one credit that fits: see "cuadre bank list" to choose.',
        es: 'Más de una consignación del banco coincide: vea "cuadre bank list" para elegir.',
      }
    case 'on-the-way':
      return {
        en: `On its way to the bank: it may arrive until ${dayIn(arrival.lastDay, 'en')}, but the statements do not cover that day yet.`,
        es: `En camino al banco: puede llegar hasta el ${dayIn(arrival.lastDay, 'es')}, y los extractos aún no cubren ese día.`,
      }
    case 'missing': {
      const { lastDay, laterCredits, takenBack } = arrival
      const later = {
        en: laterCredits.map(({ bookedOn }) => ` Exactly this sum came in on ${dayIn(bookedOn, 'en')}.`),
        es: laterCredits.map(({ bookedOn }) => ` El ${dayIn(bookedOn, 'es')} llegó exactamente esa suma.`),
      }
      const back = {
        en: takenBack.map(
          (one) => ` It came in on ${dayIn(one.on, 'en')}, and the bank took it back on ${dayIn(one.back, 'en')}.`,
        ),
        es: takenBack.map(
          (one) => ` Llegó el ${dayIn(one.on, 'es')}, y el banco lo reversó el ${dayIn(one.back, 'es')}.`,
        ),
      }
      return {
        en: `Missing at the bank: it should have arrived by ${dayIn(lastDay, 'en')}.${back.en.join('')}${later.en.join('')}`,
        es: `Falta en el banco: debió llegar a más tardar el ${dayIn(lastDay, 'es')}.${back.es.join('')}${later.es.join('')}`,
      }
    }
    case 'not-covered':
      return {
        en: 'No statement of the bank covers the days on which it may have arrived.',
        es: 'Ningún extracto del banco cubre los días en que pudo llegar.',
      }
  }
}
