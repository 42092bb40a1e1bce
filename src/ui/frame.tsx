import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { htmlDocument } from '../print/html/document.tsx'
import { visibleText } from '../print/html/visible-text.ts'
import type { Language } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'
import type { DeskTools, Shown } from './tools.ts'
import { deskWords } from './words.ts'

/** What the pages of reports name becomes a link on the desk: settlements, discrepancies, and commands that have a page here. */
const linked = (html: string, root: string): string =>
  html
    .replaceAll(FROM_RANGE, `href="${root}`)
    .replaceAll(SLOT_CELLS, (_all, open: string, day: string, close: string, next: string, cycle: string) => {
      const href = `${root}settlement?date=${isoDay(day)}&amp;cycle=${encodeURIComponent(cycle)}`
      return `${open}<a href="${href}">${day}</a>${close}${next}`
    })
    .replaceAll(ID_CELL, (_all, open: string, id: string, close: string) => `${open}${caseLink(root, id)}${close}`)
    .replaceAll(ID_IN_CODE, (_all, id: string) => caseLink(root, id))
    .replaceAll(ID_IN_WORDS, (_all, id: string) => `(${caseLink(root, id)})`)
    .replaceAll(COMMAND, (code: string, command: string) => linkOf(root, command, code))
    .replaceAll(
      COMMAND_CELL,
      (_all, open: string, command: string, close: string) => `${open}${linkOf(root, command, command)}${close}`,
    )
    .replaceAll(WIDE_TABLE, (table: string, head: string) =>
      head.split('<th').length > COLUMNS_MAX ? table.replace('account stack', 'account stack tall') : table,
    )

/** A page of a range stands two folders below the index; the desk has it beside the others. */
const FROM_RANGE = /href="\.\.\/\.\.\//g
/** A cycle is a text: a count beside a day, as of days, is none. */
const SLOT_CELLS =
  /(<t[dh][^>]*>)(\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4})(<\/t[dh]>)(<td(?! class="n)[^>]*>(\d{1,2}(?::\d\d)?)<\/td>)/g
const ID_CELL = /(<t[dh][^>]*>)([0-9a-f]{16})((?: \+\d+)?<\/t[dh]>)/g
const ID_IN_CODE = /<code title="[0-9a-f]{16}" class="id">\s*([0-9a-f]{8})\s*<\/code>/g
const ID_IN_WORDS = /\(([0-9a-f]{8})\)/g
const COMMAND = /<code>([^<]+)<\/code>/g
/** A line of a table that is a command: it begins with how the program is started. */
const COMMAND_CELL = /(<th scope="row">)((?:npx |node )?\S*(?:cuadre|main\.js)\S* [^<]+)(<\/th>)/g
const WIDE_TABLE = /<table class="account stack">(?:<caption>[^<]*<\/caption>)?<thead>(.*?)<\/thead>/g
/** A table with more is read line by line, each value with its name. */
const COLUMNS_MAX = 11

const caseLink = (root: string, id: string): string => `<a class="mono" href="${root}discrepancy?id=${id}">${id}</a>`

const isoDay = (day: string): string => (day.includes('/') ? day.split('/').toReversed().join('-') : day)

/** The page that a command has on the desk, by what stands in it. */
const PAGES_OF_COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/ (?:explain|history) (\d{4}-\d\d-\d\d) ([\w:]+)/, 'settlement?date=$1&amp;cycle=$2'],
  [/ discrepancies (?:show|accept|claim|settle|note|reopen) ([0-9a-f]{8,64})/, 'discrepancy?id=$1'],
  [/ discrepancies list --date (\d{4}-\d\d-\d\d) --cycle ([\w:]+)/, 'settlement?date=$1&amp;cycle=$2'],
  [/ discrepancies list/, 'todo'],
  [/ claims(?: |$)/, 'claims'],
  [/ bank (?:list|tie|untie|import|files|void)/, 'bank'],
  [/ receivables(?: |$)/, 'receivables'],
  [/ month (\d{4}-\d\d)/, 'month?month=$1'],
  [/ (?:month|close)(?: |$)/, 'month'],
  [/ statement --month (\d{4}-\d\d)/, 'statement?month=$1'],
  [/ statement(?: |$)/, 'statement'],
  [/ fees(?: |$)/, 'fees'],
  [/ in-transit(?: |$)/, 'in-transit'],
  [/ chargebacks list/, 'chargebacks'],
  [/ (?:doctor|config|readings)(?: |$)/, 'settings'],
]

/** The text as a link to the page of a command; as it is where there is none. */
const linkOf = (root: string, command: string, text: string): string => {
  const [pattern, page = ''] = PAGES_OF_COMMANDS.find(([one]) => one.test(command)) ?? []
  const [, first = '', second = ''] = pattern?.exec(command) ?? []
  return pattern === undefined
    ? text
    : `<a href="${root}${page.replace('$1', first).replace('$2', second)}">${text}</a>`
}

type FrameOf = Pick<DeskTools, 'language' | 'root' | 'home'>

const WAYS = [
  'today',
  'todo',
  'claims',
  'bank',
  'receivables',
  'month',
  'statement',
  'in-transit',
  'fees',
  'chargebacks',
  'settings',
] as const
const Ways = ({ language, root, home }: FrameOf) => (
  <nav class="desk" aria-label={deskWords('ways', language)}>
    {home === null ? null : <a href={home}>{deskWords('merchants', language)}</a>}
    {WAYS.map((way) => (
      <a href={`${root}${way === 'today' ? 'index.html' : way}`}>{deskWords(way, language)}</a>
    ))}
    <search>
      <form method="get" action={`${root}find`}>
        <label>
          <span class="unseen">{deskWords('find', language)}</span>
          <input
            name="text"
            type="search"
            placeholder={deskWords('findWhat', language)}
            maxlength={120}
            size={28}
            required
          />
        </label>
        <button type="submit">{deskWords('find', language)}</button>
      </form>
    </search>
  </nav>
)

