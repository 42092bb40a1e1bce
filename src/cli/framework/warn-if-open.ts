import { checkPrivateFile } from '../../pipeline/doctor/check-settings.ts'
import { statOf } from '../../pipeline/doctor/disk.ts'
import { type Progress, warning } from '../../pipeline/run/steps.ts'

/** Every job warns about an env file that others can read, but does not fail: others may already know the key. */
export const warnIfOpen = (envFile: string | null, progress: Progress): void => {
  const stats = envFile === null ? null : statOf(envFile)
  if (envFile === null || stats === null) return
  const { message, fix } = checkPrivateFile({
    path: envFile,
    what: { en: 'env file', es: 'archivo de variables' },
    mode: stats.mode,
  })
  if (fix !== null) progress(warning({ code: 'READABLE_BY_OTHERS', texts: { message, next: fix } }))
}
