import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { settlementDocument } from '../../../../reports/documents/settlement-document.ts'
import type { Settings } from '../../../config/settings.ts'
import { inWords } from '../../../domain/money.ts'
import type { Settlement } from '../../../domain/settlement.ts'
import { nameOf, type Slot, slotInWords } from '../../../domain/slot.ts'
import { jsonText } from '../../../publish/json.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { CuadreError } from '../../../std/errors.ts'
import { harmless } from '../../../std/harmless.ts'
import { ASKING_FLAGS, asking, notFoundError, settingsGiven } from '../../framework/asking.ts'
import type { Command } from '../../framework/command.ts'
import { slotGiven } from '../../framework/dates.ts'

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
  flags: ASKING_FLAGS,
  execute: async (given, io) => {
    const slot = slotGiven(given)
    const settings = settingsGiven(given, io)
    const { settlement } = await asking(settings, io, (client, context) => client.settlement(slot, context))
    if (settlement === null) throw notFound(slot, settings)
    if (settlement.date !== slot.date || settlement.cycle !== slot.cycle)
      io.stderr(`${harmless(`cuadre: the service answered for ${nameOf(settlement)}`)}\n`)
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(answerDocument('settlement get', 0, { settlement: settlementDocument(settlement) }))}\n`
        : settlementText(settlement),
    )
    return 0
  },
}

const notFound = (slot: Slot, settings: Settings): CuadreError =>
  notFoundError(
    'SETTLEMENT_NOT_FOUND',
    { en: `there is no settlement of ${nameOf(slot)}`, es: `no hay liquidación de ${slotInWords(slot).es}` },
    {
      en: 'it may come after the hour of its cycle; "cuadre invoice list" with --settlement-date and --settlement-cycle shows its invoices',
      es: 'puede llegar después de la hora de su ciclo; "cuadre invoice list" con --settlement-date y --settlement-cycle muestra sus facturas',
    },
    settings,
  )

const settlementText = (settlement: Settlement): string => {
  const facts = [
    ['settlement', harmless(nameOf(settlement))],
    ['status', harmless(settlement.status)],
    ['invoices', String(settlement.invoiceCount)],
    ['collected', inWords(settlement.collected)],
    ['fees', `${inWords(settlement.fees)}${settlement.feesPostpaid ? ', billed later' : ''}`],
    ['adjustments', inWords(settlement.adjustments)],
    ['payout', inWords(settlement.payout)],
    ['gateway', settlement.gateway ? 'yes' : 'no'],
  ]
  return `${alignColumns(facts, 2).join('\n')}\n`
}
