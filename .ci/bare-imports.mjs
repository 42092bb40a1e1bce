// Ends with 1 and names the packages that the bundle in a folder imports although it should contain them. Users install
// those of the queue and of mail.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
const IMPORT = /(?:^|(?<=;))(?:import|export)\b(?:[^'"=;]*?\bfrom)?\s*["']([^'"]+)["'];?|\bimport\(["']([^'"]+)["']\)/gm
const isBare = (name) =>
  !/^(?:\.|node:)/.test(name) && !isBuiltin(name) && !['better-sqlite3', 'nodemailer', 'pg', 'pg-boss'].includes(name)

const bare = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .flatMap((file) => {
    const names = [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)].map(([, plain, late]) => plain ?? late)
    return names.filter(isBare).map((name) => `${file} imports ${name}`)
  })
if (bare.length > 0) {
  process.stderr.write(`${bare.join('\n')}\n`)
  process.exitCode = 1
}
