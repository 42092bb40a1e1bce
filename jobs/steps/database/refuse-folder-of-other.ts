import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asSlotDate } from '../../../src/core/slot.ts'
import type { Settings } from '../../../src/input/settings.ts'
import { readManifest } from '../../../src/print/files/manifest.ts'
import { type Both, inBoth } from '../../../src/std/both.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import { type KnownMerchant, newMerchant } from '../../../src/store/merchants/merchants.ts'

/** The error when the output folder holds the reports of another merchant. */
const folderOfAnother = (folder: string, other: string, merchant: Both<string>): CuadreError =>
  new CuadreError(
    'OUT_OF_ANOTHER_MERCHANT',
    {
      en: `${folder} holds the reports of the merchant ${other}, not of ${merchant.en}`,
      es: `${folder} tiene los informes del comercio ${other}, no de ${merchant.es}`,
    },
    {
      en: 'give each merchant an output folder of its own: --out, CUADRE_OUT or "out" in the settings file',
      es: 'dé a cada comercio su propia carpeta: --out, CUADRE_OUT u "out" en el archivo de parámetros',
    },
  )

/** The number of newest days that are examined. One that names its merchant determines whose the folder is. */
const DAYS_LOOKED_AT = 5

/** A merchant by its name; for several, words for them. */
interface FolderOwner extends Pick<KnownMerchant, 'names'> {
  readonly name: string | Both<string>
}

/** Refuses to write into the folder of another merchant. A folder of an older version, without a name, is accepted. */
export const refuseFolderOfOther = async (out: string, { name, names }: FolderOwner): Promise<void> => {
  const entries = await readdir(out).catch(() => [])
  const days = entries.filter((entry) => asSlotDate(entry) !== null).toSorted()
  for (const day of days.slice(-DAYS_LOOKED_AT).toReversed()) {
    const owner = (await readManifest(join(out, day)))?.merchant ?? null
    if (owner !== null && !names.includes(owner))
      throw folderOfAnother(out, owner, typeof name === 'string' ? inBoth(name) : name)
  }
}

/**
 * The same check before the database is opened for writing, so that a refusal creates neither a database nor a
 * merchant.
 */
export const refuseFolderBeforeWriting = async (
  { merchant, out }: Pick<Settings, 'merchant' | 'out'>,
  known: readonly KnownMerchant[] | null,
): Promise<void> => {
  // A database of an older version is migrated first.
  if (known === null) return
  const { names } = known.find(({ name }) => name === merchant) ?? newMerchant(merchant)
  await refuseFolderOfOther(out, { name: merchant, names })
}
