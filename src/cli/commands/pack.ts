import { resolve } from 'node:path'
import type { PackReport } from '../../../jobs/pack.ts'
import { MONTH_PACK } from '../../../reports/documents/audit.ts'
import { month } from '../../input/dates.ts'
import { aSwitch, once } from '../../input/options.ts'

import { harmless } from '../../std/harmless.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import { monthIn } from '../../words/dates.ts'
import { countOf } from '../../words/money.ts'
import { type CommandAnswer, commandWith, DEBUG, JSON_FLAG, SETTINGS } from '../framework/command.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import { NAMES, PACK_PLACE } from './audit.ts'
import { BY, parseAuthor } from './decisions.ts'

const { out: _, ...PLACES } = SETTINGS

export const pack = commandWith({
  name: 'pack',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'A closed month for an auditor, in one file: statement, ledgers, controls, bank reconciliation, decisions',
    es: 'Un mes cerrado para el auditor, en un archivo: cuenta, auxiliares, controles, conciliación bancaria, decisiones',
  },
  manual:
    'The same closing gives the same bytes. `cuadre audit` or `sha256sum` proves it. See [Claims and packs](claims.md).',
  examples: [
    [
      'cuadre pack --month 2026-02 --out february.zip',
      { en: 'February, as it was closed', es: 'febrero, como se cerró' },
      'cuadre pack --month 2026-02 --out febrero.zip',
    ],
    [
      'cuadre audit --verify february.zip',
      { en: 'names what was changed, added or removed', es: 'dice qué se modificó, agregó o quitó' },
      'cuadre audit --verify febrero.zip',
    ],
  ],
  options: {
    month: once({ en: 'The month, YYYY-MM', es: 'El mes, AAAA-MM' }, month),
    ...PACK_PLACE,
    ...NAMES,
    draft: aSwitch({ en: 'Before the closing; every page says so', es: 'Antes del cierre; cada página lo dice' }),
  },
  flags: { ...BY, ...JSON_FLAG, ...PLACES, ...DEBUG },
  execute: async ({ month: days, out, names: hasNames, draft: isDraft }, given, io) => {
    const context = contextOf(given, io, { out: undefined })
    const { zone } = context
    const [
      { makePack },
      { bankListReport },
      { chargebacksReport },
      { claimsReport },
      { invoicesReport },
      { journalReport },
    ] = await Promise.all([
      import('../../../jobs/pack.ts'),
      import('../../questions/bank-list.ts'),
      import('../../questions/chargebacks.ts'),
      import('../../questions/claims.ts'),
      import('../../questions/fees-invoices.ts'),
      import('../../questions/journal.ts'),
    ])
    const made = await makePack(context, {
      ...{ days, path: resolve(io.cwd, out), hasNames, isDraft, by: parseAuthor(given) },
      lists: {
        bank: (facts) => bankListReport(facts, true),
        chargebacks: chargebacksReport,
        claims: (facts) => claimsReport(facts, zone),
        invoices: (facts) => invoicesReport(facts, zone),
        journal: journalReport,
      },
    })
    return packAnswer(made, out, io)
  },
})

const packAnswer = (made: PackReport, path: string, { language }: Io): CommandAnswer => ({
  document: () => MONTH_PACK.of({ pack: { ...made, path } }),
  text: () => {
    const { days, files, bytes, isDraft, failing, manifestSha256 } = made
    const [month, count, file] = [monthIn(days.from, language), countOf(files, 'file', language), harmless(path)]
    const draft = isDraft ? { en: ', a draft', es: ', un borrador' }[language] : ''
    return [
      {
        en: `${month}${draft}: ${count}, ${bytes} bytes, in ${file}`,
        es: `${month}${draft}: ${count}, ${bytes} bytes, en ${file}`,
      }[language],
      failing === 0
        ? { en: 'Every control holds.', es: 'Todos los controles se cumplen.' }[language]
        : {
            en: `${failing} ${failing === 1 ? 'control does' : 'controls do'} not hold: see index.html.`,
            es: `${failing === 1 ? 'Un control no se cumple' : `${failing} controles no se cumplen`}: vea index.html.`,
          }[language],
      { en: `SHA-256 of its manifest: ${manifestSha256}`, es: `SHA-256 de su manifiesto: ${manifestSha256}` }[language],
      `  cuadre audit --verify ${harmless(quoteForShell(path))} --digest ${manifestSha256}`,
    ]
  },
})
