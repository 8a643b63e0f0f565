import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { connectionWorld } from './connections.fixture.ts'
import { keepEnds } from './kept-ends.ts'
import { recorded } from './recorded.fixture.ts'
import { keepChains } from './upkeep.ts'

const portal = await testPortal()
const { system, services } = portal
const job = { log: services.log, stopping: new AbortController().signal }

// Guard: `isOlder` in renewSigned. Each company has a file for each day, and all of them would be read the night after the upgrade.
test('the key of signatures from before keys were recorded is determined without the storage', async () => {
  const world = await connectionWorld(portal)
  await recorded(services, world, job, 4)
  await keepChains(services, job)
  await keepEnds(services, job)
  const rows = () =>
    system.rows(z.object({ key_id: z.string(), signature: z.string(), kept: z.int().nullable() }))`
      select key_id, signature, kept_number as kept from connection_chain where company_id = ${world.company.id}
      union all select key_id, signature, null from connection_head where company_id = ${world.company.id} order by 2`
  const before = await rows()
  for (const table of ['connection_chain', 'connection_head'])
    await system.change`update ${raw(table)} set key_id = '' where company_id = ${world.company.id}`
  const listed: string[] = []
  const list = (prefix: string) => {
    listed.push(prefix)
    return services.storage.list(prefix)
  }
  await keepChains({ ...services, storage: { ...services.storage, list } }, job)
  expect(await rows()).toEqual(before)
  expect(listed).toEqual([])
})

test('a company whose earlier heads cannot be signed again still gets its head of the day', async () => {
  const world = await connectionWorld(portal)
  await recorded(services, world, job, 4)
  await keepChains(services, job)
  await (await world.client()).connect()
  const next = { ...services.config, secretKey: 'n3xt-k3y-of-this-p0rtal-0123456789abcdef' }
  const config = { ...next, secretKeysOld: [services.config.secretKey] }
  const list = () => Promise.reject(new Error('no storage'))
  const broken = { ...services, config, storage: { ...services.storage, list } }
  await expect(keepChains(broken, job)).rejects.toThrow()
  const newest = await system.row(z.object({ is_end: z.boolean() }))`
    select (select max(number) from connection_head where company_id = ${world.company.id} and kind = 'day') = number as is_end
    from connection_chain where company_id = ${world.company.id}`
  expect(newest).toEqual({ is_end: true })
})
