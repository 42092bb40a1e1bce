import { setImmediate as breathe } from 'node:timers/promises'

/**
 * Asks for the next item while the last one is worked on. It breathes in between: what follows is often a long piece of work without a
 * pause, and the request must be on its way before it.
 */
export async function* prefetch<T>(items: AsyncIterator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = items.next()
  for (let item = await next; !item.done; item = await next) {
    next = items.next()
    // A fault is told when it is its turn, and to nobody when nobody asks any more.
    next.catch(() => undefined)
    await breathe()
    yield item.value
  }
}
