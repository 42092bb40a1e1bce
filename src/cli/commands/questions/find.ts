import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { searchDocument } from '../../../../reports/documents/search-report.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, asOfGiven } from '../../framework/as-of.ts'
import { type Command, DEBUG, type Given, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { findText } from './find-text.ts'

export const find: Command = {
  name: 'find',
  group: 'questions',
  exits: [],
  describe: 'What the database holds of a reference, contract, document, payment id or invoice id',
  manual: [
    [
      'TEXT [--names] [--as-of N|TIME] [--json]',
      'What the database holds of a reference, contract, document number, payment id or invoice id: each invoice with its settlements, their verdicts, its status then and now, sums, days and discrepancies. First what is exactly that text; where nothing is, what begins with it. The service is not asked. Document numbers are hidden, and names of customers are shown only with `--names`.',
    ],
  ],
  operand: 'text',
  examples: [
    ['cuadre find CTR-104', 'every invoice of a contract, and the settlements that list it'],
    ['cuadre find pay_8f2 --json', 'a payment, for a program'],
    ['cuadre find ARR-2026-03 --names', 'references that begin with it, with the names of the customers'],
  ],
  flags: {
    names: { kind: 'switch', describe: 'Show the names of customers, too' },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const text = textGiven(given)
    const { settings } = effectiveSettings(given, io)
    const zone = zoneNamed(settings.policy.timeZone)
    const asOf = asOfGiven(given, zone)
    const { findInvoices } = await import('../../../../jobs/find.ts')
    const context = { ...io, settings, zone, version: versionOfPackage(), asOf }
    const report = await findInvoices(context, { text, names: given.isOn('names') })
    const document = answerDocument('find', 0, searchDocument(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : findText(report, zone))
    return 0
  },
}

const textGiven = ({ operands: [typed = ''] }: Given): string => {
  const text = typed.trim()
  if (text === '')
    throw usageError(
      'the text to look for is blank',
      'give a reference, a contract, a document, a payment id or an invoice id',
    )
  return text
}
