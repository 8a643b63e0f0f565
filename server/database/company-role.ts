import { type Client, DatabaseError } from 'pg'
import { companyRole } from './pool.ts'
import { MigrationError } from './sql-files.ts'

/** A membership has options from PostgreSQL 16 on; before, every member may become the role. */
const namesItsOptions = `current_setting('server_version_num')::integer >= 160000`
const mayBecome = `pg_has_role(oid, case when ${namesItsOptions} then 'set' else 'member' end)`
/**
 * A condition that the user of `pg_roles` is a member of the role or can become one. From 16 on, CREATEROLE alone only grants roles
 * that the user has created or administers.
 */
export const mayJoin = `(rolsuper or case
  when exists (select from pg_roles where rolname = '${companyRole}') then exists (
    select from pg_roles where rolname = '${companyRole}' and (${mayBecome} or pg_has_role(oid, 'member with admin option')))
    or rolcreaterole and not ${namesItsOptions}
  else rolcreaterole end)`

/** Roles belong to the whole server, so another database's portal may be creating the same one concurrently. */
export async function ensureCompanyRole(client: Client): Promise<void> {
  const ready = async () => {
    const { rows } = await client.query<{ ready: boolean }>(
      `select exists (
        select from pg_roles where rolname = '${companyRole}' and ${mayBecome}) as ready`,
    )
    return rows[0]?.ready
  }
  for (let attempt = 1; !(await ready()); attempt += 1) {
    try {
      await client.query(`do $$ begin create role ${companyRole} nologin; exception
        when duplicate_object or unique_violation then null; end $$`)
      await client.query(`do $$ begin
        execute 'grant ${companyRole} to current_user' || case when ${namesItsOptions} then ' with set true, inherit false' else '' end;
      end $$`)
    } catch (error) {
      const refused = error instanceof DatabaseError && error.code === '42501'
      if (refused)
        throw new MigrationError(
          `数据库用户不能创建或使用角色 ${companyRole}：请授予 CREATEROLE，或由管理员执行 create role ${companyRole} nologin 并 grant ${companyRole} to 该用户`,
          { cause: error },
        )
      // Two concurrent grants fail with "tuple concurrently updated".
      if (attempt === 5) throw error
      await new Promise(resolve => setTimeout(resolve, 20 * attempt))
    }
  }
}
