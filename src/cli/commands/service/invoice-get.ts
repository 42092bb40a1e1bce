import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { invoiceDocument } from '../../../../reports/documents/invoice-document.ts'
import type { Settings } from '../../../config/settings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { isUsableId } from '../../../service/http/target.ts'
import type { CuadreError } from '../../../std/errors.ts'
import { type Command, type CommandArguments, usageError } from '../../framework/command.ts'
import { notFoundError, SERVICE_FLAGS, settingsFor, withClient } from '../../framework/with-client.ts'
import { invoiceText } from './invoice-text.ts'

export const invoiceGet: Command = {
  name: 'invoice get',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: { en: 'Show one invoice as it is now', es: 'Muestra una factura como está ahora' },
  operand: 'id',
  examples: [['cuadre invoice get inv_01', { en: 'the one with this id', es: 'la que tiene este id' }]],
  flags: SERVICE_FLAGS,
  execute: async (given, io) => {
    const id = parseId(given)
    const settings = settingsFor(given, io)
    const { invoice, paymentUrl, answer } = await withClient(settings, io, (client, context) =>
      client.invoice(id, context),
    )
    if (invoice === null) throw notFound(answer.status, settings)
    const shown = { invoice, paymentUrl }
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(answerDocument('invoice get', 0, { invoice: invoiceDocument(shown) }))}\n`
        : invoiceText(shown, zoneByName(settings.policy.timeZone), io.language),
    )
    return 0
  },
}

const parseId = ({ operands: [id = ''] }: CommandArguments): string => {
  if (id.trim() !== '' && isUsableId(id)) return id
  throw usageError(
    { en: '<id> is not a valid invoice id', es: '<id> no es un id de factura válido' },
    { en: 'copy it from "cuadre invoice list"', es: 'cópielo de "cuadre invoice list"' },
  )
}

/** The message does not repeat the id: something else may have been typed in its place. */
const notFound = (status: number, settings: Settings): CuadreError =>
  notFoundError(
    'INVOICE_NOT_FOUND',
    {
      en: `the service shows no invoice with this id (it answered ${status})`,
      es: `el servicio no muestra ninguna factura con este id (respondió ${status})`,
    },
    {
      en: 'look for it with "cuadre invoice list", and check that base URL and key are those of its merchant',
      es: 'búsquela con "cuadre invoice list", y revise que la dirección y la clave sean las de su comercio',
    },
    settings,
  )
