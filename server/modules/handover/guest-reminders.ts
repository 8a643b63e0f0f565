import { z } from 'zod'
import { clockInChina } from '#contract/access-times.ts'
import { id } from '#contract/fields.ts'
import { employeePath } from '#contract/paths.ts'
import { employee } from '#contract/records/employee.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { renotify } from '#server/engines/notices/notices.ts'

/** Guests of each company in one batch, so that one whose managers can't be notified leaves the others their turn. */
const batch = 100
const hoursBefore = 24

const leaving = employee.schema
  .pick({ employee_id: true, name: true })
  .extend({ company_id: id, guest_until: z.iso.datetime() })

/** A guest who was added for less than a day is left out: the manager who added them knows. */
const guestsLeaving = (system: Database) =>
  system.rows(leaving)`
    select company_id, employee_id, name, guest_until from (
      select company_id, id as employee_id, name, guest_until,
        row_number() over (partition by company_id order by guest_until, id) as place
      from employee
      where guest_until > now() and guest_until <= now() + make_interval(hours => ${hoursBefore}::integer)
        and guest_told_of is distinct from guest_until
        and created_at <= guest_until - make_interval(hours => ${hoursBefore}::integer)
    ) as leaving
    where place <= ${batch}
    order by guest_until`

/** Guard: of two concurrent replicas one notifies, and a guest who was extended meanwhile leaves at another time. */
const claim = (company: Database, { company_id, employee_id, guest_until }: z.output<typeof leaving>) =>
  company.change`
    update employee set guest_told_of = guest_until
    where company_id = ${company_id} and id = ${employee_id} and guest_until = ${guest_until}
      and guest_told_of is distinct from guest_until`

/** Reminds the managers a day before a guest's end, once for each end, while there is time to extend it. */
export async function remindOfGuests(
  services: Pick<TaskServices, 'system' | 'config' | 'jobs'>,
  _payload: unknown,
  job: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated(job, '没有提醒访客即将到期')
  await alone.run(await guestsLeaving(services.system), async guest => {
    const { company_id: companyId, employee_id, name, guest_until } = guest
    await services.system.transaction(async transaction => {
      if (!(await asCompany(transaction, companyId, company => claim(company, guest)))) return
      await renotify(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'guest_ending',
        subject: `guest:${employee_id}:${Date.parse(guest_until)}`,
        title: '访客即将到期',
        text: `${name}的访客期限将在 ${clockInChina(guest_until)} 到期，到期自动移除；仍要使用请延期。`,
        link: employeePath(employee_id),
      })
    })
  })
  alone.end()
}
