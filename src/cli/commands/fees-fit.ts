import { aSwitch } from '../../input/options.ts'
import { FEES_FIT } from '../../questions/fees-fit.ts'
import { usageError } from '../framework/command.ts'
import { commandOf } from '../framework/question-command.ts'
import { BY, parseAuthor } from './decisions.ts'

export const feesFit = commandOf(FEES_FIT, {
  flags: {
    write: aSwitch({ en: 'Write the proposal into the settings', es: 'Escribe la propuesta en los parámetros' }),
    replace: aSwitch({
      en: 'Replace the tariff in the settings; needs --write',
      es: 'Reemplaza la tarifa de los parámetros; necesita --write',
    }),
    ...BY,
  },
  asked: (given) => {
    const replace = given.isOn('replace')
    if (given.isOn('write')) {
      const by = parseAuthor(given)
      return async (report, context) => {
        const { writeProposal } = await import('../../../jobs/fees/fees-fit.ts')
        const files = await writeProposal(context, report.fit, { by, replace })
        return { ...report, files: files.map(context.pathAsTyped) }
      }
    }
    if (replace) throw usageError({ en: '--replace needs --write', es: '--replace necesita --write' }, ADD_WRITE)
    if (given.text('by') !== undefined)
      throw usageError({ en: '--by needs --write', es: '--by necesita --write' }, ADD_WRITE)
    return null
  },
})

const ADD_WRITE = { en: 'add --write', es: 'agregue --write' }
