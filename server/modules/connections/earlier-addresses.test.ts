import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { checkPassport } from '#contract/passport/check.ts'
import { nodeCrypto } from '#server/core/connection-chain.ts'
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

async function packOf(company_id: string, sid: string) {
  const { pack_id } = (await call('requestCompliancePack', {}, { sid })).data
  const job = { log: services.log, lastAttempt: false, stopping: new AbortController().signal }
  await writePack(services, { company_id, pack_id }, job)
  const pack = (await call('openCompliancePack', { pack_id }, { sid })).data
  return unzipSync(await opened(pack.url))
}

/** Creates a line that was used on one address, and has another since. */
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
  // Another company has it by now, which this company does not learn.
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
  const checked = await checkPassport(nodeCrypto, `${await opened(file.url)}`)
  expect(checked).toMatchObject({ faults: [], header: { address: earlier, held_until: data.since } })
  expect(checked.facts).toHaveLength(2)
  const pdf = (await call('exportPassportPdf', { svp_id, address: earlier }, { sid })).data
  const lines = (await pagesOf(await opened(pdf.url))).flatMap(linesOf).join('\n')
  expect(lines).toContain(`the IP address ${earlier} was assigned`)
  expect(lines).toContain('N-一店')

  const names = Object.keys(await packOf(company.id, sid))
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

test('for an address that the company had twice, each line shows its own period, on the page and in both files', async () => {
  const world = await connectionWorld(portal)
  const { company, lineId: first, sid, shop, client } = world
  const person = await client()
  const { id: second } = await make.line(company, { name: '大阪-02' })
  const other = await make.company()
  const { id: theirs } = await make.line(other)
  const address = (await call('getLinePassport', { svp_id: first }, { sid })).data.line.address ?? ''
  const use = async (name: string) => {
    const { connection_id } = await person.connect(await shop(name))
    await person.report([{ connection_id, event: 'disconnect' }])
  }
  const now = async () => {
    await new Promise(resolve => setTimeout(resolve, 5))
    return new Date().toISOString()
  }
  await use('一店')
  const handedOver = await now()
  await system.change`
    update address_span set until = ${handedOver} where company_id = ${company.id} and line_id = ${first}`
  const span = (companyId: string, lineId: string, since: string, until: string) => system.change`
    insert into address_span (company_id, line_id, ip_address_id, since, until)
    select ${companyId}, ${lineId}, (select id from ip_address where address = ${address}::inet), ${since}, ${until}`
  const taken = await now()
  await span(other.id, theirs, handedOver, taken)
  const back = await now()
  await span(company.id, second, back, 'infinity')
  await use('二店')

  const shownOf = async (svp_id: string) => {
    const { data } = await call('getLinePassport', { svp_id, address }, { sid })
    const listed = (await call('getLineUse', { svp_id, address }, { sid })).data
    const file = (await call('exportPassport', { svp_id, address }, { sid })).data
    const checked = await checkPassport(nodeCrypto, `${await opened(file.url)}`)
    expect(checked.faults).toEqual([])
    const pdf = (await call('exportPassportPdf', { svp_id, address }, { sid })).data
    const lines = (await pagesOf(await opened(pdf.url))).flatMap(linesOf).join('\n')
    return {
      held: [data.since === back, data.until, data.free_since],
      inFile: [checked.header?.held_since === data.since, checked.header?.held_until],
      uses: data.uses.map(({ shop_number }) => shop_number),
      listed: [listed.total, ...listed.list.map(({ shop_number }) => shop_number)],
      facts: [...new Set(checked.facts.map(({ fact }) => fact.shop_number))],
      pdf: ['N-一店', 'N-二店'].filter(number => lines.includes(number)),
      recorded: data.recorded_since !== null && data.recorded_since >= back,
    }
  }
  expect(await shownOf(first)).toEqual({
    held: [false, handedOver, null],
    inFile: [true, handedOver],
    uses: ['N-一店'],
    listed: [1, 'N-一店'],
    facts: ['N-一店'],
    pdf: ['N-一店'],
    recorded: false,
  })
  expect(await shownOf(second)).toEqual({
    held: [true, null, taken],
    inFile: [true, null],
    uses: ['N-二店'],
    listed: [1, 'N-二店'],
    facts: ['N-二店'],
    pdf: ['N-二店'],
    recorded: true,
  })
  // The pack has one passport for each address, that of the line that had it last.
  const packed = (await packOf(company.id, sid))[`6-护照/${address}.pdf`]
  const lines = (await pagesOf(Buffer.from(packed ?? ''))).flatMap(linesOf).join('\n')
  expect(['N-一店', 'N-二店'].filter(number => lines.includes(number))).toEqual(['N-二店'])
})
