import { CuadreError } from '../../std/errors.ts'

interface ServiceLine {
  readonly baseUrl: string | null
  /** Whether the key may be sent over http to another machine. */
  readonly allowPlainHttp: boolean
  /** Certificates are not verified, although the settings do not allow that. */
  readonly tlsUnverified: boolean
}

/** Why the key must not be sent to the service: others on the network could read it. Null when it may be sent. */
export const keyDanger = ({ baseUrl, allowPlainHttp, tlsUnverified }: ServiceLine): CuadreError | null => {
  if (tlsUnverified)
    return new CuadreError(
      'TLS_UNVERIFIED',
      {
        en: 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so anybody can pass for the service and receive the key',
        es: 'NODE_TLS_REJECT_UNAUTHORIZED=0 está definida: cualquiera puede hacerse pasar por el servicio y recibir la clave',
      },
      {
        en: 'remove it from the environment, or set allowUnverifiedTls in the settings file',
        es: 'quítela del entorno, o active allowUnverifiedTls en el archivo de parámetros',
      },
    )
  if (baseUrl === null || allowPlainHttp || !isPlain(new URL(baseUrl))) return null
  return new CuadreError(
    'PLAIN_HTTP',
    {
      en: 'the base URL is plain http on another machine, so anybody on the way could read the key',
      es: 'la dirección del servicio es http sin cifrar en otro equipo: cualquiera en el camino podría leer la clave',
    },
    {
      en: 'use its https address, or set allowPlainHttp in the settings file',
      es: 'use su dirección https, o active allowPlainHttp en el archivo de parámetros',
    },
  )
}

const isPlain = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isThisMachine(hostname)

/** Whether a host's name is this machine's own. */
export const isThisMachine = (host: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
