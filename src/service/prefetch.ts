import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/**
 * Asks for the next item while the caller works on the last one. Yields to the event loop first, so that the request is sent before the
 * caller's long synchronous work.
 */
export async function* prefetch<T>(items: AsyncIterator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = items.next()
  for (let item = await next; !item.done; item = await next) {
    next = items.next()
    // A fault is thrown when its item is requested, and dropped when no item is requested any more.
    next.catch(() => undefined)
    await yieldToEventLoop()
    yield item.value
  }
}
