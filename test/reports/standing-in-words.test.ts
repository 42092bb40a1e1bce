import { expect, test } from 'vitest'
import { standingInWords } from '../../reports/pages/standing-in-words.ts'
import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import { ENGLISH } from '../../src/i18n/english.ts'
import { SPANISH } from '../../src/i18n/spanish.ts'

const said = (verdicts: Partial<Record<Verdict, number>>, words = ENGLISH): string =>
  standingInWords(new Map(Object.entries(verdicts) as [Verdict, number][]), words).sentence

test.each<[Partial<Record<Verdict, number>>, string, string]>([
  [{ reconciled: 5 }, 'All 5 slots add up', 'Los 5 ciclos cuadran'],
  [{ reconciled: 1, 'not-due': 2 }, 'The slot adds up', 'El ciclo cuadra'],
  [
    { reconciled: 4, accepted: 1 },
    '4 of 5 slots add up; a person accepted 1 as it is',
    '4 de 5 ciclos cuadran; una persona aceptó 1 como está',
  ],
  [
    { empty: 1, accepted: 2 },
    '1 of 3 slots add up; a person accepted 2 as they are',
    '1 de 3 ciclos cuadran; una persona aceptó 2 como están',
  ],
  [{ accepted: 1 }, 'A person accepted the slot as it is', 'Una persona aceptó el ciclo como está'],
  [{ accepted: 3 }, 'A person accepted all 3 slots as they are', 'Una persona aceptó los 3 ciclos como están'],
  [{ accepted: 1, discrepant: 1 }, '1 of 2 slots does not add up', '1 de 2 ciclos no cuadra'],
  [{ reconciled: 1, failed: 1 }, '1 of 2 slots does not add up', '1 de 2 ciclos no cuadra'],
  [{ reconciled: 1, 'not-pulled': 2 }, '2 of 3 slots could not be read', '2 de 3 ciclos no se pudieron leer'],
  [{ 'not-due': 2 }, 'Nothing is due yet', 'Aún no hay nada por leer'],
])('%j is said in one sentence', (verdicts, english, spanish) => {
  expect([said(verdicts), said(verdicts, SPANISH)]).toEqual([english, spanish])
})
