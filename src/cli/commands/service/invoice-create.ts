import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { invoiceDocument } from '../../../../reports/documents/invoice-document.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { creationError, FIND_OUT } from '../../../service/creation-error.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import type { Command } from '../../framework/command.ts'
import { Interrupted, type Io } from '../../framework/io.ts'
import { SERVICE_FLAGS, settingsFor, withClient } from '../../framework/with-client.ts'
import { createdText } from './invoice-text.ts'
import { NEW_INVOICE_FLAGS, parseNewInvoice, refuseAmount } from './new-invoice.ts'

export const invoiceCreate: Command = {
  name: 'invoice create',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'Create an invoice, and show the payment page to open at once',
    es: 'Crea una factura y muestra la página de pago, que se debe abrir enseguida',
  },
  manual: [
    [
      '--reference R --amount N --description TEXT --redirect-url URL --document N [--document-type T] [--name TEXT] [--contract C] [--json]',
      'Checks what the service would refuse, creates one invoice with one request that is never repeated, and shows the address of the payment page, which is valid for five minutes. When the answer is lost it looks up the reference and says what is known.',
    ],
  ],
  examples: [
    [
      'cuadre invoice create --reference ARR-0001 --amount 1850000 --description Arriendo --redirect-url https://example.com/back --document 1032456789',
      { en: 'what a typical one needs', es: 'lo que necesita una típica' },
    ],
  ],
  flags: { ...NEW_INVOICE_FLAGS, ...SERVICE_FLAGS },
  execute: async (given, io) => {
    const order = parseNewInvoice(given)
    const settings = settingsFor(given, io)
    refuseAmount(order, settings)
    const creation = await withClient(settings, io, (client, context) => {
      io.signal.throwIfAborted()
      return client.create(order, context).catch(inTheOpen(io))
    })
    if (creation.kind !== 'created') throw creationError(creation)
    if (creation.lost !== null)
      io.stderr(`${harmless(`cuadre: ${foundText(creation.lost.texts.message)[io.language]}`)}\n`)
    const found = { lookedUp: creation.lost !== null, invoice: invoiceDocument(creation) }
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(answerDocument('invoice create', 0, found))}\n`
        : createdText(creation, zoneByName(settings.policy.timeZone), io.language),
    )
    return 0
  },
}

const foundText = (lost: Both<string>): Both<string> => ({
  en: `the answer was lost (${lost.en}); its reference was looked up, and the invoice was created`,
  es: `se perdió la respuesta (${lost.es}); se buscó su referencia, y la factura sí se creó`,
})

/** After a signal while the request may be on its way, the message says that the outcome is unknown. */
const inTheOpen =
  ({ signal }: Io) =>
  (error: unknown): never => {
    const { aborted, reason } = signal
    if (!aborted || !(reason instanceof Interrupted)) throw error
    throw new Interrupted(reason.by, {
      en: `whether the invoice was created is not known: ${FIND_OUT.en}`,
      es: `no se sabe si se creó la factura: ${FIND_OUT.es}`,
    })
  }
