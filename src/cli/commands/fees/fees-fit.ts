import type { FeesFitRequest } from '../../../../jobs/fees/fees-fit.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { feesFitDocument } from '../../../../reports/documents/fees/fees-fit-report.ts'
import { jsonText } from '../../../publish/json.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { parseDays } from '../../framework/dates.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { BY, parseAuthor, quietContext } from '../discrepancies/disposition-flags.ts'

export const feesFit: Command = {
  name: 'fees fit',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'Proposes a tariff from the fees of past settlements, and names the settlements that are off',
    es: 'Propone una tarifa según las comisiones de liquidaciones pasadas, y nombra las que no se ajustan',
  },
  manual: [
    [
      '[--from D --to D] [--tax N] [--json]',
      'Proposes a tariff from the fees of past settlements: rates by method with the settlements that support them, the day of a change, what is not determined and what would decide it, and the settlements that differ, by how many pesos. It only reads the database.',
    ],
    [
      '--write [--replace] [--by NAME]',
      'Writes what is proposed into the settings file, or the `tariffFile` that it names, with who and when. From then on `cuadre check` holds fees against it.',
    ],
  ],
  examples: [
    ['cuadre fees fit', { en: 'what all settlements propose', es: 'lo que proponen todas las liquidaciones' }],
    [
      'cuadre fees fit --tax 19',
      { en: 'tries a tax on top of the rates, too', es: 'prueba también un impuesto que se suma' },
    ],
    [
      'cuadre fees fit --write --by ana',
      { en: 'into the settings, as proposed by ana', es: 'en los parámetros, como propuesta de ana' },
    ],
  ],
  flags: {
    from: {
      kind: 'once',
      describe: { en: 'First settlement date; needs --to', es: 'Primera fecha de liquidación; necesita --to' },
    },
    to: {
      kind: 'once',
      describe: { en: 'Last settlement date; needs --from', es: 'Última fecha de liquidación; necesita --from' },
    },
    tax: {
      kind: 'once',
      describe: {
        en: 'Percent of a tax on fees to try, as well as taxOnFeesRate',
        es: 'Porcentaje de impuesto sobre la comisión que se prueba, además de taxOnFeesRate',
      },
    },
    write: {
      kind: 'switch',
      describe: { en: 'Write the proposal into the settings', es: 'Escribe la propuesta en los parámetros' },
    },
    replace: {
      kind: 'switch',
      describe: {
        en: 'Replace the tariff in the settings; needs --write',
        es: 'Reemplaza la tarifa de los parámetros; necesita --write',
      },
    },
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: (given) => !given.isOn('write'),
  execute: async (given, io) => {
    const request = requestIn(given)
    const context = quietContext(given, io)
    const { proposeTariff } = await import('../../../../jobs/fees/fees-fit.ts')
    const proposal = await proposeTariff(context, request)
    const report = { ...proposal, files: proposal.files.map((path) => fromHere(path, io.cwd)) }
    const { feesFitText } = await import('./fees-fit-text.ts')
    const document = answerDocument('fees fit', 0, feesFitDocument(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : feesFitText(report, context.settings.language))
    return 0
  },
}

const ADD_WRITE = { en: 'add --write', es: 'agregue --write' }

const requestIn = (given: CommandArguments): FeesFitRequest => {
  const [isWritten, replace] = [given.isOn('write'), given.isOn('replace')]
  if (!isWritten && replace)
    throw usageError({ en: '--replace needs --write', es: '--replace necesita --write' }, ADD_WRITE)
  if (!isWritten && given.text('by') !== undefined)
    throw usageError({ en: '--by needs --write', es: '--by necesita --write' }, ADD_WRITE)
  return {
    days: parseDays(given),
    tax: parseTax(given),
    write: isWritten ? { by: parseAuthor(given), replace } : null,
  }
}

const TAX_MAX_PERCENT = 50

const parseTax = ({ text }: CommandArguments): number | null => {
  const typed = text('tax')
  if (typed === undefined) return null
  const percent = Number(typed)
  if (!/^\d{1,2}(\.\d{1,6})?$/.test(typed) || percent === 0 || percent > TAX_MAX_PERCENT)
    throw usageError(
      { en: '--tax is not a valid percent', es: '--tax no es un porcentaje válido' },
      { en: 'write a number above 0 and up to 50: --tax 19', es: 'escriba un número mayor que 0 y hasta 50: --tax 19' },
    )
  return percent
}
