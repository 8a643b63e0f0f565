import type { TaskServices } from '#server/engines/jobs/task.ts'
import { lockEnd } from './chain.sql.ts'
import { noteFormerKeys } from './former-keys.ts'
import { isGenuine, signAgain, signingKey } from './heads.ts'
import { renewKeptHeads } from './kept-heads.ts'
import { companiesSignedBefore, headsSignedBefore, renewEnd, renewHeads } from './renewal.sql.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'storage'>

export interface Renewed {
  renewed: number
  /** Those that no key of the ring has signed. */
  unreadable: number
}

/**
 * Signs anew with the present key whatever an older one has signed of a company's chain: its end, its start and the end of each day.
 * What was signed stays as it is, so that a signature that the company keeps is of the same text. Once this is done, the older key can
 * be retired.
 */
export async function renewSigned({ system, config, storage }: Needed, companyId: string): Promise<Renewed> {
  await renewKeptHeads(storage, config, companyId)
  const { id: keyId } = signingKey(config)
  return system.transaction(async transaction => {
    const end = await lockEnd(transaction, companyId)
    const before = end && end.key_id !== keyId ? end : undefined
    const heads = await headsSignedBefore(transaction, companyId, keyId)
    // Whoever rewrote the chain would have us sign it.
    const genuineEnd = before && isGenuine(config, companyId, 'end', before) ? before : undefined
    const genuine = heads.filter(head => isGenuine(config, companyId, head.kind, head))
    if (genuineEnd) await renewEnd(transaction, companyId, signAgain(config, genuineEnd))
    if (genuine.length)
      await renewHeads(
        transaction,
        companyId,
        genuine.map(head => signAgain(config, head)),
      )
    const renewed = genuine.length + (genuineEnd ? 1 : 0)
    return { renewed, unreadable: heads.length + (before ? 1 : 0) - renewed }
  })
}

/** Does so for every company, and notes the public keys of the older ones. It can be broken off and run again. */
export async function renewAllSigned(services: Needed): Promise<Renewed> {
  await noteFormerKeys(services.system, services.config)
  const sum = { renewed: 0, unreadable: 0 }
  for (const { company_id } of await companiesSignedBefore(services.system, signingKey(services.config).id)) {
    const { renewed, unreadable } = await renewSigned(services, company_id)
    sum.renewed += renewed
    sum.unreadable += unreadable
  }
  return sum
}
