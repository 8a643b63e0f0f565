import type { Database } from './database.ts'
import { sendGroup } from './message-group.ts'
import { begin, type CompanyPool, companyConnections, companySetting, databaseOn } from './pool.ts'
import { named } from './statements.ts'
import { groupAfter } from './together.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns the database as seen by one company: policies compare a row's company with `nullif(current_setting('portal.company',
 * true), '')::uuid`. The setting lasts for one transaction only, so a connection without a company sees no rows.
 */
export function companyDatabase({ companies }: { companies: CompanyPool }, companyId: string): Database {
  if (!uuid.test(companyId)) throw new Error('company id is no uuid')
  const company = { ...companySetting, values: [companyId] }
  return databaseOn(companyConnections(companies), {
    begin: [begin, company],
    send: (client, statement) => sendGroup(client, [{ statement: company }], named(client, statement)),
    sendAll: groupAfter([company]),
    inTurn: work => companies.inTurn(companyId, work),
  })
}
