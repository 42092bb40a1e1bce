import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measured, type Sample } from './measure.ts'
import { flagsFor, invoicesOf, type Scene } from './scene.ts'

export const databaseIn = (folder: string): string => join(folder, 'data', 'cuadre.db')
export const filesIn = (folder: string): string => join(folder, 'out')

/**
 * `cuadre run` for the slots of the scene, as started by cron: the built command, with its database and files in that
 * folder. Without the workbook by default, whose cost is measured separately.
 */
export const job = async (baseUrl: string, scene: Scene, folder: string, xlsx = false): Promise<Sample> => {
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ xlsx }))
  const sample = await measured({
    file: '../src/cli/main.js',
    args: ['run', ...flagsFor(scene), '--fail-on', 'never', '--json'],
    folder,
    env: {
      CUADRE_BASE_URL: baseUrl,
      CUADRE_API_KEY: 'bench',
      CUADRE_DB: databaseIn(folder),
      CUADRE_OUT: filesIn(folder),
    },
  })
  requireAgreement(sample.stdout, scene)
  return sample
}

interface Outcome {
  readonly outcome: string
  readonly slots: readonly { readonly read: { readonly kept: number } | null }[]
}

/** A run that read too little, or found damage in an intact database, would be fast for the wrong reason. */
const requireAgreement = (stdout: string, scene: Scene): void => {
  const { outcome, slots } = JSON.parse(stdout) as Outcome
  const kept = slots.reduce((sum, slot) => sum + (slot.read?.kept ?? 0), 0)
  if (outcome === (scene.withoutPaymentId ? 'differs' : 'agrees') && kept === invoicesOf(scene)) return
  throw new Error(`the run kept ${kept} of ${invoicesOf(scene)} invoices and ended with "${outcome}"`)
}
