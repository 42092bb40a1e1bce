import type { Both } from '../../std/both.ts'
import { codeOf } from '../../std/errors.ts'
import { usageError } from './command.ts'

/** Why a server could not listen, and the flag that helps. */
const HELPS: Readonly<Record<string, { readonly message: Both<string>; readonly next: Both<string> }>> = {
  EADDRINUSE: {
    message: { en: 'the port is taken', es: 'el puerto está ocupado' },
    next: {
      en: 'give another --port, or --port 0 for a free one',
      es: 'indique otro --port, o --port 0 para uno libre',
    },
  },
  EACCES: {
    message: { en: 'the port may not be opened', es: 'no se permite abrir el puerto' },
    next: { en: 'give a --port above 1023', es: 'indique un --port mayor que 1023' },
  },
  EADDRNOTAVAIL: {
    message: { en: 'the address is not one of this machine', es: 'la dirección no es de este equipo' },
    next: { en: 'give another --host', es: 'indique otro --host' },
  },
  ENOTFOUND: {
    message: { en: 'the address is not known', es: 'no se conoce la dirección' },
    next: { en: 'give another --host', es: 'indique otro --host' },
  },
}

/** The report of such an error; any other error is returned unchanged. */
export const listeningError = (error: unknown): unknown => {
  const help = HELPS[codeOf(error) ?? '']
  return help === undefined ? error : usageError(help.message, help.next)
}
