import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { type Seen, type } from '../cli/terminal.ts'

/** The demo's merchant, and how its user types commands. */
export interface User {
  readonly instead: Partial<Io>
  readonly type: (words: readonly string[]) => Promise<Seen>
  /** A command line that names its settings itself. */
  readonly typeWhole: (words: readonly string[]) => Promise<Seen>
}

/** In an empty folder. */
export const demoMerchant = async (cwd: string, language: 'en' | 'es' = 'en'): Promise<User> => {
  mkdirSync(join(cwd, 'bin'))
  writeFileSync(join(cwd, 'bin/cuadre.js'), '')
  let runs = 0
  const instead: Partial<Io> = {
    ...{ cwd, main: join(cwd, 'bin/cuadre.js'), newRunId: () => `run-${runs++}` },
    env: { LANG: language === 'es' ? 'es_CO.UTF-8' : 'en_US.UTF-8' },
  }
  await type('demo', instead)
  const config = '--config=cuadre-demo/cuadre.config.json'
  const typeWhole = (words: readonly string[]): Promise<Seen> => type(words, instead)
  return { instead, typeWhole, type: (words) => typeWhole([...words, config]) }
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** What was asked and how; `fetch` would not let a test lie about its Host. */
export const send = (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })

export interface OpenDesk {
  /** The address that opens once. */
  readonly entrance: string
  /** The address of the session's root. */
  readonly root: string
  readonly origin: string
  readonly cookie: string
  /** What it said on standard error. */
  readonly told: () => string
  readonly get: (path: string) => Promise<Answer>
  /** Sends a form as a browser does. */
  readonly post: (
    path: string,
    fields: readonly (readonly [string, string])[],
    headers?: Sent['headers'],
  ) => Promise<Answer>
  readonly stop: () => Promise<Seen>
}

/** Starts `cuadre ui` and opens it, as a browser does. */
export const openDesk = async (
  { instead }: Pick<User, 'instead'>,
  words: readonly string[] = [],
  config: string | null = 'cuadre-demo/cuadre.config.json',
): Promise<OpenDesk> => {
  const stopping = new AbortController()
  let err = ''
  let print: (address: string) => void = () => undefined
  const printed = new Promise<string>((resolve) => {
    print = resolve
  })
  const ended = type(['ui', '--no-open', ...(config === null ? [] : [`--config=${config}`]), ...words], {
    ...instead,
    stdout: async (text) => print(text.trim()),
    stderr: (text) => {
      err += text
    },
    signal: stopping.signal,
  })
  const stop = (): Promise<Seen> => {
    stopping.abort()
    return ended
  }
  onTestFinished(async () => void (await stop()))
  const entrance = await Promise.race([printed, ended.then(() => Promise.reject(new Error(err)))])
  const { headers } = await send(entrance)
  const origin = new URL(entrance).origin
  const root = `${origin}${headers.location}`
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const form = { 'content-type': 'application/x-www-form-urlencoded', cookie, origin }
  return {
    ...{ entrance, root, origin, cookie, told: () => err, stop },
    get: (path) => send(`${root}${path}`, { headers: { cookie } }),
    post: (path, fields, more = {}) =>
      send(`${root}${path}`, {
        method: 'POST',
        headers: { ...form, ...more },
        body: String(new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]))),
      }),
  }
}

/** The values of a field of a page, in order. */
export const valuesOf = (page: string, name: string): readonly string[] =>
  [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value = '']) => value)

export const tokenIn = (page: string): string => valuesOf(page, 'token')[0] ?? ''
