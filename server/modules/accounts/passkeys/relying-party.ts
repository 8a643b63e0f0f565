import { isIP } from 'node:net'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'

export interface RelyingParty {
  /** The RP ID, under which authenticators keep their passkeys. */
  id: string
  /** The origins whose pages may use them: the site's own first, then that of the mobile site. */
  origins: [string, ...string[]]
}

const isLoopback = (host: string) => host === '::1' || host.startsWith('127.')

/**
 * Returns the origin of the mobile site, if the public address has one. Its host isn't below the site's, so browsers let its
 * pages use the site's passkeys only because `/.well-known/webauthn` there names it (WebAuthn, section 5.11).
 */
export function relatedOrigins({ publicUrl, mobileHosts }: Pick<Config, 'publicUrl' | 'mobileHosts'>): string[] {
  const { protocol, host } = new URL(publicUrl)
  const mobile = Object.hasOwn(mobileHosts, host) ? mobileHosts[host] : undefined
  return mobile && mobile !== host ? [`${protocol}//${mobile}`] : []
}

/**
 * The relying party comes from the site's own address alone, never from a request, which could name any host. Throws -41033 where
 * the address is an IP, as browsers keep no passkeys for those; the local machine's has a name.
 */
export function relyingParty(config: Pick<Config, 'publicUrl' | 'mobileHosts'>): RelyingParty {
  const url = new URL(config.publicUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(host)) {
    url.hostname = 'localhost'
    return { id: 'localhost', origins: [url.origin, ...relatedOrigins(config)] }
  }
  if (isIP(host)) throw new Refusal(-41033)
  return { id: host, origins: [url.origin, ...relatedOrigins(config)] }
}
