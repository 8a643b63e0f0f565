import { beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { testPortal } from '#server/testing/portal.ts'
import { send } from './bench-module.ts'
import { devices } from './devices.ts'
import { fillModules } from './fill-modules.ts'
import { people } from './people.ts'
import { fillProvider, findSample } from './provider-data.ts'
import { backOfficeQueries, consoleQueries } from './provider-queries.ts'

// These benches take many minutes and are run by hand: without these tests nobody would notice that a change of the tables or of the
// calls has broken them.
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

test('what bench scale fills and asks still fits the tables and the contract', async () => {
  const portal = await testPortal()
  const { id, owner } = await portal.make.company()
  const company = { id, owner, people: 1_000, index: 0, sid: await portal.make.session(owner.account) }
  await fillModules(portal.system, [people, devices], [company])
  for (const module of [people, devices])
    for (const call of await module.calls(portal.system, company))
      expect(await send(portal, company, call), call.name).toBeGreaterThanOrEqual(0)
})

test('the same for bench provider', async () => {
  const portal = await testPortal()
  await fillProvider(portal.system, readConfig({}), 2)
  const provider = await findSample(portal.system)
  for (const query of [...backOfficeQueries(provider), ...consoleQueries(provider)])
    expect(await query.send(portal, provider), query.name).toBeGreaterThanOrEqual(0)
})
