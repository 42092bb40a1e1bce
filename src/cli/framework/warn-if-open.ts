import { checkPrivateFile } from '../../pipeline/doctor/check-settings.ts'
import { statOf } from '../../pipeline/doctor/disk.ts'
import { type Progress, warning } from '../../pipeline/run/steps.ts'

/** Every job warns of an env file that others can read, and none fails because of it: others may know the key by now. */
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
