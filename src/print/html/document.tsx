import { createHash } from 'node:crypto'
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { STYLE } from './style.ts'

/** Content Security Policy: no script, no network; only this style sheet, by its hash. */
const policyFor = (style: string): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')

/** Header and footer of each printed page: the title of the document, and the page number. */
const runningHead = (title: string): string =>
  `@page { @top-left { content: "${cssText(title)}"; ${SMALL} } @bottom-right { content: counter(page) " / " counter(pages); ${SMALL} } }\n`
const SMALL = 'font: 8pt system-ui, sans-serif; color: #4e5a6e;'

/** Escapes text for a style sheet: every character except plain letters and digits becomes its code point. */
const cssText = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .-]/gu, (letter) => `\\${(letter.codePointAt(0) ?? 0xfffd).toString(16)} `)

/** A line does not break between a number and its currency or percent sign: a no-break space stands there. */
const keepSums = (html: string): string => html.replace(/(?<=COP|\$) (?=\d)|(?<=\d) (?=%)/g, '\u00a0')

export interface DocumentHead {
  readonly language: string
  readonly title: string
  /** Text of the link that skips to the content. */
  readonly skip: string
  /** Further rules of this page alone. */
  readonly rules?: string
}

/** A whole page in one file. The template has escaped all text in the content. */
export const htmlDocument = ({ language, title, skip, rules = '' }: DocumentHead, content: Child): string => {
  const style = `${STYLE}${rules}${runningHead(title)}`
  return `<!doctype html>\n${String(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policyFor(style)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#content">
          {skip}
        </a>
        {raw(keepSums(String(content)))}
      </body>
    </html>,
  )}\n`
}
