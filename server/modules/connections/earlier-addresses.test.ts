import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { checkPassport } from '#server/core/passport-file.ts'
import { writePack } from '#server/modules/compliance/write-pack.ts'
import { linesOf, pagesOf } from '#server/testing/pdf-text.ts'
import { testPortal } from '#server/testing/portal.ts'
import { connectionWorld } from './connections.fixture.ts'

const portal = await testPortal()
const { make, call, system, app, services } = portal

const opened = async (url: string) => {
  const { pathname, search } = new URL(url, 'http://portal')
  return (await app.inject({ url: pathname + search })).rawPayload
}

/** A line that was used on one address, and has another since. */
async function rebound() {
  const world = await connectionWorld(portal)
  const { lineId: svp_id, sid, client, shop } = world
  const passport = async (address?: string) => call('getLinePassport', { svp_id, ...(address && { address }) }, { sid })
  const earlier = (await passport()).data.line.address ?? ''
  const person = await client()
  const { connection_id } = await person.connect(await shop('一店'))
  const during = new Date(Date.now() + 1).toISOString()
  await new Promise(resolve => setTimeout(resolve, 5))
  await person.report([{ connection_id, event: 'disconnect' }])
  const [free] = (await call('getVplIpList', { svp_id }, { sid })).data.list
  expect((await call('bindCompanyVpl', { svp_id, ip_id: free?.ip_id ?? '' }, { sid })).code).toBe(200)
  return { ...world, svp_id, passport, earlier, during, person, now: free?.address ?? '' }
}

test('an address that the line had before keeps its passport, its uses and both of its files', async () => {
  const { company, svp_id, sid, passport, earlier, now, person } = await rebound()
  const { data } = await passport()
  expect([data.line.address, data.until, data.uses]).toEqual([now, null, []])
  expect(data.addresses.map(({ address, until }) => [address, until === null])).toEqual([
    [now, true],
    [earlier, false],
  ])
  // Somebody else has it by now, which the company is not told.
  const stranger = await make.line(await make.company())
  await system.change`
    insert into address_span (company_id, line_id, ip_address_id, since)
    select company_id, ${stranger.id}, (select id from ip_address where address = ${earlier}::inet), clock_timestamp()
    from line where id = ${stranger.id}`
  const before = (await passport(earlier)).data
  expect(before).toMatchObject({ until: data.since, free_since: null, line: { address: earlier } })
  expect(before.uses).toMatchObject([{ shop_name: '一店', employee_id: person.employee.id, connections: 1 }])
  const uses = await call('getLineUse', { svp_id, address: earlier }, { sid })
  expect(uses.data).toMatchObject({ total: 1, list: [{ address: earlier }] })

  const file = (await call('exportPassport', { svp_id, address: earlier }, { sid })).data
  const checked = checkPassport(`${await opened(file.url)}`)
  expect(checked).toMatchObject({ faults: [], header: { address: earlier, held_until: data.since } })
  expect(checked.facts).toHaveLength(2)
  const pdf = (await call('exportPassportPdf', { svp_id, address: earlier }, { sid })).data
  const lines = (await pagesOf(await opened(pdf.url))).flatMap(linesOf).join('\n')
  expect(lines).toContain(`the IP address ${earlier} was assigned`)
  expect(lines).toContain('N-一店')

  const { pack_id } = (await call('requestCompliancePack', {}, { sid })).data
  await writePack(
    services,
    { company_id: company.id, pack_id },
    { log: services.log, lastAttempt: false, stopping: new AbortController().signal },
  )
  const pack = (await call('openCompliancePack', { pack_id }, { sid })).data
  const names = Object.keys(unzipSync(await opened(pack.url)))
  expect(names).toEqual(expect.arrayContaining([`6-护照/${earlier}.pdf`, `6-护照/${now}.pdf`]))
})

test('those who used the line at an instant are those of the address that it had then', async () => {
  const { svp_id, sid, during, person, now } = await rebound()
  const usersAt = async (at: string) => (await call('getLineUse', { svp_id, at }, { sid })).data.list
  expect(await usersAt(during)).toMatchObject([{ employee_id: person.employee.id, ended_at: expect.any(String) }])
  const after = new Date(Date.now() + 60_000).toISOString()
  expect(await usersAt(after)).toEqual([])
  await person.connect()
  expect(await usersAt(after)).toMatchObject([{ address: now }])
})

test('a line that has no address any more shows its last one; one that it never had has no passport', async () => {
  const { company, svp_id, sid, passport, earlier, during, now } = await rebound()
  await system.change`update line set state = 'released', ip_address_id = null where id = ${svp_id}`
  expect((await passport()).data).toMatchObject({ line: { address: now }, until: expect.any(String) })
  expect((await passport(earlier)).data.uses).toHaveLength(1)
  expect((await call('getLineUse', { svp_id, at: during }, { sid })).data.total).toBe(1)
  const later = new Date(Date.now() + 60_000).toISOString()
  expect((await call('getLineUse', { svp_id, at: later }, { sid })).data).toEqual({ list: [], total: 0 })
  // Neither another line's address nor another company's is this line's.
  const other = await make.line(company, { bound: true })
  const theirs = (await call('getLinePassport', { svp_id: other.id }, { sid })).data.line.address ?? ''
  expect((await passport(theirs)).code).toBe(-56005)
  expect((await call('exportPassport', { svp_id, address: theirs }, { sid })).code).toBe(-56005)
  expect((await call('getLineUse', { svp_id, address: theirs }, { sid })).code).toBe(-56005)
  const unbound = await make.line(company)
  expect((await call('getLinePassport', { svp_id: unbound.id }, { sid })).code).toBe(-56005)
})
