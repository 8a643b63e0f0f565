import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import { contractCost } from './contract-cost.ts'
import type { Figure } from './figures.ts'
import { type Compared, compareCall, listStatement, profileStatement, sessionStatement } from './list-call.ts'
import { logins } from './logins.ts'
import { makeOrderList } from './order-list.ts'
import { findDatabase, makeAccounts, withPortal } from './portal.ts'
import { copyLandingPage, prerendered } from './prerendered.ts'
import { withReference } from './reference.ts'

export async function api({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Figure[]> {
  const cost = await contractCost({ rounds: rounds * 8 + 1 })
  const staticRoot = temporaryFolder('bench-static')
  try {
    const served = await withPortal({ ...production, LOG_LEVEL: 'warn' }, async portal => {
      const database = findDatabase(portal)
      const accounts = await makeAccounts(database.url, 60, 20)
      const [phones, sids] = [accounts.map(({ phone }) => phone), accounts.map(({ sid }) => sid)]
      const orders = await makeOrderList(database.url)
      await copyLandingPage(portal, join(staticRoot, 'public'))
      const settings = {
        staticRoot: join(staticRoot, 'public'),
        databaseUrl: database.url,
        session: (await sessionStatement()).text,
        list: (await listStatement()).text,
        profile: (await profileStatement()).text,
        row: 'account_id',
        orders: orders.statement,
      }
      const bodies = sids.map(sid => ({ sid }))
      const buyers = orders.sids.map(sid => ({ sid }))
      return withReference(settings, async reference => {
        const compare = (compared: Compared) =>
          compareCall({ portal, reference, database: database.pid, seconds, rounds }, compared)
        return [
          ...(await prerendered(portal, reference, { seconds, rounds })),
          ...(await compare({
            name: 'protected list call, 20 rows',
            path: contract.getSessionList.path,
            bare: '/list',
            bodies,
            atLeast: 0.75,
            atMost: 1.3,
          })),
          ...(await compare({
            name: "session's check and one row",
            path: contract.checkManager.path,
            bare: '/profile',
            bodies,
            atLeast: 0.75,
          })),
          // A later page of a list is not counted again; the reference never counts.
          ...(await compare({
            name: '20 orders of 50,000, a next page',
            path: contract.getOrderList.path,
            bare: '/orders',
            bodies: buyers.map(body => ({ ...body, ...orders.next })),
            atLeast: 0.9,
          })),
          ...(await compare({
            name: '20 orders of 50,000, the first page with its count',
            path: contract.getOrderList.path,
            bare: '/orders',
            bodies: buyers,
          })),
          // The accounts whose calls are measured don't log in, so that their session lists stay at 20 rows.
          ...(await logins(portal, { phones: phones.slice(0, 50), sids: sids.slice(50), seconds })),
        ]
      })
    })
    return [...served, ...cost]
  } finally {
    await removeFolder(staticRoot)
  }
}
