import type { ParsedOf } from '#contract/index.ts'
import { employeeRoleNames } from '#contract/people.ts'
import { asCompany, violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { departmentTree } from '../departments/departments.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { endSessions } from '../http/session.ts'
import { findEmployee, setRole, updateEmployee } from './employees.sql.ts'
import { removePeople } from './leaving.ts'
import type { Person } from './people.sql.ts'
import { type LogEntry, lockWithManagers, recordLog } from './people.ts'
import { viewOf } from './view.ts'

/** What decides over a person's place in the company. Each locks the person and all managers first. */
export const changesCalls: HandlersFor<'setCompanyUser' | 'setCompanyUserRole' | 'delCompanyUser'> = {
  async setCompanyUser({ system, company, membership }, { employee_id, ...given }) {
    const { companyId } = membership
    try {
      await system.transaction(async transaction => {
        const disabled = await asCompany(transaction, companyId, async own => {
          const { actor, people } = await lockWithManagers(own, membership, [employee_id])
          const person = only(people)
          if (given.state) requireStateChange(person, actor.employeeId)
          await updateEmployee(own, companyId, employee_id, {
            name: given.name ?? person.name,
            jobNumber: given.job_number === undefined ? person.job_number : given.job_number,
            departmentId: given.dept_id === undefined ? person.department_id : given.dept_id,
            deviceLimit: given.device_limit ?? person.device_limit,
            state: given.state ?? person.state,
          })
          await recordLog(own, companyId, actor.name, await changesOf(own, companyId, person, given))
          return given.state === 'disabled' ? person : undefined
        })
        if (disabled) await endSessions(transaction, disabled.account_id, 'manager')
      })
    } catch (error) {
      const constraint = violatedConstraint(error)
      if (constraint) throw new Refusal(constraint.includes('job_number') ? -47002 : -46001)
      throw error
    }
    return { employee: await readEmployee(company, companyId, employee_id) }
  },

  async setCompanyUserRole({ company, membership }, { employee_id, role }) {
    const { companyId } = membership
    await company.transaction(async transaction => {
      const { actor, people, managers } = await lockWithManagers(transaction, membership, [employee_id])
      const person = only(people)
      if (person.id === actor.employeeId) throw new Refusal(-47005)
      const self = managers.find(({ id }) => id === actor.employeeId)
      if (role === 'owner' && self?.role !== 'owner') throw new Refusal(-47006)
      if (person.role === 'owner') throw new Refusal(-47003)
      if (person.state === 'invited') throw new Refusal(-47004)
      // Somebody disabled manages nothing and could keep the company from its owner.
      if (person.state === 'disabled' && role !== 'employee') throw new Refusal(-47001)
      if (person.role === role) return
      const log: LogEntry[] = [{ employeeId: person.id, action: 'role', detail: employeeRoleNames[role] }]
      if (role === 'owner') {
        await setRole(transaction, companyId, actor.employeeId, 'manager')
        log.push({ employeeId: actor.employeeId, action: 'role', detail: `${employeeRoleNames.manager}（已转让企业）` })
      }
      await setRole(transaction, companyId, person.id, role)
      await recordLog(transaction, companyId, actor.name, log)
    })
    return { employee: await readEmployee(company, companyId, employee_id) }
  },

  async delCompanyUser({ system, membership, caller }, { employee_ids }) {
    const { companyId } = membership
    return system.transaction(async transaction => {
      const { people, ...outcome } = await asCompany(transaction, companyId, async own => {
        const { actor, people } = await lockWithManagers(own, membership, employee_ids)
        if (people.some(({ id }) => id === actor.employeeId)) throw new Refusal(-47005)
        if (people.some(({ role }) => role === 'owner')) throw new Refusal(-47003)
        return { people, ...(await removePeople(own, { companyId, people, actor, ip: caller.ip })) }
      })
      for (const { account_id } of people) await endSessions(transaction, account_id, 'manager')
      return { removed: outcome.removed, reclaimed_days: outcome.reclaimedDays, devices: outcome.devices }
    })
  },
}

function only(people: Person[]): Person {
  const [person] = people
  if (!person) throw new Refusal(-47001)
  return person
}

/** Disabling and enabling: never oneself, never the owner, and only who has joined. */
function requireStateChange(person: Person, actorId: string) {
  if (person.id === actorId) throw new Refusal(-47005)
  if (person.role === 'owner') throw new Refusal(-47003)
  if (person.state === 'invited') throw new Refusal(-47004)
}

type Given = Omit<ParsedOf<'setCompanyUser'>, 'employee_id'>

async function changesOf(company: Database, companyId: string, person: Person, given: Given): Promise<LogEntry[]> {
  const parts: string[] = []
  const compare = (label: string, before: unknown, after: unknown) => {
    if (after !== undefined && after !== before) parts.push(`${label}：${before ?? '无'} → ${after ?? '无'}`)
  }
  compare('姓名', person.name, given.name)
  compare('工号', person.job_number, given.job_number)
  compare('设备上限', person.device_limit, given.device_limit)
  const log: LogEntry[] = parts.length ? [{ employeeId: person.id, action: 'changed', detail: parts.join('，') }] : []
  if (given.dept_id !== undefined && given.dept_id !== person.department_id) {
    const tree = given.dept_id ? await departmentTree(company, companyId) : undefined
    const detail = given.dept_id ? (tree?.byId.get(given.dept_id)?.name ?? '') : '未分配部门'
    log.push({ employeeId: person.id, action: 'moved', detail })
  }
  if (given.state && given.state !== person.state)
    log.push({ employeeId: person.id, action: given.state === 'disabled' ? 'disabled' : 'enabled' })
  return log
}

async function readEmployee(company: Database, companyId: string, id: string) {
  const [row, tree] = await Promise.all([findEmployee(company, companyId, id), departmentTree(company, companyId)])
  if (!row) throw new Refusal(-47001)
  return viewOf(row, tree)
}
