import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getTerminalApproval } from '#contract/terminals.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Caller } from '#server/engines/context.ts'

/** Hours in which a held login can be approved and then completed. */
const holdHours = 24

const manages = (who: Sql) => sql`${who}.role in ('owner', 'manager') and ${who}.state = 'active'`
const hasColleague = sql`exists (
  select from employee other
  where other.company_id = employee.company_id and other.id <> employee.id and ${manages(sql`other`)})`

/**
 * Matches the `company` and `employee` for whom a login of the `account` is held. A frozen company's console is closed, so
 * nobody could approve there.
 */
const mustBeApproved = sql`
  employee.account_id = account.id and ${manages(sql`employee`)} and company.id = employee.company_id
  and company.terminal_approval and company.state <> 'frozen' and ${hasColleague}`

/** An SQL condition on `account`: a login from a new terminal has to be approved. */
export const isHeld = sql`exists (select from employee, company where ${mustBeApproved})`

const heldFor = z.object({ company_id: id, employee_id: id, name: z.string() })

export const companyThatHolds = (database: Database, accountId: string) =>
  database.row(heldFor)`
    select company.id as company_id, employee.id as employee_id, employee.name
    from account, employee, company where account.id = ${accountId} and ${mustBeApproved}`

interface Login {
  companyId: string
  accountId: string
  generation: number
  terminal: string
}

/** Uses up an approval. Guard: of two concurrent logins, or of a login and a rejection, the second finds it gone. */
export const useApproval = async (database: Database, { companyId, accountId, generation, terminal }: Login) =>
  (await database.change`
    update held_login set state = 'used'
    where company_id = ${companyId} and account_id = ${accountId} and terminal = ${terminal}
      and state = 'approved' and generation = ${generation} and expires_at > now()`) > 0

/**
 * Records a held login, unless the terminal has a request that still counts. An approval of an earlier generation does not count.
 * Returns zero where nobody has to be notified.
 */
export const holdLogin = (database: Database, { companyId, accountId, generation, terminal }: Login, caller: Caller) =>
  database.change`
    insert into held_login as held (company_id, account_id, generation, terminal, client_name, user_agent, ip, expires_at)
    values (${companyId}, ${accountId}, ${generation}, ${terminal}, ${caller.client.name}, ${caller.userAgent},
      ${caller.ip}, now() + make_interval(hours => ${holdHours}))
    on conflict (company_id, account_id, terminal) where state <> 'used' do update
      set generation = excluded.generation, client_name = excluded.client_name, user_agent = excluded.user_agent,
        ip = excluded.ip, state = 'waiting', decided_by = null, decided_at = null, created_at = now(),
        expires_at = excluded.expires_at
      where held.expires_at <= now() or held.generation <> excluded.generation`

const openRequests = z.object({ open: z.int(), own: z.string().nullable() })

/** Returns the number of the account's open requests, and the state of this terminal's. A rejection bars only its own terminal. */
export const requestsOf = (database: Database, { companyId, accountId, generation, terminal }: Login) =>
  database.row(openRequests)`
    select (count(*) filter (where state <> 'rejected'))::integer as open, max(state) filter (where terminal = ${terminal}) as own
    from held_login
    where company_id = ${companyId} and account_id = ${accountId} and generation = ${generation} and state <> 'used'
      and expires_at > now()`

const held = getTerminalApproval.output.shape.logins.element.omit({ own: true, device: true }).extend({
  account_id: id,
  user_agent: z.string(),
})

export const openLogins = (database: Database, companyId: string) =>
  database.rows(held)`
    select held_login.id as login_id, employee.name, employee.phone, held_login.account_id, held_login.client_name,
      held_login.user_agent, held_login.ip, held_login.state = 'approved' as approved,
      held_login.state = 'rejected' as rejected, held_login.created_at as requested_at,
      held_login.expires_at
    from held_login
    join employee on employee.company_id = held_login.company_id and employee.account_id = held_login.account_id
    join account on account.id = held_login.account_id and account.generation = held_login.generation
    where held_login.company_id = ${companyId} and held_login.state <> 'used' and held_login.expires_at > now()
    order by held_login.created_at desc limit 100`

