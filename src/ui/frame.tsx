import type { Child } from 'hono/jsx'
import { htmlDocument } from '../print/html/document.tsx'
import { visibleText } from '../print/html/visible-text.ts'
import type { Language } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'
import { deskWords } from './words.ts'

/** What stands round a page of a report: ways to the others, forms below, and the command that says the same. */
export interface DeskFrame {
  readonly language: Language
  /** The path of the session: pages stand at several depths below it. */
  readonly root: string
  /** As it can be typed; null where there is none. */
  readonly command: string | null
  readonly forms?: Child | undefined
  /** Of an act that was not done, above all else. */
  readonly said?: readonly string[]
}

const WAYS = ['today', 'todo', 'bank', 'month', 'in-transit', 'fees', 'chargebacks', 'settings'] as const
const PATHS: Readonly<Partial<Record<(typeof WAYS)[number], string>>> = { today: 'index.html' }

const Ways = ({ language, root }: Pick<DeskFrame, 'language' | 'root'>) => (
  <nav class="desk" aria-label={deskWords('ways', language)}>
    {WAYS.map((way) => (
      <a href={`${root}${PATHS[way] ?? way}`}>{deskWords(way, language)}</a>
    ))}
    <search>
      <form method="get" action={`${root}find`}>
        <label>
          <span class="unseen">{deskWords('find', language)}</span>
          <input name="text" type="search" placeholder={deskWords('find', language)} maxlength={120} required />
        </label>
        <button type="submit">{deskWords('find', language)}</button>
      </form>
    </search>
  </nav>
)

const STYLE = `
nav.desk { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .5rem 0 .75rem; }
nav.desk search { margin-left: auto; } nav.desk form { display: flex; gap: .25rem; }
input, select, button, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--axis); border-radius: .25rem; padding: .25rem .5rem; max-width: 100%; }
button { cursor: pointer; font-weight: 620; } input[type=checkbox] { width: 1.25rem; height: 1.25rem; }
.acts { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-top: .75rem; } .acts label { display: grid; grid-template-columns: minmax(0, auto); gap: .125rem; min-width: 0; }
.acts .wide { flex: 1 1 18rem; } .typed { margin-top: 1rem; color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
fieldset { min-width: 0; border: 1px solid var(--line); border-radius: .25rem; } .acts > * { max-width: 100%; }
section.screen { overflow-x: auto; } .screen pre { font-size: .8125rem; line-height: 1.45; } .cases td, .cases th { vertical-align: top; }
.said { border: 1px solid var(--bad); border-left-width: .375rem; border-radius: .25rem; padding: .5rem .75rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
@media print { nav.desk, .acts { display: none; } }
`

/**
 * Dresses a page of a report for the desk. The page is one of ours: all foreign text in it is escaped, so that these marks stand in it
 * once. Its own policy for files gives way to that of the answer's head, which allows forms.
 */
export const dressed = (page: string, { language, root, command, forms, said = [] }: DeskFrame): string =>
  page
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, () => '')
    .replace('<meta name="referrer" content="no-referrer"/>', () => REFERRER)
    .replace('</head>', () => `<style>${STYLE}</style><script src="${root}${SCRIPT}" defer></script></head>`)
    .replace(
      '<main id="content">',
      () => `${String(<Ways language={language} root={root} />)}<main id="content">${notice(said)}`,
    )
    .replace('</main>', () => `${forms === undefined ? '' : String(forms)}${foot(language, command)}</main>`)

/* A page that never says where it comes from sends its forms with the origin `null`: it says so to its own origin only. */
const REFERRER = '<meta name="referrer" content="same-origin"/>'

export const SCRIPT = 'desk.js'

const foot = (language: Language, command: string | null): string =>
  command === null
    ? ''
    : String(
        <p class="typed">
          {deskWords('sameAs', language)} <code>{visibleText(command, 2_000)}</code>
        </p>,
      )

const notice = (said: readonly string[]): string =>
  said.length === 0
    ? ''
    : String(
        <div class="said" role="alert">
          {said.map((text) => (
            <p>{visibleText(text, 2_000)}</p>
          ))}
        </div>,
      )

/** What a command prints on a terminal. */
export interface Screen {
  readonly title: string
  readonly text: string
}

/** Screens of the terminal as a page; the first one names it. */
export const screenPage = (language: Language, screens: readonly Screen[]): string => {
  const title = visibleText(screens[0]?.title ?? '')
  return htmlDocument(
    { language, title: title === 'Cuadre' ? title : `${title} · Cuadre`, skip: wordsIn(language).skip },
    <div class="wrap">
      <header>
        <h1>{title}</h1>
      </header>
      <main id="content">
        {screens
          .filter(({ text }) => text !== '')
          .map((screen) => (
            // A wide screen scrolls, and so must be reached by the keyboard.
            <section class="screen" tabindex={0} aria-label={visibleText(screen.title)}>
              <pre>{screen.text}</pre>
            </section>
          ))}
      </main>
    </div>,
  )
}
