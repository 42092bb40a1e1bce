import { request } from 'undici'
import { onTestFinished } from 'vitest'
import { DEMO_WEEK, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts'
import { type Seen, type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

type Control = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<void>

/** A sandbox at the clock of the demo week, closed after the test; `control` changes what it holds. */
export const startService = async (options: SandboxOptions) => {
  const service = await startSandbox({ ...options, assumptions: { dateHeader: 'sandbox' } })
  onTestFinished(() => service.close())
  const control: Control = async (method, path, asked = {}) => {
    const headers = { 'content-type': 'application/json' }
    const url = `${service.controlUrl}${path}`
    const { statusCode, body } = await request(url, { method, headers, body: JSON.stringify(asked) })
    const text = await body.text()
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`)
  }
  return { ...service, control }
}

export type Service = Awaited<ReturnType<typeof startService>>

/** A user in an empty folder, whose commands, times and ids are the same in every run. `told` has what each command said. */
export const aUser = (env: Readonly<Record<string, string>>) => {
  const cwd = emptyFolder()
  const told: { readonly name: string; readonly text: string }[] = []
  let now = Date.parse(DEMO_WEEK.clock)
  let ids = 0
  let flags: readonly string[] = []
  const newRunId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
  const say = async (line: string): Promise<Seen> => {
    const words = line.split(' ')
    const seen = await type([...words, ...flags], { cwd, env, now: () => now, newRunId })
    const text = `status ${seen.status}\n== out\n${seen.out}== err\n${seen.err}`
    told.push({ name: `${String(told.length + 1).padStart(3, '0')} ${words.join(' ')}`, text })
    return seen
  }
  return {
    cwd,
    told,
    say,
    /** Types a question as text and as JSON. */
    ask: async (line: string) => {
      await say(line)
      return (await say(`${line} --json`)).out
    },
    useFlags: (...words: readonly string[]) => {
      flags = words
    },
    setClock: (time: string) => {
      now = Date.parse(time)
    },
  }
}
