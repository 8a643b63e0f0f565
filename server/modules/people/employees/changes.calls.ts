import { clockInChina } from '#contract/access-times.ts'
import type { ActivityName } from '#contract/activity-names.ts'
import { employeeRoleNames, hasJoined } from '#contract/people.ts'
import { employeeFields, employeeLines } from '#contract/records/employee-fields.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { endSessions } from '#server/modules/accounts/session.ts'
import { lockCompany } from '#server/modules/companies/operations.sql.ts'
import { requireFreshProof, spendStepUp } from '../admin-captcha.ts'
import { handOverContact } from '../contact.ts'
import { departmentTree } from '../departments.ts'
import { fieldsChanging } from '../events.ts'
import { hasDuty, type LogEntry, type Person } from '../people.sql.ts'
import { lockWithManagers, recordLog } from '../people.ts'
import { disablingUndo, limitUndo, moveUndo } from '../undo.ts'
import { companyName as findCompanyName } from './adding.sql.ts'
import { notifyRemoved } from './employee-notices.ts'
import { setRole, updateEmployee } from './employees.sql.ts'
import { removePeople } from './leaving.ts'
import { requireEmployee } from './read.ts'

/** These calls decide about a person's place in the company. Each locks the person and all managers first. */
export const changesCalls = {
  async setCompanyUser(context, input) {
    const { employee_id, seen: _, ...changes } = input
    const { system, company, membership } = context
    const { companyId, employeeId } = membership
    const { people: locked } = await lockWithManagers(company, membership, [employee_id])
    const person = only(locked)
    await requireSeen(company, input, person, editedInActivity(companyId, employee_id, tracesOf))
    if (changes.guest_until) {
      requireGuest(person, changes.guest_until)
      // Guard: the person's row is locked, as where a duty is assigned.
      if (await hasDuty(company, companyId, employee_id)) throw new Refusal(-59790)
    }
    if (changes.state) requireStateChange(person, employeeId)
    if (changes.state === 'disabled' && person.role === 'manager') requireFreshProof(context)
    const changed = withChanges(person, changes)
    const fields = ownable.filter(field => changed[columnOf[field]] !== person[columnOf[field]])
    await fieldsChanging.publish(company, { companyId, employeeIds: [employee_id], fields })
    await updateEmployee(company, companyId, employee_id, changes).catch(
      refuseViolation(constraint => new Refusal(constraint.includes('job_number') ? -47002 : -46001)),
    )
    const log = await changesOf(company, companyId, person, changed)
    const [stop = [], others = []] = [true, false].map(is => log.filter(({ action }) => (action === 'disabled') === is))
    // Only a move, or another limit, that is the whole change can be undone separately.
    const moved = log.length === 1 && changed.dept_id !== person.dept_id
    const people = [{ id: employee_id, from: person.dept_id }]
    const movedBack = moved ? moveUndo.offer({ to: changed.dept_id, people }) : undefined
    const [before, after] = [person.device_limit, changed.device_limit]
    const limited = log.length === 1 && onlyLimit(person, changed)
    const limitBack = limited ? limitUndo.offer({ people: [{ id: employee_id, before, after }] }) : undefined
    const moveId = await recordLog(company, companyId, others, movedBack ?? limitBack)
    const undoId = await recordLog(company, companyId, stop, disablingUndo.offer({ employee_id }))
    if (changes.state === 'disabled') await endSessions(system, person.account_id, 'manager')
    return {
      employee: await requireEmployee(company, companyId, employee_id, context.services.config),
      activity_id: undoId ?? moveId,
    }
  },

  async setCompanyUserRole(context, { employee_id, role, captcha }) {
    const { company, membership } = context
    const { companyId, employeeId } = membership
    const answer = async () => ({
      employee: await requireEmployee(company, companyId, employee_id, context.services.config),
    })
    // The company is locked before its people, as where an operator changes the owner: its contact changes in the end.
    if (role === 'owner') await lockCompany(company, companyId)
    const { people, managers } = await lockWithManagers(company, membership, [employee_id])
    const person = only(people)
    if (person.employee_id === employeeId) throw new Refusal(-47005)
    const self = managers.find(manager => manager.employee_id === employeeId)
    if (role === 'owner' && self?.role !== 'owner') throw new Refusal(-47006)
    if (person.role === 'owner') throw new Refusal(-47003)
    if (!hasJoined(person)) throw new Refusal(-47004)
    // A disabled person manages nothing and could keep the company from its owner.
    if (person.state === 'disabled' && role !== 'employee') throw new Refusal(-47001)
    // Guard: the rows of both are locked, so that nobody becomes a guest and a manager concurrently.
    if (person.guest_until && role !== 'employee') throw new Refusal(-47009)
    if (person.role === role) {
      nothingChanged()
      return answer()
    }
    if (role !== 'manager') await spendStepUp(context, company, [employee_id], captcha)
    const log: LogEntry[] = [{ employee_id, action: 'role', detail: employeeRoleNames[role] }]
    if (role === 'owner') {
      await setRole(company, companyId, employeeId, 'manager')
      log.push({
        employee_id: employeeId,
        action: 'role',
        detail: `${employeeRoleNames.manager}（已转让企业）`,
      })
    }
    await setRole(company, companyId, employee_id, role)
    if (role === 'owner') await handOverContact(company, { companyId, employeeIds: [employeeId] })
    await recordLog(company, companyId, log)
    return answer()
  },

  async delCompanyUser(context, { employee_ids, captcha }) {
    const { services, system, company, membership, caller } = context
    const { companyId, employeeId } = membership
    const { people } = await lockWithManagers(company, membership, employee_ids)
    if (people.some(({ employee_id }) => employee_id === employeeId)) throw new Refusal(-47005)
    if (people.some(({ role }) => role === 'owner')) throw new Refusal(-47003)
    if (people.some(({ role }) => role === 'manager')) await spendStepUp(context, company, employee_ids, captcha)
    const outcome = await removePeople(company, { companyId, people, ip: caller.ip })
    const companyName = await findCompanyName(company, companyId)
    await notifyRemoved(system, services, { companyId, companyName }, people)
    return { removed: outcome.removed, reclaimed_days: outcome.reclaimedDays, devices: outcome.devices }
  },
} satisfies SomeHandlers

