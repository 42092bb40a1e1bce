import type { SandboxRequest } from './answer.ts'
import { RequestRefusal } from './refusal.ts'

/** The hosts this sandbox answers to, in lower case: with a port for that port only, without one for any port. */
export type Addresses = ReadonlySet<string>

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const

/** The names of this machine at the port of the sandbox, the address it listens on, and the hosts that are allowed. */
export const addressesOf = (origin: string, allowedHosts: readonly string[]): Addresses => {
  const { hostname, port } = new URL(origin)
  const own = [...LOOPBACK, hostname].map((host) => `${host}:${port === '' ? '80' : port}`)
  return new Set([...own, ...allowedHosts.map((host) => host.toLowerCase())])
}

export const isHost = (text: string): boolean => /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/.test(text)

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }

const isOwn = (addresses: Addresses, host: string, scheme: string): boolean => {
  const [, name = '', port = DEFAULT_PORTS[scheme]] = /^(.+?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  return addresses.has(`${name}:${port}`) || addresses.has(name)
}

const isOwnOrigin = (addresses: Addresses, origin: string): boolean => {
  const [, scheme = '', host] = /^(https?):\/\/(.+)$/.exec(origin.toLowerCase()) ?? []
  return host !== undefined && isOwn(addresses, host, scheme)
}

/**
 * The refusal of a request from another web site's page. Such a page sends its own Origin; and if its name was pointed at this machine
 * (DNS rebinding), that name as Host.
 */
export const foreignSiteRefusal = (
  addresses: Addresses,
  { headers }: Pick<SandboxRequest, 'headers'>,
): RequestRefusal | undefined => {
  const { host, origin } = headers
  if (!isOwn(addresses, String(host ?? ''), 'http')) {
    return new RequestRefusal(
      403,
      'Host is not an address of this sandbox; start it with --allow-host to allow one more',
    )
  }
  if (origin === undefined || isOwnOrigin(addresses, String(origin))) return undefined
  return new RequestRefusal(403, 'Origin is another web site; only pages of this sandbox may send requests to it')
}
