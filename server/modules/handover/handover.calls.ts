import type { ParsedOf } from '#contract/index.ts'
import { hasJoined } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { carryOut } from '#server/database/rolled-back.ts'
import type { ManagerContext, Membership, SomeHandlers } from '#server/engines/context.ts'
import { endSessions } from '#server/modules/accounts/session.ts'
import { suspendDevicesOf } from '#server/modules/devices/devices.ts'
import { passGrants } from '#server/modules/lines/grants.ts'
import { spendStepUp } from '#server/modules/people/admin-captcha.ts'
import { companyName as findCompanyName } from '#server/modules/people/employees/adding.sql.ts'
import { notifyRemoved } from '#server/modules/people/employees/employee-notices.ts'
import { updateEmployee } from '#server/modules/people/employees/employees.sql.ts'
import { removePeople } from '#server/modules/people/employees/leaving.ts'
import { assign, reclaim } from '#server/modules/people/hours/hours.ts'
import type { Person } from '#server/modules/people/people.sql.ts'
import { lockWithManagers, recordLog } from '#server/modules/people/people.ts'

export const handoverCalls = {
  handOverEmployee(context, input) {
    return carryOut(context.system, input.preview, async transaction => {
      const { person, companyName, ...summary } = await handOver(transaction, context, input)
      const { companyId } = context.membership
      // A short message that accompanies the notice would remain after the rollback of a preview.
      if (input.remove && !input.preview)
        await notifyRemoved(transaction, context.services, { companyId, companyName }, [person])
      return summary
    })
  },
} satisfies SomeHandlers

async function handOver(transaction: Database, context: ManagerContext, input: ParsedOf<'handOverEmployee'>) {
  const { membership, caller } = context
  const { companyId } = membership
  const { person, ...outcome } = await asCompany(transaction, companyId, async company => {
    const ids = [input.employee_id, ...(input.successor_id ? [input.successor_id] : [])]
    const { people } = await lockWithManagers(company, membership, ids)
    const { person, successor } = parties(people, input, membership)
    if (person.role === 'manager' && !input.preview)
      await spendStepUp(context, company, [person.employee_id], input.captcha)
    const devices = await suspendDevicesOf(company, companyId, [person.employee_id], caller.ip)
    const { days } = await reclaim(company, { companyId, people: [person], note: '离职交接' })
    const handed =
      successor && days
        ? await assign(company, { companyId, people: [successor], amount: { days }, note: `接手${person.name}的时长` })
        : undefined
    const lines = await passGrants(company, companyId, { from: person, to: successor })
    await recordLog(company, companyId, [
      {
        employee_id: person.employee_id,
        action: 'handed_over',
        detail: successor ? `交给${successor.name}` : '时长退回企业',
      },
      ...(successor
        ? [{ employee_id: successor.employee_id, action: 'handed_over' as const, detail: `接手${person.name}` }]
        : []),
    ])
    await stop(company, person, { companyId, ip: caller.ip, remove: input.remove })
    return {
      person,
      companyName: await findCompanyName(company, companyId),
      devices_suspended: devices,
      reclaimed_days: days,
      lines_handed: lines,
      successor_name: successor?.name ?? null,
      successor_ends_at: handed?.planned[0]?.endsAt ?? successor?.service_ends_at ?? null,
    }
  })
  // A removed person keeps the account and its sessions; one who stays and is disabled is signed out.
  const sessions_ended = input.remove ? 0 : await endSessions(transaction, person.account_id, 'manager')
  return { person, ...outcome, sessions_ended }
}

/** Returns the leaver and the successor. */
function parties(people: Person[], { employee_id, successor_id }: ParsedOf<'handOverEmployee'>, sender: Membership) {
  const person = people.find(one => one.employee_id === employee_id)
  const successor = people.find(one => one.employee_id === successor_id)
  if (!person) throw new Refusal(-47001)
  if (person.employee_id === sender.employeeId) throw new Refusal(-47005)
  if (person.role === 'owner') throw new Refusal(-47003)
  if (successor === person) throw new Refusal(-41003, 'successor_id', '接手人不能是本人')
  if (successor && successor.state !== 'active') throw new Refusal(-41003, 'successor_id', '接手人须为在职员工')
  return { person, successor }
}

interface Stop {
  companyId: string
  ip: string
  remove: boolean
}

async function stop(company: Database, person: Person, { companyId, ip, remove }: Stop): Promise<void> {
  if (remove) {
    await removePeople(company, {
      companyId,
      people: [{ ...person, service_ends_at: null, reserved_days: 0 }],
      ip,
    })
    return
  }
  // An invitation would let the person in nevertheless.
  if (!hasJoined(person)) throw new Refusal(-47004)
  await updateEmployee(company, companyId, person.employee_id, { state: 'disabled' })
  if (person.state !== 'disabled')
    await recordLog(company, companyId, [{ employee_id: person.employee_id, action: 'disabled' }])
}
