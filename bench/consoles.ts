import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/database/pool.ts'
import { makeOn } from '#server/testing/make.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import type { Figure } from './figures.ts'
import { inspectable, measureMemory } from './heap.ts'
import { findDatabase, withPortal } from './portal.ts'

const companies = 20
const consolesEach = 50
const people = 60
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Measures 1,000 open consoles of 20 companies: their cost while nothing happens, and their delay in showing a change. */
export async function consoles(): Promise<Figure[]> {
  return withPortal({ ...production, ...inspectable }, async portal => {
    const pools = connect({ url: findDatabase(portal).url, log, size: 4, statementTimeout: 120_000 })
    try {
      const make = makeOn(pools.system)
      const offices = await Promise.all(
        Array.from({ length: companies }, async () => {
          const company = await make.company()
          for (let each = 0; each < people; each += 1) await make.employee(company.id, { name: `员工${each}` })
          const sids: string[] = []
          for (let each = 0; each < consolesEach; each += 1) sids.push(await make.session(company.owner.account))
          return { company, sids }
        }),
      )
      return await watched(portal, offices)
    } finally {
      await pools.end()
    }
  })
}

async function watched(portal: PortalProcess, offices: { sids: string[] }[]): Promise<Figure[]> {
  // Each browser has a separate connection for its wait.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 * companies * consolesEach })
  const ask = (path: string, body: object) =>
    new Promise<{ code: number; data: { version: string } }>((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const request = http.request(`${portal.url}/api/v1/${path}`, { method: 'POST', agent, headers }, response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        // Every answer has this envelope.
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      })
      request.on('error', reject)
      request.end(text)
    })
  const wait = (sid: string, version?: string) => ask('company/waitForCompanyChange', { sid, version })
  const first = await wait(offices[0]?.sids[0] ?? '')
  if (first.code !== 200) throw new Error(`waitForCompanyChange answered ${first.code}`)
  const before = await measureMemory(portal)
  const stale: number[] = []
  let changedAt = Number.NaN
  const waits = offices.flatMap(({ sids }, office) =>
    sids.map(async (sid, index) => {
      await sleep((index / consolesEach) * 3000)
      const { version } = (await wait(sid)).data
      const answer = await wait(sid, version)
      if (office > 0 || answer.data.version === version) return
      // Like web/data/live.ts before it requests what it shows.
      await sleep(Math.random() * 250)
      await ask('company/getCompanyUserList', { sid })
      stale.push(performance.now() - changedAt)
    }),
  )
  await sleep(10_000)
  const during = await measureMemory(portal)
  changedAt = performance.now()
  const changed = await ask('department/setDepartment', { sid: offices[0]?.sids[0], name: '客服部' })
  if (changed.code !== 200) throw new Error(`setDepartment answered ${changed.code}`)
  await sleep(3000)
  agent.destroy()
  await Promise.allSettled(waits)
  stale.sort((one, other) => one - other)
  return [
    {
      // A console that is never notified has no delay, and would improve the figure below.
      name: 'consoles of the company that show the change',
      result: stale.length,
      unit: '',
      atLeast: consolesEach,
      note: `of ${consolesEach}`,
    },
    {
      name: `the portal with ${companies * consolesEach} open consoles, resident`,
      result: during.resident,
      unit: 'MB',
      atMost: 300,
      note: `${before.resident.toFixed(0)} MB before they came`,
    },
    {
      name: 'the last console of a company shows a change after',
      result: stale.at(-1) ?? Number.NaN,
      unit: 'ms',
      atMost: 1000,
      note: 'the list loaded again',
    },
  ]
}
