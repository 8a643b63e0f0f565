import { type Keys, keyIds } from '#server/core/keyring.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import { type ChainEnd, lockEnd } from './chain.sql.ts'
import { noteFormerKeys } from './former-keys.ts'
import { isGenuine, lostKey, signAgain, signingKey } from './heads.ts'
import { renewKeptHeads } from './kept-heads.ts'
import { companiesSignedBefore, headsSignedBefore, renewEnd, renewHeads } from './renewal.sql.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'storage'>

export interface Renewed {
  renewed: number
  /** Signatures that no key of the ring has made. */
  unreadable: number
}

/**
 * Signs again with the present key what an older one has signed of a company's chain: its end, its start and the end of each day.
 * The signed text stays the same, so that a signature that the company keeps is of the same text. Once this is done, the older key
 * can be retired. It also finds out which key has signed texts from before keys were recorded, and marks those signed by none of
 * the ring.
 */
export async function renewSigned({ system, config, storage }: Needed, companyId: string): Promise<Renewed> {
  const { id: keyId } = signingKey(config)
  // The present key's signatures are deterministic. Those from before keys were recorded need no read of the storage.
  const isOlder = (head: ChainEnd) => signAgain(config, head).signature !== head.signature
  const days = (await headsSignedBefore(system, companyId, keyId)).filter(head => head.kind === 'day' && isOlder(head))
  if (days.some(head => isGenuine(config, companyId, 'day', head))) await renewKeptHeads(storage, config, companyId)
  return system.transaction(async transaction => {
    const end = await lockEnd(transaction, companyId)
    const before = end && end.key_id !== keyId ? end : undefined
    const heads = await headsSignedBefore(transaction, companyId, keyId)
    // Otherwise we would sign a chain that an attacker rewrote.
    const genuineEnd = before && isGenuine(config, companyId, 'end', before)
    const isGenuineHead = (head: (typeof heads)[number]) => isGenuine(config, companyId, head.kind, head)
    if (before) await renewEnd(transaction, companyId, genuineEnd ? signAgain(config, before) : asLost(config, before))
    if (heads.length)
      await renewHeads(
        transaction,
        companyId,
        heads.map(head => (isGenuineHead(head) ? signAgain(config, head) : asLost(config, head))),
      )
    const renewed = heads.filter(isGenuineHead).length + (genuineEnd ? 1 : 0)
    return { renewed, unreadable: heads.length + (before ? 1 : 0) - renewed }
  })
}

/** A key that is not in the ring, but has an id, may be put into it again. */
const asLost = <Signed extends ChainEnd>(keys: Keys, signed: Signed): Signed =>
  signed.key_id === '' || keyIds(keys).includes(signed.key_id) ? { ...signed, key_id: lostKey } : signed

/**
 * Does so for every company, also for signatures that counted as lost, whose key may be back, and records the public keys of the
 * older ones. It can be interrupted and run again.
 */
export async function renewAllSigned(services: Needed): Promise<Renewed> {
  await noteFormerKeys(services.system, services.config)
  const sum = { renewed: 0, unreadable: 0 }
  for (const { company_id } of await companiesSignedBefore(services.system, [signingKey(services.config).id])) {
    const { renewed, unreadable } = await renewSigned(services, company_id)
    sum.renewed += renewed
    sum.unreadable += unreadable
  }
  return sum
}
