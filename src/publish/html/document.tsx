import { createHash } from 'node:crypto'
import type { Child } from 'hono/jsx'
import { STYLE } from './style.ts'

/** Nothing is fetched, nothing runs, nothing is sent: only this very style sheet, known by its hash, may dress the page. */
const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')

export interface DocumentHead {
  readonly language: string
  readonly title: string
  /** Said by the link that jumps over what stands before the content. */
  readonly skip: string
}

/** A whole page in one file. Everything in it that is text has been escaped by the template. */
export const htmlDocument = ({ language, title, skip }: DocumentHead, content: Child): string =>
  `<!doctype html>\n${String(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <a class="skip" href="#content">
          {skip}
        </a>
        {content}
      </body>
    </html>,
  )}\n`
