import type { Client } from 'pg'
import { refuseMissingKeys } from '#server/app/sealed/missing.ts'
import type { Config } from '#server/core/config.ts'
import { parseDatabaseAddress } from '#server/core/database-address.ts'
import { clientConfig, DatabaseClient, ReadOnlyHost } from '#server/database/client.ts'
import { mayJoin } from '#server/database/company-role.ts'
import { connectionTrouble, poolerTrouble } from '#server/database/connection-trouble.ts'
import { refuseUnfit } from '#server/database/migrate.ts'
import { companyRole } from '#server/database/pool.ts'
import { StartupError, StartupWarning } from './check.ts'

/** The suite runs on this one and on the newest (scripts/test-elsewhere.ts). */
const oldestVersion = 15
/** A pooler that drops a connection's options drops this one, too, and with them the role and the time zone. */
const direct = '-c portal.direct=yes'
/** Milliseconds. Short-lived tokens and payment providers' signatures tolerate seconds of skew, not minutes. */
const toleratedSkew = 5_000

/**
 * Checks that the database is reachable, new enough, lets the portal create its objects, and has the same time. With a `config`,
 * also checks that its content suits the configured mode and that the keys open the sealed data.
 */
export async function checkServer(url: string, config?: Config): Promise<string> {
  const address = parseDatabaseAddress(url)
  const client = await connectForCheck(url, direct)
  try {
    const { version, skew, refuses, isDirect } = await lookAt(client)
    if (!isDirect) throw new StartupError(poolerTrouble)
    if (Number.parseInt(version, 10) < oldestVersion)
      throw new StartupError(
        `数据库是 PostgreSQL ${version}，需要 ${oldestVersion} 或更新：请升级数据库，或不填 DATABASE_URL 而使用内置数据库`,
      )
    if (refuses) throw new StartupError(connectionTrouble(new ReadOnlyHost(), address))
    await checkRights(client)
    if (config) {
      await refuseUnfit(client, config.mode)
      await refuseMissingKeys(client, config)
    }
    judgeClock(skew)
    return `PostgreSQL ${version.split(' ')[0]}，${address.hosts.length > 1 ? `${client.host}:${client.port}，` : ''}时钟相差 ${Math.abs(Math.round(skew))} 毫秒`
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws StartupError. */
export async function connectForCheck(url: string, options = ''): Promise<Client> {
  try {
    const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }
    return await new DatabaseClient({ ...clientConfig(url, options), ...timeouts }).connect()
  } catch (error) {
    // The original error may hold the client and with it the password, so it is not passed on as the cause.
    throw new StartupError(connectionTrouble(error, parseDatabaseAddress(url)))
  }
}

async function lookAt(client: Client) {
  const before = Date.now()
  const { rows } = await client.query<{ version: string; now: string; refuses: boolean; isDirect: boolean }>(
    `select coalesce(current_setting('portal.direct', true) = 'yes', false) as "isDirect",
      current_setting('server_version') as version, extract(epoch from clock_timestamp())::text as now,
      current_setting('transaction_read_only')::boolean as refuses`,
  )
  const { version = '', now = '0', refuses = false, isDirect = false } = rows[0] ?? {}
  return { version, refuses, isDirect, skew: Number(now) * 1000 - (before + Date.now()) / 2 }
}

/** Warns only: the portal uses the database's clock, and must be able to restart despite the difference. */
export function judgeClock(skew: number): void {
  if (Math.abs(skew) <= toleratedSkew) return
  const seconds = Math.round(Math.abs(skew) / 1000)
  throw new StartupWarning(
    `数据库的时钟比本机${skew > 0 ? '快' : '慢'} ${seconds} 秒：请在两台机器上启用时间同步（NTP）`,
  )
}

async function checkRights(client: Client): Promise<void> {
  const { rows } = await client.query<Record<'roles' | 'isMade' | 'tables' | 'schemas', boolean>>(
    `select ${mayJoin} as roles, exists (select from pg_roles where rolname = '${companyRole}') as "isMade",
      current_schema() is not null and has_schema_privilege(current_schema(), 'create') as tables,
      has_database_privilege(current_database(), 'create') or to_regnamespace('graphile_worker') is not null as schemas
    from pg_roles where rolname = current_user`,
  )
  const { user = '', database = '' } = client
  const [{ roles, isMade, tables, schemas } = { roles: true, isMade: true, tables: true, schemas: true }] = rows
  if (!tables || !schemas)
    throw new StartupError(
      `数据库用户 ${user} 不能在库 ${database} 里创建表：请由管理员执行 alter database "${database}" owner to "${user}"`,
    )
  if (!roles)
    throw new StartupError(
      isMade
        ? `数据库用户 ${user} 不属于角色 ${companyRole}：请由管理员执行 grant ${companyRole} to "${user}"`
        : `数据库用户 ${user} 不能创建角色 ${companyRole}：请由管理员执行 alter role "${user}" createrole`,
    )
}
