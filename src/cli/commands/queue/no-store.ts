import { CuadreError } from '../../../std/errors.ts'

export const noStore = (): CuadreError =>
  new CuadreError(
    'NOT_IN_STORE',
    { en: 'the settings name no store of databases', es: 'los parámetros no indican un almacén de bases de datos' },
    {
      en: 'set "databaseStore" in the settings file; databases on a volume need none of this',
      es: 'defina "databaseStore" en el archivo de parámetros; las bases de datos en un volumen no lo necesitan',
    },
  )
