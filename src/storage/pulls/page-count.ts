import type { ListFacts } from '../../domain/pull/pull.ts'
import type { ListedPage } from './open-pull.ts'

type PageFacts = Omit<ListFacts, 'kept' | 'repeated' | 'malformed'>

/** Facts about the pages of a list, counted as they arrive. */
export class PageCount {
  #facts: PageFacts = {
    pages: 0,
    items: 0,
    miscountedPages: 0,
    countReported: 0,
    cursorAbsent: false,
    unknownFields: {},
  }

  add(page: ListedPage): void {
    const facts = this.#facts
    this.#facts = {
      pages: facts.pages + 1,
      items: facts.items + page.items,
      miscountedPages: facts.miscountedPages + (page.count === null || page.count === page.items ? 0 : 1),
      countReported: facts.countReported + (page.count ?? page.items),
      cursorAbsent: page.cursor === undefined,
      unknownFields: withFields(facts.unknownFields, page.unknownFields),
    }
  }

  get facts(): PageFacts {
    return this.#facts
  }
}

const withFields = (
  counts: Readonly<Record<string, number>>,
  fields: readonly string[],
): Readonly<Record<string, number>> =>
  fields.length === 0
    ? counts
    : { ...counts, ...Object.fromEntries(fields.map((field) => [field, (counts[field] ?? 0) + 1])) }
