import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { emptyFolder } from '../empty-folder.ts'
import { sampled } from '../trials.ts'
import { type } from './terminal.ts'

const COMMANDS = await allCommands()

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

/** Sources the script in a bare shell, asks it to complete a line, and returns its proposals. */
const offered = async (shell: 'bash' | 'zsh', line: string): Promise<readonly string[]> => {
  const { out } = await type(`completion ${shell}`)
  const asked: Readonly<Record<typeof shell, string>> = {
    bash: `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cuadre; printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `compdef() { : }; _describe() { print -l -- \${(P)3} }; _files() { : }
      ${out}\nwords=("$@"); CURRENT=$#; _cuadre`,
  }
  const strict = shell === 'bash' ? ['--norc', '-eu'] : ['-f', '-u']
  const { stdout, stderr } = spawnSync(shell, [...strict, '-c', asked[shell], shell, ...line.split(' ')], {
    cwd: emptyFolder(),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const typed = line.split(' ').at(-1) ?? ''
  return stdout
    .split('\n')
    .map((row) => row.split(':')[0] ?? '')
    .filter((word) => word !== '' && word.startsWith(typed))
}

const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['cuadre ru', ['run']],
  ['cuadre help p', ['platform']],
  ['cuadre webhooks w', ['work']],
  ['cuadre --v', ['--version']],
  ['cuadre db ', ['backup', 'verify', 'restore', 'split']],
  ['cuadre webhooks re', ['replay']],
  ['cuadre run --dr', ['--dry-run']],
  ['cuadre run --date 2026-03-12 --cy', ['--cycle']],
  ['cuadre db backup --k', ['--keep']],
  ['cuadre sandbox --clo', ['--clock']],
  ['cuadre completion ', ['bash', 'zsh']],
  ['cuadre fees inv', ['invoice']],
  ['cuadre fees invoice ', ['import', 'list', 'void']],
  ['cuadre fees invoice list --mo', ['--month']],
  // The shell itself completes files: after a flag that takes one, and where a command takes one.
  ['cuadre run --out ', []],
  ['cuadre db restore ', []],
  ['cuadre rnu --', []],
]

describe.each(['bash', 'zsh'] as const)('completion in %s', (shell) => {
  it.skipIf(!isThere(shell)).each(LINES)('%s', async (line, words) => {
    expect(await offered(shell, line)).toEqual(words)
  })

  it.skipIf(!isThere(shell))('knows a command with every flag of it', async () => {
    for (const { name, flags } of sampled(
      COMMANDS.filter(({ foldedInto }) => foldedInto === undefined),
      6,
    )) {
      const known = [...Object.keys(flags), 'help'].map((flag) => `--${flag}`)
      expect((await offered(shell, `cuadre ${name} --`)).toSorted()).toEqual(known.toSorted())
    }
  })
})
