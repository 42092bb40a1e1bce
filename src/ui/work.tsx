import { visibleText } from '../print/html/visible-text.ts'
import { plainPage } from './frame.tsx'
import type { DeskTools, RunningCommand, Shown } from './tools.ts'
import { deskWords, isDeskWord } from './words.ts'

interface Started {
  /** As a person reads it: an uploaded file by its name alone. */
  readonly shown: readonly string[]
  readonly running: RunningCommand
  /** The page to look at when it has ended. */
  readonly next: string
}

/** The commands that take long, each in a process of its own. */
export const workOf = (tools: Pick<DeskTools, 'start' | 'language' | 'root'>) => {
  const all: Started[] = []
  const { language, root } = tools
  return {
    /** Starts one; returns the page of its progress. */
    start: (words: readonly string[], shown: readonly string[], next: string): string => {
      all.push({ shown, running: tools.start(words), next })
      return `work?id=${all.length}`
    },
    page: (id: number): Shown | null => {
      const one = all[id - 1]
      if (one === undefined) return null
      const exitCode = one.running.exitCode()
      const state = exitCode === null ? 'working' : exitCode === 0 || exitCode === 3 ? 'worked' : 'failed'
      const body = (
        <section>
          <p role="status">
            <b>{deskWords(state, language)}</b>
          </p>
          <pre class="raw">
            {one.running
              .said()
              .split('\n')
              .map((line) => (
                <Line of={line} root={root} />
              ))}
          </pre>
          {exitCode === null ? null : (
            <p>
              <a href={`${root}${one.next}`}>{deskWords('goOn', language)}</a>
            </p>
          )}
        </section>
      )
      const [command = '', , file] = one.shown
      const act = one.shown.some((word) => word.startsWith('--cycle')) ? 'readAgain' : command
      const title = [isDeskWord(act) ? deskWords(act, language) : act, ...(file?.startsWith('--') ? [] : [file])]
      return {
        html: plainPage(language, title.filter(Boolean).join(': '), body),
        isMoving: exitCode === null,
        words: one.shown,
      }
    },
    close: async (): Promise<void> => {
      await Promise.all(all.map(({ running }) => running.ended))
    },
  }
}

/** The path of a file of reports, or of a zip that was made on the desk, below the folder of reports. */
export const REPORT_FILE =
  /(?<=^|\/)(?:(?:(?:statement|fees|export|journal|receivables)\/)?[\d_-]{7,21}\/[\w.-]+\.(csv|xlsx|html|json)|desk\/[\w.-]+\.(zip))$/

/** As it was printed; a file of reports is a link. */
const Line = ({ of, root }: { readonly of: string; readonly root: string }) => {
  const path = REPORT_FILE.exec(of)?.[0]
  const text = `${/^ */.exec(of)?.[0]}${visibleText(of, 400)}`
  return (
    <>
      {path === undefined ? text : <a href={`${root}${path}`}>{text}</a>}
      {'\n'}
    </>
  )
}

export type Work = ReturnType<typeof workOf>
