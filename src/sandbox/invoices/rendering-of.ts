import type { Assumptions } from '../assumptions.ts'
import type { Notes } from '../notes.ts'
import type { World } from '../world.ts'
import type { InvoiceRendering, Stale } from './invoices.ts'

/** Renders the link's expiry always, or only in the answer to creation. */
const renderingBy = (assumed: Assumptions, pageUrl: string): InvoiceRendering => ({
  pageUrl,
  seededPageUrl: assumed.seededPageUrl,
  expirationDate: assumed.expirationDate === 'always',
})

export const renderingOf = ({ pageUrl, assumed }: World): InvoiceRendering => renderingBy(assumed, pageUrl)

/** The rendering in the answer to creation, which always shows the expiry (api.md, Invoice). */
export const renderingAtCreation = (world: World): InvoiceRendering => ({ ...renderingOf(world), expirationDate: true })

const NOTE = 'invoices are told as'

/** The rendering before the port is known: that of the file, or of the history to be made. */
export const initialRendering = (notes: Notes, assumed: Assumptions): InvoiceRendering => {
  const noted = notes.get(NOTE)
  return noted === undefined ? renderingBy(assumed, '') : JSON.parse(noted)
}

const staleBy = (before: string | undefined, next: InvoiceRendering): Stale => {
  if (before === undefined) return 'own'
  const earlier: InvoiceRendering = JSON.parse(before)
  if (JSON.stringify({ ...earlier, pageUrl: next.pageUrl }) !== JSON.stringify(next)) return 'all'
  return earlier.pageUrl === next.pageUrl ? 'none' : 'own'
}

/** Renders every invoice again after a change of the address or of an assumption. */
export const renderAnew = (world: World): void => {
  const next = renderingOf(world)
  const stale = staleBy(world.notes.get(NOTE), next)
  world.sqlite.transaction(() => world.invoices.renderAs(next, stale))()
  world.notes.put(NOTE, JSON.stringify(next))
}
