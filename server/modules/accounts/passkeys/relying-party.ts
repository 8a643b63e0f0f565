import { isIP } from 'node:net'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'

export interface RelyingParty {
  /** The RP ID, under which authenticators keep their passkeys. */
  id: string
  /** The one origin whose pages may use them. */
  origin: string
}

const isLoopback = (host: string) => host === '::1' || host.startsWith('127.')

/**
 * It comes from the site's own address alone, never from a request, which could name any host. Throws -41033 where the
 * address is an IP, as browsers keep no passkeys for those; this machine's has a name.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const url = new URL(publicUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(host)) {
    url.hostname = 'localhost'
    return { id: 'localhost', origin: url.origin }
  }
  if (isIP(host)) throw new Refusal(-41033)
  return { id: host, origin: url.origin }
}
