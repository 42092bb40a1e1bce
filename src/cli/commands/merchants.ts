import { RENAMING } from '../../../reports/documents/set-up.ts'
import { loadDatabaseSettings, loadSettings, loadSharedSettings, type Settings } from '../../input/settings.ts'
import { MERCHANT_NAME } from '../../input/sources/config-file.ts'
import type { Both } from '../../std/both.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { type Command, DEBUG, JSON_FLAG, SETTINGS, sourcesOf, usageError } from '../framework/command.ts'

export const merchantsRename: Command = {
  name: 'merchants rename',
  group: 'platform',
  exits: ['locked'],
  describe: {
    en: 'Give a merchant of the database another name; everything it holds stays',
    es: 'Da otro nombre a un comercio de la base de datos; todo lo suyo se conserva',
  },
  manual: 'Then change the settings.',
  operand: 'old new',
  examples: [
    [
      'cuadre merchants rename default casa',
      { en: 'then set "casa" in the settings', es: 'después ponga "casa" en los parámetros' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const [from = '', to = ''] = given.operands
    for (const name of [from, to]) {
      if (!MERCHANT_NAME.test(name))
        throw usageError(
          {
            en: 'a name of a merchant is 1 to 32 letters, digits, "_" or "-"',
            es: 'el nombre de un comercio tiene de 1 a 32 letras, dígitos, "_" o "-"',
          },
          { en: 'write the old name, then the new', es: 'escriba el nombre anterior y después el nuevo' },
        )
    }
    if (from === to)
      throw usageError(
        { en: 'the two names are the same', es: 'los dos nombres son iguales' },
        { en: 'write the old name, then the new', es: 'escriba el nombre anterior y después el nuevo' },
      )
    const sources = sourcesOf(given, io)
    const { merchants, out } = loadSharedSettings(sources).settings
    const currentMerchant = [from, to].find((name) => merchants.includes(name))
    const { settings } =
      currentMerchant === undefined ? loadDatabaseSettings(sources) : loadSettings({ ...sources, currentMerchant })
    const { renameMerchant, movesAfter } = await import('../../../jobs/rename-merchant.ts')
    await renameMerchant({ ...io, settings, version: versionOfPackage() }, from, to)
    const next = nextOf(settings, to, movesAfter(settings, out, from, to))
    return {
      document: () => RENAMING.of({ from, to, next: next.en }),
      text: () => [RENAMED[io.language](from, to), next[io.language]],
    }
  },
}

const nextOf = ({ merchants }: Settings, to: string, moves: readonly string[]): Both<string> => {
  const entry =
    merchants.length === 0
      ? { en: `Set "${to}" as the merchant in the settings`, es: `Ponga "${to}" como comercio en los parámetros` }
      : { en: 'Rename its entry in the settings', es: 'Cambie su nombre en los parámetros' }
  return moves.length === 0
    ? {
        en: `${entry.en}, and restart a receiver or a scheduler that is running.`,
        es: `${entry.es}, y reinicie el receptor o el programador que esté en marcha.`,
      }
    : {
        en: `${entry.en}, stop a receiver or a scheduler that is running, and type: ${moves.join(' && ')}`,
        es: `${entry.es}, detenga el receptor o el programador que esté en marcha, y escriba: ${moves.join(' && ')}`,
      }
}

const RENAMED: Both<(from: string, to: string) => string> = {
  en: (from, to) => `Renamed ${from} to ${to}.`,
  es: (from, to) => `${from} ahora se llama ${to}.`,
}