const STYLE = `
.account tbody th.n { text-align: right; } main > dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .125rem 1.5rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; } main > dl dt { color: var(--soft); } dd { overflow-wrap: anywhere; min-width: 0; }
.acts + :not(.acts) { margin-top: 1rem; } .sheet main > * + p { margin-top: .5rem; } .commands a code { color: var(--link); text-decoration: underline; }
.wrap.sheet { max-width: 78rem; } .sheet main > table, main > dl { background: var(--paper); } thead td { border-bottom: 1px solid var(--line); } nav.ways { margin-bottom: .75rem; }
nav.desk { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .5rem 0 .75rem; }
nav.desk search { margin-left: auto; max-width: 100%; } nav.desk form { display: flex; gap: .25rem; } nav.desk label { min-width: 0; }
input, select, button, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--axis); border-radius: .25rem; padding: .25rem .5rem; max-width: 100%; }
button { cursor: pointer; font-weight: 620; } input[type=checkbox] { width: 1.25rem; height: 1.25rem; }
.acts { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-top: .75rem; } .acts label { display: grid; grid-template-columns: minmax(0, auto); gap: .125rem; min-width: 0; }
.acts .halves { flex: 1 1 100%; } .acts .halves label { display: inline; } section > .acts:first-child { margin-top: 0; } .acts .wide { flex: 1 1 18rem; } .acts label.tick { display: flex; gap: .5rem; align-items: center; } .typed { margin-top: 1rem; color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
fieldset { min-width: 0; border: 1px solid var(--line); border-radius: .25rem; } .acts > * { max-width: 100%; }
section.screen { overflow-x: auto; } .screen pre { font-size: .8125rem; line-height: 1.45; } .cases td, .cases th { vertical-align: top; } .cases th[scope=row] { white-space: nowrap; } .cases .mono { white-space: nowrap; }
main section ul:not([class]) { margin: 0; padding-left: 1rem; } pre.raw { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8125rem; }
.tall, .tall tbody, .tall tr, .tall th, .tall td { display: block; } .tall thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.tall tr { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .75rem; background: var(--paper); } .tall tr > * { border: 0; padding: .0625rem 0; white-space: normal; }
.tall td[data-label] { display: block; overflow-wrap: anywhere; position: relative; padding-left: min(11rem, 42%); min-height: 1.5rem; text-align: left; } .tall td[data-label]::before { content: attr(data-label); color: var(--soft); position: absolute; left: 0; max-width: min(10.5rem, 40%); } .tall th[data-label]::before { content: attr(data-label) ' '; } .tall tr > :empty { display: none; }
.said { border: 1px solid var(--bad); border-left-width: .375rem; border-radius: .25rem; padding: .5rem .75rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
@media print { nav.desk, .acts, .typed { display: none; } }
`

/**
 * Dresses a page of a report for the desk: ways to the others, what is said of an act, forms, and the command that says the same. The
 * page is one of ours: all foreign text in it is escaped, so that these marks stand in it once. Its own policy for files gives way to
 * that of the answer's head, which allows forms.
 */
export const dressed = (
  { html, words, above, forms, named, isMoving = false }: Shown,
  { typed, language, root, home }: FrameOf & Pick<DeskTools, 'typed'>,
  said: readonly string[],
): string => {
  return linked(html, root)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, () => '')
    .replace('<meta name="referrer" content="no-referrer"/>', () => REFERRER)
    .replace('</head>', () => {
      const again = isMoving ? '<meta http-equiv="refresh" content="2"/>' : ''
      return `${again}${NO_ICON}<style>${STYLE}</style><script src="${root}${SCRIPT}" defer></script></head>`
    })
    .replace('<main id="content">', (main) =>
      String(
        <>
          <Ways {...{ language, root, home }} />
          {raw(main)}
          {said.length === 0 ? null : (
            <div class="said" role="alert">
              {said.map((text) => (
                <p>{visibleText(text.trim(), 2_000)}</p>
              ))}
            </div>
          )}
          {above}
        </>,
      ),
    )
    .replace('</main>', (end) =>
      String(
        <>
          {forms}
          {named === undefined ? null : (
            <p class="typed">
              <a href={named}>{deskWords('showNames', language)}</a>
            </p>
          )}
          {words.length === 0 ? null : (
            <p class="typed">
              {deskWords('sameAs', language)} <code>{visibleText(typed(words), 2_000)}</code>
            </p>
          )}
          {raw(end)}
        </>,
      ),
    )
}

/* A page that never says where it comes from sends its forms with the origin `null`: it says so to its own origin only. */
const REFERRER = '<meta name="referrer" content="same-origin"/>'

/* Else a browser asks for one outside of the session. */
const NO_ICON = '<link rel="icon" href="data:,"/>'

export const SCRIPT = 'desk.js'

/** A page of the desk itself. */
export const plainPage = (language: Language, title: string, body: Child): string =>
  htmlDocument(
    {
      language,
      title: title === 'Cuadre' ? title : `${visibleText(title, 200)} · Cuadre`,
      skip: wordsIn(language).skip,
    },
    <div class="wrap">
      <header>
        <h1>{visibleText(title, 200)}</h1>
      </header>
      <main id="content">{body}</main>
    </div>,
  )

/** What a command prints on a terminal, as a page. A wide screen scrolls, and so must be reached by the keyboard. */
export const screenPage = (language: Language, title: string, text: string): string =>
  plainPage(
    language,
    title,
    <section class="screen" tabindex={0} aria-label={visibleText(title)}>
      <pre>{text}</pre>
    </section>,
  )
