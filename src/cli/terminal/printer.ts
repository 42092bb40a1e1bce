import { CuadreError, errnoOf } from '../../std/errors.ts'
/**
 * Prints to a stream and waits until it took the text, so that nothing is cut when the process ends and a slow reader slows us.
 * A reader that went away (`| head`) is no error: what it did not want to read is dropped.
 */
export const printerTo = (stream: NodeJS.WritableStream): ((text: string) => Promise<void>) => {
  let isOpen = true
  // The error also reaches the callback of the write; a listener is needed all the same, or it would end the process.
  stream.on('error', () => {
    isOpen = false
  })
  return (text) =>
    new Promise((resolve, reject) => {
      if (!isOpen) return resolve()
      stream.write(text, (error) => {
        if (!error || codeOf(error) === 'EPIPE') resolve()
        else reject(outputError(error))
      })
    })
}

const outputError = (cause: Error): CuadreError =>
  new CuadreError(
    'OUTPUT_NOT_WRITTEN',
    {
      en: `standard output could not be written (${codeOf(cause)})`,
      es: `no se pudo escribir en la salida estándar (${codeOf(cause)})`,
    },
    {
      en: 'check where standard output goes, then run again',
      es: 'revise a dónde va la salida estándar y ejecute de nuevo',
    },
    { cause },
  )

const codeOf = (error: Error): string => errnoOf(error) ?? error.name
