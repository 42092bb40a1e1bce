import type { Assumptions } from '../assumptions.ts'
import type { Telling } from '../invoices/invoice.ts'
import type { Stale } from '../invoices/invoices.ts'
import type { Notes } from '../notes.ts'
import type { World } from '../world.ts'

/** How invoices are told: the link's expiry always, or only when the invoice has just been created. */
const tellingBy = (assumed: Assumptions, pageUrl: string): Telling => ({
  pageUrl,
  seededPageUrl: assumed.seededPageUrl,
  expirationDate: assumed.expirationDate === 'always',
})

export const telling = ({ pageUrl, assumed }: World): Telling => tellingBy(assumed, pageUrl)

/** As in the answer to its creation, where the expiry is always told (api.md, Invoice). */
export const tellingAtCreation = (world: World): Telling => ({ ...telling(world), expirationDate: true })

const NOTE = 'invoices are told as'

/** Before the port is known: as the file says they were, or as the past is about to be. */
export const tellingAtFirst = (notes: Notes, assumed: Assumptions): Telling => {
  const noted = notes.get(NOTE)
  return noted === undefined ? tellingBy(assumed, '') : JSON.parse(noted)
}

const staleBy = (before: string | undefined, next: Telling): Stale => {
  if (before === undefined) return 'own'
  const earlier: Telling = JSON.parse(before)
  if (JSON.stringify({ ...earlier, pageUrl: next.pageUrl }) !== JSON.stringify(next)) return 'all'
  return earlier.pageUrl === next.pageUrl ? 'none' : 'own'
}

/** Has every invoice told as this world tells them now, after its address or an assumption has changed. */
export const tellAnew = (world: World): void => {
  const next = telling(world)
  const stale = staleBy(world.notes.get(NOTE), next)
  world.sqlite.transaction(() => world.invoices.tellAs(next, stale))()
  world.notes.put(NOTE, JSON.stringify(next))
}
