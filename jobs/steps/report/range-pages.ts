import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RANGE_PAGES, type RangePage } from '../../../reports/pages/range-page.ts'
import { asSlotDate } from '../../../src/core/slot.ts'

/**
 * The pages over several days in that folder, in order of their days: `statement/<from>_<to>/` and `fees/<from>_<to>/`.
 */
export const rangePages = async (out: string): Promise<readonly RangePage[]> => {
  const pages: RangePage[] = []
  for (const { kind, file } of RANGE_PAGES) {
    for (const folder of (await readdir(join(out, kind)).catch(() => [])).sort()) {
      const [from = null, to = null, ...rest] = folder.split('_').map(asSlotDate)
      if (from === null || to === null || rest.length > 0) continue
      const path = `${kind}/${folder}/${file}`
      if (await isThere(join(out, path))) pages.push({ kind, days: { from, to }, path })
    }
  }
  return pages
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
