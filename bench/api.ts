import { join } from 'node:path'
import { removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import { contractCost } from './contract-cost.ts'
import type { Figure } from './figures.ts'
import { listCall, listStatement, sessionStatement } from './list-call.ts'
import { logins } from './logins.ts'
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
      await copyLandingPage(portal, join(staticRoot, 'public'))
      const settings = {
        staticRoot: join(staticRoot, 'public'),
        databaseUrl: database.url,
        session: (await sessionStatement()).text,
        list: (await listStatement()).text,
        row: 'account_id',
      }
      return withReference(settings, async reference => [
        ...(await prerendered(portal, reference, { seconds, rounds })),
        ...(await listCall({ portal, reference, database: database.pid, sids, seconds, rounds })),
        // The accounts whose calls are measured don't log in, so that their session lists stay at 20 rows.
        ...(await logins(portal, { phones: phones.slice(0, 50), sids: sids.slice(50), seconds })),
      ])
    })
    return [...served, ...cost]
  } finally {
    await removeFolder(staticRoot)
  }
}
