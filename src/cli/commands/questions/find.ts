import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { searchDocument } from '../../../../reports/documents/search-report.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { findText } from './find-text.ts'

export const find: Command = {
  name: 'find',
  group: 'questions',
  exits: [],
  describe: {
    en: 'What the database holds of a reference, contract, document, payment id or invoice id',
    es: 'Lo que la base de datos tiene de una referencia, un contrato, un documento, un id de pago o un id de factura',
  },
  manual: [
    [
      'TEXT [--names] [--as-of N|TIME] [--json]',
      'What the database holds of a reference, contract, document number, payment id or invoice id: each invoice with its settlements, their verdicts, its status then and now, sums, days and discrepancies. First what is exactly that text; where nothing is, what begins with it. The service is not asked. Document numbers are hidden, and names of customers are shown only with `--names`.',
    ],
  ],
  operand: 'text',
  examples: [
    [
      'cuadre find CTR-104',
      {
        en: 'every invoice of a contract, and the settlements that list it',
        es: 'cada factura de un contrato, y las liquidaciones que la listan',
      },
    ],
    ['cuadre find pay_8f2 --json', { en: 'a payment, for a program', es: 'un pago, para un programa' }],
    [
      'cuadre find ARR-2026-03 --names',
      {
        en: 'references that begin with it, with the names of the customers',
        es: 'referencias que empiezan así, con los nombres de los clientes',
      },
    ],
  ],
  flags: {
    names: {
      kind: 'switch',
      describe: { en: 'Show the names of customers, too', es: 'Muestra también los nombres de los clientes' },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const text = parseText(given)
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { findInvoices } = await import('../../../../jobs/find.ts')
    const context = { ...io, settings, zone, version: versionOfPackage(), asOf }
    const report = await findInvoices(context, { text, names: given.isOn('names') })
    const document = answerDocument('find', 0, searchDocument(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : findText(report, zone, displayOf(io, io.language)))
    return 0
  },
}

const parseText = ({ operands: [typed = ''] }: CommandArguments): string => {
  const text = typed.trim()
  if (text === '')
    throw usageError(
      { en: 'the text to look for is blank', es: 'el texto que se busca está en blanco' },
      {
        en: 'give a reference, a contract, a document, a payment id or an invoice id',
        es: 'dé una referencia, un contrato, un documento, un id de pago o un id de factura',
      },
    )
  return text
}
