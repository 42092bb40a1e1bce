import { CuadreError, errnoOf } from '../../std/errors.ts'

/**
 * Prints to a stream and waits until the stream has taken the text, so that nothing is lost when the process ends and a
 * slow reader slows the program. A reader that closed the stream (`| head`) is not an error: the rest of the text is
 * dropped.
 */
export const printerTo = (stream: NodeJS.WritableStream): ((text: string | Uint8Array) => Promise<void>) => {
  let isOpen = true
  // The callback of the write gets the error too. Without a listener, the error would still end the process.
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
