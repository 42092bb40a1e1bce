import { PINNED, type PinnedReading } from '../../core/policy.ts'
import { once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { READINGS } from '../../questions/readings.ts'
import { type CommandArguments, usageError } from '../framework/command.ts'
import { commandOf } from '../framework/question-command.ts'
import { BY, parseAuthor } from './decisions.ts'

export const readings = commandOf(READINGS, {
  flags: {
    pin: once(
      {
        en: `Save this interpretation in the settings as decided: ${PINNED.join(', ')}`,
        es: `Guarda esta interpretación en los parámetros como decidida: ${PINNED.join(', ')}`,
      },
      optional(text),
    ),
    ...BY,
  },
  asked: (given) => {
    const setting = pinAsked(given)
    if (setting === null) return null
    const by = parseAuthor(given)
    return async (report, { settings, zone, now, pathAsTyped }) => {
      const { pinReading } = await import('../../input/pin-reading.ts')
      const pinned = { by, at: zone.dateAt(now()) }
      const file = await pinReading(settings, { setting, ...pinned })
      const rows = report.rows.map((row) => (row.setting === setting ? { ...row, pinned } : row))
      return { ...report, rows, file: pathAsTyped(file) }
    }
  },
})

const pinAsked = (given: CommandArguments): PinnedReading | null => {
  const typed = given.text('pin')
  if (typed === undefined) {
    if (given.text('by') === undefined) return null
    throw usageError({ en: '--by needs --pin', es: '--by necesita --pin' }, ONE_OF)
  }
  const setting = PINNED.find((one) => one === typed)
  if (setting === undefined)
    throw usageError(
      {
        en: '--pin names no interpretation that can be pinned',
        es: '--pin no indica una interpretación que se pueda fijar',
      },
      ONE_OF,
    )
  if (given.text('as-of') !== undefined)
    throw usageError(
      { en: '--pin excludes --as-of', es: '--pin excluye --as-of' },
      { en: 'pin what is in force now', es: 'fije lo que está vigente ahora' },
    )
  return setting
}

const ONE_OF = {
  en: `name one: --pin ${PINNED.join(', --pin ')}`,
  es: `indique una: --pin ${PINNED.join(', --pin ')}`,
}
