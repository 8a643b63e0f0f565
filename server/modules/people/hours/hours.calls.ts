import type { ParsedOf } from '#contract/index.ts'
import { maxPersonDays } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { day, endOfDay } from '#server/core/service-time.ts'
import { together } from '#server/database/together.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { exportTable } from '#server/engines/sheets/export-table.ts'
import type { Person } from '../people.sql.ts'
import { lockEmployees, requireEmployees } from '../people.ts'
import { departmentsOf } from '../within.ts'
import { databaseNow, figuresWithin, serviceFigures } from './hours.sql.ts'
import { assign, planAssignment, planReclaim, reclaim, serviceBalance, someNames } from './hours.ts'
import { ledgerOf, ledgerTable } from './ledger.ts'

export const hoursCalls = {
  async setCompanyUserService({ company, membership }, input) {
    const { companyId } = membership
    const amount = amountOf(input)
    if (input.preview) {
      nothingChanged()
      const people = assignable(await requireEmployees(company, companyId, input.employee_ids))
      const { planned, reserving, cost } = planAssignment({ people, amount }, await databaseNow(company))
      const balance = (await serviceBalance(company, companyId)) - cost
      const employees = planned.length + reserving.length
      return { employees, unchanged: people.length - employees, cost_days: cost, balance }
    }
    const people = assignable(await lockEmployees(company, companyId, input.employee_ids))
    const assignment = { companyId, people, amount, undo: true } as const
    const { employees, cost, balance, activityId } = await assign(company, assignment)
    return { employees, unchanged: people.length - employees, cost_days: cost, balance, activity_id: activityId }
  },

  async reclaimService({ company, membership }, { employee_ids, preview }) {
    const { companyId } = membership
    const people = preview
      ? await requireEmployees(company, companyId, employee_ids)
      : await lockEmployees(company, companyId, employee_ids)
    const { planned, days } = planReclaim(people, await databaseNow(company))
    if (preview) {
      nothingChanged()
      const balance = (await serviceBalance(company, companyId)) + days
      return { employees: planned.length, reclaimed_days: days, balance }
    }
    const reclaimed = await reclaim(company, { companyId, people, undo: true })
    const balance = await serviceBalance(company, companyId)
    return { employees: planned.length, reclaimed_days: reclaimed.days, balance, activity_id: reclaimed.activityId }
  },

  async getServiceBalance({ company, membership }) {
    const { companyId } = membership
    const within = await departmentsOf(company, membership)
    const [balance, figures] = await together(company, database => [
      serviceBalance(database, companyId),
      within ? figuresWithin(database, companyId, within) : serviceFigures(database, companyId),
    ])
    return { balance, ...figures }
  },

  getServiceLedger: ({ company, membership }, input) => ledgerOf(company, membership.companyId, input),

  exportServiceLedger: (context, filter) =>
    exportTable(context, ledgerTable(context.company, context.membership.companyId, filter)),
} satisfies SomeHandlers

function amountOf({ days, until }: Pick<ParsedOf<'setCompanyUserService'>, 'days' | 'until'>) {
  if ((days === undefined) === (until === undefined)) throw new Refusal(-41003, 'days', '请填写天数或到期日期中的一项')
  if (days !== undefined) return { days }
  const end = endOfDay(until ?? '')
  if (Date.parse(end) > Date.now() + maxPersonDays * day) throw new Refusal(-41003, 'until', '到期日期最晚为十年后')
  return { until: end }
}

/** Hours run while a person is disabled, so none are assigned then. */
function assignable(people: Person[]): Person[] {
  const disabled = people.filter(({ state }) => state === 'disabled')
  if (disabled.length) throw new Refusal(-47007, someNames(disabled))
  return people
}
