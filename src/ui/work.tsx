import { visibleText } from '../print/html/visible-text.ts'
import { plainPage } from './frame.tsx'
import type { DeskTools, RunningCommand } from './tools.ts'
import type { DeskWord } from './words.ts'
import { deskWords } from './words.ts'

interface Started {
  /** As a person reads it: an uploaded file by its name alone. */
  readonly shown: readonly string[]
  readonly running: RunningCommand
  /** The page to look at when it has ended. */
  readonly next: string
}

/** The commands that take long, each in a process of its own. */
export const workOf = (tools: Pick<DeskTools, 'start' | 'typed' | 'language' | 'root'>) => {
  const all: Started[] = []
  const { language, root } = tools
  return {
    /** Starts one; returns the page of its progress. */
    start: (words: readonly string[], shown: readonly string[], next: string): string => {
      all.push({ shown, running: tools.start(words), next })
      return `work?id=${all.length}`
    },
    page: (
      id: number,
    ): { readonly html: string; readonly isMoving: boolean; readonly words: readonly string[] } | null => {
      const one = all[id - 1]
      if (one === undefined) return null
      const exitCode = one.running.exitCode()
      const word: DeskWord = exitCode === null ? 'working' : exitCode === 0 || exitCode === 3 ? 'worked' : 'failed'
      const html = plainPage(
        language,
        one.shown.filter((text) => !text.startsWith('--')).join(' '),
        <section>
          <p role="status">
            <b>{deskWords(word, language)}</b>
          </p>
          <pre class="raw">{visibleLines(one.running.said())}</pre>
          {exitCode === null ? null : (
            <p>
              <a href={`${root}${one.next}`}>{deskWords('goOn', language)}</a>
            </p>
          )}
        </section>,
      )
      return { html, isMoving: exitCode === null, words: one.shown }
    },
    close: async (): Promise<void> => {
      await Promise.all(all.map(({ running }) => running.ended))
    },
  }
}

const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => visibleText(line, 400))
    .join('\n')

export type Work = ReturnType<typeof workOf>
