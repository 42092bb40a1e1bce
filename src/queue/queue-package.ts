import { CuadreError, codeOf } from '../std/errors.ts'

/** Loads a package that only users of the queue install. */
export const queuePackage = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CuadreError(
      'NO_QUEUE_PACKAGES',
      {
        en: 'the queue needs the packages pg and pg-boss, and they are not installed',
        es: 'la cola necesita los paquetes pg y pg-boss, que no están instalados',
      },
      {
        en: `install them beside cuadre: npm install --global ${versionsHere()}, or without --global where cuadre is a dependency of your project`,
        es: `instálelos junto a cuadre: npm install --global ${versionsHere()}, o sin --global donde cuadre es una dependencia de su proyecto`,
      },
      { cause: error },
    )
  }
}

/** pg-boss 12 needs Node 22.12. */
const versionsHere = (): string => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) ? 'pg pg-boss@12' : 'pg pg-boss@10'
}
