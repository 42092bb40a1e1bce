import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const TYPESCRIPT = /\.(tsx?)(\?\d+)?$/
const OPTIONS = { target: 'node20', jsx: 'automatic', jsxImportSource: 'hono/jsx' }

/** Tests that import `vitest` get this process's replacement. An imported module gets the version of its importer. */
export const resolve = async (name, context, next) => {
  if (name === 'vitest') return { url: new URL('in-process.mjs', import.meta.url).href, shortCircuit: true }
  const found = await next(name, context)
  const version = /\.tsx?(\?\d+)$/.exec(context.parentURL ?? '')?.[1]
  return version && TYPESCRIPT.test(found.url) ? { ...found, url: `${found.url}${version}` } : found
}

export const load = async (url, context, next) => {
  const loader = TYPESCRIPT.exec(url)?.[1]
  if (loader === undefined) return next(url, context)
  const text = await readFile(fileURLToPath(url), 'utf8')
  const { code } = await transform(text, { loader, ...OPTIONS })
  return { format: 'module', source: code, shortCircuit: true }
}
