import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { companyRole, refuseMightyLogin } from '#server/database/pool.ts'
import { StartupError } from './check.ts'
import { connectForCheck } from './server.ts'

interface Addresses {
  databaseUrl: string
  databaseCompanyUrl: string
}

/**
 * Checks that the companies' own login reaches the portal's database with its role and no more. It is first used when a customer
 * opens the console, long after a start and a `/readyz` that looked well; and where only one of the two addresses leads to a restored
 * database, the portal would write to both.
 */
export async function checkCompanyLogin({ databaseUrl, databaseCompanyUrl }: Addresses): Promise<string> {
  const client = await connectForCheck(databaseCompanyUrl).catch((error: Error) => {
    throw new StartupError(error.message.replaceAll('DATABASE_URL', 'DATABASE_COMPANY_URL'))
  })
  try {
    await refuseMightyLogin(client).catch((error: Error) => {
      throw new StartupError(error.message)
    })
    await client.query(`set role ${companyRole}`).catch(() => {
      throw new StartupError(
        `DATABASE_COMPANY_URL 的用户 ${client.user} 不能使用角色 ${companyRole}：请由管理员执行 grant ${companyRole} to "${client.user}"（没有这个角色时先 create role ${companyRole} nologin）`,
      )
    })
    const portal = await connectForCheck(databaseUrl)
    try {
      if (!(await isSameDatabase(portal, client)))
        throw new StartupError('DATABASE_COMPANY_URL 与 DATABASE_URL 不是同一个数据库：请改成同一个')
    } finally {
      await portal.end().catch(() => {})
    }
    return `${client.user}，角色 ${companyRole}`
  } finally {
    await client.end().catch(() => {})
  }
}

/** A lock that one of them holds keeps the other from it only in one database of one server, however it was restored or copied. */
async function isSameDatabase(one: Client, other: Client): Promise<boolean> {
  const lock = [randomInt(2 ** 47)]
  await one.query('select pg_advisory_lock($1)', lock)
  const { rows } = await other.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', lock)
  return rows[0]?.taken === false
}
