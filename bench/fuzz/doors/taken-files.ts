import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Door, ValidInput } from '../door.ts'
import { ended, statusAmong } from './program.ts'

/** A file that a command imports, on a copy of the database that must verify afterwards. */
export interface TakenFile {
  readonly name: string
  readonly file: string
  readonly command: readonly string[]
  readonly valid: readonly ValidInput[]
  readonly words: readonly string[]
}

/** How to read the columns of a CSV statement, and the bank's spelling of the operator. */
const SETTINGS = {
  bankText: ['OPERADOR'],
  bankMapping: {
    ...{ headerRows: 1, date: 'Fecha', amount: { value: 'Valor' }, balance: 'Saldo' },
    ...{ text: ['Concepto'], reference: 'Referencia', dates: 'dd/mm/yyyy', decimal: ',', delimiter: ';' },
  },
}

/** Wrong contents of a file end with 2, and never count as damage. */
const STATUSES = [0, 2, 3]

export const takenFileDoor = (
  folder: string,
  database: string,
  { name, file, command, valid, words }: TakenFile,
): Door => {
  const at = { cwd: folder, env: { CUADRE_DB: join(folder, 'cuadre.db') } }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(SETTINGS))
  return {
    name,
    share: 1_000,
    valid,
    words,
    enter: async (input): Promise<Answer> => {
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `cuadre.db${end}`), { force: true })
      copyFileSync(database, join(folder, 'cuadre.db'))
      writeFileSync(join(folder, file), input)
      const status = await statusAmong(STATUSES, command, at)
      if (status === 2) return 'refused'
      await statusAmong([0], ['db', 'verify'], at)
      return 'taken'
    },
  }
}

/** The printed sheet of open discrepancies, with a decision in each row. */
export const filledSheet = async (folder: string, database: string): Promise<Buffer> => {
  const { printed } = await ended(['discrepancies', 'list', '--csv'], { cwd: folder, env: { CUADRE_DB: database } })
  const lines = printed.split('\n').slice(0, SHEET_LINES)
  return Buffer.from(lines.map((line, index) => line.replace(/,,,,$/, chosenOf(index))).join('\n'))
}

const SHEET_LINES = 8
const DECISIONS = [',accept,a loss,,31/12/2026', ',claim,asked,A-1,2026-04-01', ',note,called,,', ',,,,']
const chosenOf = (index: number): string => DECISIONS[index % DECISIONS.length] ?? ''
