import { CAUSES } from '../src/rules/causes/registry.ts'
import { CODES } from '../src/rules/registry.ts'
import { ERROR_CODES } from '../src/std/error-codes.ts'

/**
 * English words that no Spanish text contains. Words that are also codes, columns, flags or commands are recognised by
 * their context.
 */
const WORDS =
  `a-lone the this that these those and or of with without within from which what where when who whose why how after before between since
  every each all other others another nothing none not never only also still yet there here their them they its it is are was were be been
  has have had does did do will would can cannot could should must may might more most less than then but if because while until till
  for at on by to in into up about beyond please already again given needs show shown print read written kept made found
  settlement settlements invoice invoices payout fees adjustments collected expected reported difference discrepancy discrepancies listed
  chargeback chargebacks reading readings pull pulls folder file files day days month week hour hours minute night date cycle
  amount value values key keys service database merchant operator customer record records field fields page pages list name names
  first last next previous open opened opening closed closing paid failed missing unknown damaged waiting received ended began known
  nobody somebody yes sum total rows answer answers address number line lines
  warnings report reports checked badge ready due late debited
  entry entries match matches method methods rate rates overdue unread today yesterday now`
    .split(/\s+/)
    .filter((word) => word !== 'a-lone')

const ENGLISH = new RegExp(`(?<![\\p{L}\\p{N}_$./:@=-])(?:${WORDS.join('|')})(?![\\p{L}\\p{N}_/:@=(-]|\\.[a-z])`, 'giu')

/** Words that Spanish has as well. */
const ALSO_SPANISH = new Set(['a', 'has', 'total', 'me', 'he', 'fin'])

const ANY_CODE = new RegExp(
  `\\b(?:${[...CODES, ...CAUSES.map(({ code }) => code), ...Object.keys(ERROR_CODES)].join('|')})\\b`,
  'g',
)

/** The prose of a screen: without commands, flags, codes, columns, placeholders, quotations and addresses. */
const prose = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^ *(?:cuadre|echo|source) /.test(line))
    .join('\n')
    .replace(ANY_CODE, ' ')
    .replace(/"[^"\n]*"|\{\w+\}|`[^`\n]*`|<[^>\n]+>/g, ' ')
    .replace(/\bfees invoice (?:import|list|void)\b/g, ' ')
    .replace(/cuadre [a-z-]+(?: [a-z]+)?(?: --?[a-z-]+(?:[ =]\S+)?)*/g, ' ')
    .replace(/(?<![\w-])--?[a-z][\w-]*/g, ' ')
    .replace(/\S*[a-z]\.(?:csv|json|xlsx|html|db|env|zip)\b/g, ' ')

/** The English words in a Spanish text, each with its context. */
export const englishIn = (text: string): readonly string[] => {
  const read = prose(text)
  return [...read.matchAll(ENGLISH)]
    .filter(([word]) => !ALSO_SPANISH.has(word.toLowerCase()))
    .map(({ index, 0: word }) =>
      read
        .slice(Math.max(0, index - 30), index + word.length + 20)
        .replace(/\s+/g, ' ')
        .trim(),
    )
}

/** The text and titles of a page, without code and passages marked as English. */
export const textOfPage = (html: string): string => {
  const visible = html
    .replaceAll('<wbr/>', '')
    .replaceAll('<wbr>', '')
    .replace(/<(script|style|code|kbd|pre)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, ' ')
  const titles = [...visible.matchAll(/ (?:title|aria-label|alt|data-label)="([^"]*)"/g)].map(([, text]) => text)
  return [visible.replace(/<[^>]+>/g, '\n'), ...titles].join('\n').replaceAll('&quot;', '"').replaceAll('&nbsp;', ' ')
}

/** The text of a sheet. */
export const textOfSheet = (xml: string): string =>
  [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => text).join('\n')
