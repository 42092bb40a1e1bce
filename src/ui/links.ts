/** What the pages of reports name becomes a link on the desk: settlements, discrepancies, and commands that have a page here. */
export const linked = (html: string, root: string): string =>
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