/** The person's columns that hold the fields which a directory may own. */
const columnOf = { name: 'name', job_number: 'job_number', position: 'position', department: 'dept_id' } as const
const ownable = keysOf(columnOf)

function only(people: Person[]): Person {
  const [person] = people
  if (!person) throw new Refusal(-47001)
  return person
}

/** A guest's employment ends at a set time, so no manager may be a guest. */
function requireGuest({ role }: Person, until: string) {
  if (role !== 'employee') throw new Refusal(-47009)
  if (Date.parse(until) <= Date.now()) throw new Refusal(-41003, 'guest_until', '访客期限须在将来')
}

/** A manager can't disable or enable themselves, the owner, or a person who has not joined. */
function requireStateChange(person: Person, senderId: string) {
  if (person.employee_id === senderId) throw new Refusal(-47005)
  if (person.role === 'owner') throw new Refusal(-47003)
  if (!hasJoined(person)) throw new Refusal(-47004)
}

/** The log names these fields by label and values; a move and a change of the state have separate entries. */
const compared = [...employeeLines, 'device_limit'] as const

/** Reports whether the device limit is the only difference. */
const onlyLimit = (before: Person, after: Person): boolean =>
  before.device_limit !== after.device_limit &&
  employeeLines.every(field => before[field] === after[field]) &&
  endOf(before) === endOf(after)

const endOf = ({ guest_until }: Person) => (guest_until ? clockInChina(guest_until) : '无')

/** Finds the entries of `changesOf` about a field. */
function tracesOf(field: string): [ActivityName, string?][] {
  if (field === 'dept_id') return [['employee.moved']]
  if (field === 'state') return [['employee.disabled'], ['employee.enabled']]
  const label = [...compared, 'guest_until' as const].find(name => name === field)
  return label ? [['employee.changed', `${employeeFields[label].label}：`]] : []
}

async function changesOf(company: Database, companyId: string, before: Person, after: Person): Promise<LogEntry[]> {
  const { employee_id } = before
  const parts = compared.flatMap(field =>
    before[field] === after[field]
      ? []
      : [`${employeeFields[field].label}：${before[field] ?? '无'} → ${after[field] ?? '无'}`],
  )
  if (endOf(before) !== endOf(after))
    parts.push(`${employeeFields.guest_until.label}：${endOf(before)} → ${endOf(after)}`)
  const log: LogEntry[] = parts.length ? [{ employee_id, action: 'changed', detail: parts.join('，') }] : []
  if (after.dept_id !== before.dept_id) {
    const tree = await departmentTree(company, companyId)
    const detail = after.dept_id ? (tree.byId.get(after.dept_id)?.name ?? '') : '未分配部门'
    log.push({ employee_id, action: 'moved', detail })
  }
  if (after.state !== before.state)
    log.push({ employee_id, action: after.state === 'disabled' ? 'disabled' : 'enabled' })
  return log
}
