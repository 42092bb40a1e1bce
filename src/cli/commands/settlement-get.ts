import { SETTLEMENT_ANSWER } from '../../../reports/documents/service.ts'
import type { Centavos } from '../../core/money.ts'
import type { Settlement } from '../../core/settlement.ts'
import { slotInWords } from '../../core/slot.ts'
import { countInTable, sumIn } from '../../print/in-table.ts'
import { settlementNotFound } from '../../service/not-found.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import type { Language } from '../../words/language.ts'
import { SAY } from '../../words/say.ts'
import type { Command } from '../framework/command.ts'
import { parseSlot } from '../framework/dates.ts'
import { SERVICE_FLAGS, settingsFor, withClient } from '../framework/with-client.ts'

export const settlementGet: Command = {
  name: 'settlement get',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'Show one settlement as the service reports it now',
    es: 'Muestra una liquidación como el servicio la reporta ahora',
  },
  operand: 'date cycle',
  examples: [
    ['cuadre settlement get 2026-03-12 11', { en: 'the one of this date and cycle', es: 'la de esta fecha y ciclo' }],
  ],
  flags: SERVICE_FLAGS,
  execute: async (given, io) => {
    const slot = parseSlot(given)
    const settings = settingsFor(given, io)
    const { settlement } = await withClient(settings, io, (client, context) => client.settlement(slot, context))
    if (settlement === null) throw settlementNotFound(slot, settings.baseUrl)
    if (settlement.date !== slot.date || settlement.cycle !== slot.cycle)
      io.stderr(`${harmless(`cuadre: ${ANSWERED_FOR[io.language]} ${slotInWords(settlement)[io.language]}`)}\n`)
    return {
      document: () => SETTLEMENT_ANSWER.of({ settlement }),
      text: () => settlementText(settlement, io.language),
    }
  },
}

const ANSWERED_FOR: Both<string> = { en: 'the service answered for', es: 'el servicio respondió por' }

const settlementText = (settlement: Settlement, language: Language): string => {
  const words = WORDS[language]
  const sum = (centavos: Centavos): string => sumIn(centavos, language)
  const facts = [
    [words.settlement, harmless(slotInWords(settlement)[language])],
    [words.status, harmless(SAY[language].status(settlement.status))],
    [words.invoices, countInTable(settlement.invoiceCount, language)],
    [words.collected, sum(settlement.collected)],
    [words.fees, `${sum(settlement.fees)}${settlement.feesPostpaid ? words.billedLater : ''}`],
    [words.adjustments, sum(settlement.adjustments)],
    [words.payout, sum(settlement.payout)],
    [words.gateway, settlement.gateway ? words.yes : words.no],
  ]
  return `${alignColumns(facts, 2).join('\n')}\n`
}

const WORDS = {
  en: {
    settlement: 'settlement',
    status: 'status',
    invoices: 'invoices',
    collected: 'collected',
    fees: 'fees',
    billedLater: ', billed later',
    adjustments: 'adjustments',
    payout: 'payout',
    gateway: 'gateway',
    yes: 'yes',
    no: 'no',
  },
  es: {
    settlement: 'liquidación',
    status: 'estado',
    invoices: 'facturas',
    collected: 'recaudo',
    fees: 'comisiones',
    billedLater: ', se facturan aparte',
    adjustments: 'ajustes',
    payout: 'abono',
    gateway: 'pasarela',
    yes: 'sí',
    no: 'no',
  },
} as const satisfies Both<object>
