import { z } from 'zod'
import { clockInChina } from '#contract/access-times.ts'
import { id } from '#contract/fields.ts'
import { employeePath } from '#contract/paths.ts'
import { employee } from '#contract/records/employee.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'

const batch = 100
const hoursBefore = 24

const leaving = employee.schema
  .pick({ employee_id: true, name: true })
  .extend({ company_id: id, guest_until: z.iso.datetime() })

/** Somebody who was added for less than a day is not told of: whoever added them knows. */
const guestsLeaving = (system: Database) =>
  system.rows(leaving)`
    select company_id, id as employee_id, name, guest_until from employee
    where guest_until > now() and guest_until <= now() + make_interval(hours => ${hoursBefore}::integer)
      and guest_told_of is distinct from guest_until
      and created_at <= guest_until - make_interval(hours => ${hoursBefore}::integer)
    order by guest_until limit ${batch}`

/** Guard: of two replicas at once one tells, and a guest who was extended meanwhile leaves at another time. */
const claim = (company: Database, { company_id, employee_id, guest_until }: z.output<typeof leaving>) =>
  company.change`
    update employee set guest_told_of = guest_until
    where company_id = ${company_id} and id = ${employee_id} and guest_until = ${guest_until}
      and guest_told_of is distinct from guest_until`

/** Reminds the managers a day before a guest's end, once of each end, while there is time to extend it. */
export async function remindOfGuests(
  services: Pick<TaskServices, 'system' | 'config' | 'jobs'>,
  _payload: unknown,
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  for (const guest of await guestsLeaving(services.system)) {
    if (stopping.aborted) return
    const { company_id: companyId, employee_id, name, guest_until } = guest
    await services.system.transaction(async transaction => {
      if (!(await asCompany(transaction, companyId, company => claim(company, guest)))) return
      await notify(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'guest_ending',
        subject: `guest:${employee_id}:${Date.parse(guest_until)}`,
        title: '访客即将到期',
        text: `${name}的访客期限将在 ${clockInChina(guest_until)} 到期，到期自动移除；仍要使用请延期。`,
        link: employeePath(employee_id),
      })
    })
  }
}