/** Reports whether another held login of this manager is undecided. */
export const isWaiting = (database: Database, companyId: string, employeeId: string) =>
  holds(
    database,
    sql`exists (
      select from held_login
      join employee on employee.company_id = held_login.company_id and employee.account_id = held_login.account_id
      join account on account.id = held_login.account_id and account.generation = held_login.generation
      where held_login.company_id = ${companyId} and employee.id = ${employeeId} and held_login.state = 'waiting'
        and held_login.expires_at > now())`,
  )

const rule = z.object({ on: z.boolean(), resting: z.boolean() })

export const ruleOf = (database: Database, companyId: string) =>
  database.row(rule)`
    select terminal_approval as "on", terminal_approval and (${countManagers(companyId)}) < 2 as resting
    from company where id = ${companyId}`

const countManagers = (companyId: string) => sql`
  select count(*) from employee where company_id = ${companyId} and ${manages(sql`employee`)}`

/** Guard: the caller is still the owner, and two managers can approve each other. */
export const setRule = (database: Database, { companyId, employeeId }: Manager, on: boolean) =>
  database.change`
    update company set terminal_approval = ${on}
    where id = ${companyId} and (not ${on} or (${countManagers(companyId)}) >= 2)
      and exists (
        select from employee
        where company_id = ${companyId} and id = ${employeeId} and role = 'owner' and state = 'active')`

/** Returns zero where the rule was off. */
export const clearRule = (database: Database, companyId: string) =>
  database.change`update company set terminal_approval = false where id = ${companyId} and terminal_approval`

interface Manager {
  companyId: string
  employeeId: string
}

const decided = z.object({ employee_id: id, name: z.string(), user_agent: z.string(), ip: z.string() })

/**
 * Approves a held login that is undecided, or was rejected as the manager has seen, for another person who is still a manager and
 * whose password is the one that was shown. Guard: the state; of two concurrent decisions the second finds none.
 */
export const approveLogin = (
  database: Database,
  { companyId, employeeId }: Manager,
  loginId: string,
  { by, from }: { by: string; from: 'waiting' | 'rejected' },
) =>
  database.row(decided)`
    update held_login set state = 'approved', decided_by = ${by}, decided_at = now(),
      expires_at = now() + make_interval(hours => ${holdHours})
    from account, employee
    where held_login.company_id = ${companyId} and held_login.id = ${loginId} and held_login.state = ${from}
      and held_login.expires_at > now()
      and account.id = held_login.account_id and account.generation = held_login.generation and account.state = 'active'
      and employee.company_id = ${companyId} and employee.account_id = account.id and employee.id <> ${employeeId}
      and ${manages(sql`employee`)}
      and exists (
        select from employee actor where actor.company_id = ${companyId} and actor.id = ${employeeId} and ${manages(sql`actor`)})
    returning employee.id as employee_id, employee.name, held_login.user_agent, held_login.ip`

/** Rejects a held login, or withdraws an unused approval. */
export const rejectLogin = (database: Database, { companyId }: Manager, loginId: string, by: string) =>
  database.row(decided)`
    update held_login set state = 'rejected', decided_by = ${by}, decided_at = now()
    from employee
    where held_login.company_id = ${companyId} and held_login.id = ${loginId}
      and held_login.state in ('waiting', 'approved') and held_login.expires_at > now()
      and employee.company_id = ${companyId} and employee.account_id = held_login.account_id
    returning employee.id as employee_id, employee.name, held_login.user_agent, held_login.ip`

/** The company's decisions about an erased account's logins stay in its activity, without a name. */
export const eraseHeldLogins = (database: Database, accountId: string) =>
  database.change`delete from held_login where account_id = ${accountId}`

const ownLogin = z.object({ own: z.boolean() })

export const isOwnLogin = async (database: Database, companyId: string, loginId: string, accountId: string) =>
  (
    await database.row(ownLogin)`
      select account_id = ${accountId} as own from held_login where company_id = ${companyId} and id = ${loginId}`
  )?.own ?? false
