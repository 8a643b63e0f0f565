import { Resolver } from 'node:dns/promises'
import type { Config } from '#server/core/config.ts'

/** Milliseconds per query; two are tried. */
const patience = 4_000

/** Returns the TXT records of a name, each joined into one text; none if there are none or no server answers. */
export async function textsOf({ dnsServers }: Pick<Config, 'dnsServers'>, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: patience, tries: 2 })
  if (dnsServers.length) resolver.setServers(dnsServers)
  try {
    return (await resolver.resolveTxt(name)).map(parts => parts.join(''))
  } catch {
    return []
  }
}
