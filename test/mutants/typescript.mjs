import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const TYPESCRIPT = /\.(tsx?)$/
const OPTIONS = { jsx: 'automatic', jsxImportSource: 'hono/jsx' }

/** What a test imports as `vitest` is what this process runs tests with. */
export const resolve = (name, context, next) =>
  name === 'vitest' ? { url: new URL('in-process.mjs', import.meta.url).href, shortCircuit: true } : next(name, context)

export const load = async (url, context, next) => {
  const loader = TYPESCRIPT.exec(url)?.[1]
  if (loader === undefined) return next(url, context)
  const text = await readFile(fileURLToPath(url), 'utf8')
  const { code } = await transform(text, { loader, target: 'node20', tsconfigRaw: { compilerOptions: OPTIONS } })
  return { format: 'module', source: code, shortCircuit: true }
}
