import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Diagnosis } from '../reports/documents/diagnosis.ts'
import { type FirstAnswers, firstConfig, firstEnvFile } from '../src/input/first-config.ts'
import { writeNew, writeWhole } from '../src/std/files/whole-file.ts'
import { type DoctorContext, diagnose } from './doctor.ts'
import { clockOfSandbox } from './steps/doctor/probe-service.ts'

export interface FirstSetUp {
  readonly answers: FirstAnswers
  /** Empty when the user adds the key later. */
  readonly apiKey: string
  /** Absolute path of the settings file to write. The caller has checked that it may be replaced. */
  readonly configFile: string
  /** Absolute path of the JSON Schema of the settings file. */
  readonly schema: string
}

export interface SetUp {
  readonly written: readonly string[]
  /** An existing file that may hold a key; it is never overwritten. Null without one. */
  readonly kept: string | null
  readonly diagnoses: readonly Diagnosis[]
}

/** Writes the settings file and an env file, readable by their owner only, and checks that a run can start. */
export const setUp = async (
  { answers, apiKey, configFile, schema }: FirstSetUp,
  context: DoctorContext,
): Promise<SetUp> => {
  const [folder, name] = [dirname(configFile), basename(configFile)]
  const clock = await clockOfSandbox(answers.baseUrl)
  await writeWhole(folder, name, [{ text: firstConfig({ ...answers, clock }, folder, schema), rows: 0 }])
  const envFile = answers.key.kind === 'env-file' ? answers.key.path : null
  const kept = envFile !== null && existsSync(envFile) ? envFile : null
  const added = envFile !== null && kept === null ? [envFile] : []
  for (const path of added) await writeNew(path, [{ text: firstEnvFile(apiKey, name), rows: 0 }])
  return { written: [configFile, ...added], kept, diagnoses: await diagnose(context) }
}
