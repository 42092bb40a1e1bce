import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { GROUPS } from '../../src/questions/question.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

const COMMANDS = await allCommands()

/** English words that are not part of a flag, code or command. */
const ENGLISH =
  /\b(?:the|this|that|and|with|without|from|which|what|where|when|after|before|every|nothing|please|already|given|needs|must|show|print)\b/i

/** The prose of a help text: without flags, file names, commands and quotations. */
const prose = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^ {2}(?:cuadre|echo|source) /.test(line))
    .join('\n')
    .replace(/"[^"]*"|--?[a-z][\w-]*|<[^>]+>|cuadre [a-z-]+(?: [a-z]+)?/g, '')

const inSpanish = (settings: object = {}) => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ language: 'es', ...settings }))
  return { cwd }
}

describe('with language es', () => {
  it.each([
    'help all',
    ...Object.keys(GROUPS).map((topic) => `help ${topic}`),
    ...COMMANDS.filter(({ name }) => name !== 'sandbox').map(({ name }) => `${name} --help`),
  ])('%s has no English word', async (line) => {
    const { status, out } = await type(line, inSpanish())
    expect(status).toBe(0)
    expect(out).toMatch(/^(?:Opciones|Parámetros .*):$/m)
    expect(out).toContain('Estados de salida:')
    expect(prose(out)).not.toMatch(ENGLISH)
  })

  it('the first screen has no English word', async () => {
    const { out } = await type('--help', inSpanish())
    expect(prose(out.replace(/^ {2}[a-z-]+ +(?:[a-z-]+(?:, |$))+/gm, ''))).not.toMatch(ENGLISH)
  })

  it.each(['close', 'bank tie', 'statement', 'discrepancies accept'])(
    '%s --help has no English example',
    async (name) => {
      const { out } = await type(`${name} --help`, inSpanish())
      const examples = out.split('\n').filter((line) => line.startsWith('  cuadre '))
      expect(examples.join('\n')).not.toMatch(/\b(?:then|the|too|one|another|agreed|paid)\b/)
    },
  )

  it.each([
    ['run --dat 2026-03-12', 'cuadre: USAGE: opción desconocida --dat; ¿quiso decir --date? vea "cuadre run --help"\n'],
    ['explain 2026-03-12', 'cuadre: USAGE: a "cuadre explain" le falta date y cycle; vea "cuadre explain --help"\n'],
    [
      'explain 2026-03-12 11',
      'cuadre: NEVER_PULLED: nunca se leyó nada de 12/03/2026 ciclo 11; léalo con: cuadre run --date 2026-03-12 --cycle 11\n',
    ],
    [
      'run',
      'cuadre: NO_SERVICE: falta la dirección del servicio (CUADRE_BASE_URL) y la clave del servicio (CUADRE_API_KEY); escríbala con "cuadre init", o defínala en el entorno o en un archivo de variables; "cuadre doctor" dice qué se lee y de dónde; "cuadre demo" no necesita un servicio\n',
    ],
  ])('%s is refused in Spanish', async (line, expected) => {
    const { status, err } = await type(line, inSpanish())
    expect([status, err]).toEqual([2, expected])
  })

  it('what is wrong in the settings file itself is told in its language; JSON stays English', async () => {
    const { status, err, out } = await type('run --json', inSpanish({ lookbackDays: 'x' }))
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('lookbackDays es "x" y debe ser un número entero de 0 a '),
    ])
    expect(JSON.parse(out).error.message).toContain('lookbackDays is "x" and must be a whole number')
  })
})

describe('with several merchants', () => {
  const casa = { name: 'casa', language: 'es', apiKeyVariable: 'CASA_KEY' }
  const several = (settings: object = {}) => ({
    ...inSpanish({ language: 'en', merchants: [casa, { name: 'apto', apiKeyVariable: 'APTO_KEY' }], ...settings }),
  })

  it.each([
    'discrepancies list --all',
    'bank list',
    'bank accounts',
    'in-transit',
    'find x',
    'export --from 2026-03-12 --to 2026-03-12 --format csv',
    'runs list',
  ])('%s speaks the language of the merchant named', async (line) => {
    const english = await type(`${line} --merchant apto`, several())
    const spanish = await type(`${line} --merchant casa`, several())
    expect(english.err + english.out).not.toBe(spanish.err + spanish.out)
    expect(prose(spanish.err + spanish.out)).not.toMatch(ENGLISH)
  })

  it('each merchant of one command is answered in its own language', async () => {
    const { err } = await type('run --date 2026-03-12', several())
    expect(err).toContain('cuadre: NO_SERVICE: comercio casa: falta ')
    expect(err).toContain('cuadre: NO_SERVICE: merchant apto: no base URL ')
  })

  it('the merchant of a variable counts, and one that there is not is refused in the language of all', async () => {
    const { err } = await type('discrepancies list', { ...several(), env: { CUADRE_MERCHANT: 'casa' } })
    expect(prose(err)).not.toMatch(ENGLISH)
    const refused = await type('discrepancies list --merchant casas', several())
    expect(refused.err).toContain('did you mean casa?')
  })
})
