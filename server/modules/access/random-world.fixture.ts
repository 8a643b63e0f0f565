import { z } from 'zod'
import { creditService } from '#server/modules/people/hours/hours.ts'
import type { TestCompany } from '#server/testing/make.ts'
import type { testPortal } from '#server/testing/portal.ts'

export const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export interface World {
  company: TestCompany
  /** The phone of the manager who acts. */
  phone: string
  sid: string
}

/** Creates the companies in which random acts are performed. */
export async function randomWorlds({ make, system }: Pick<Awaited<ReturnType<typeof testPortal>>, 'make' | 'system'>) {
  const sku = await make.sku({ stock: 20_000 })

  /** Creates a small company in which most acts have an effect: three levels of departments, and one line of each unusable kind. */
  return async function world(): Promise<World> {
    const company = await make.company({ managers: 1 })
    await creditService(system, { companyId: company.id, days: 5_000, kind: 'gift', note: '' })
    const departments: string[] = []
    for (const place of range(6)) {
      const parentId = departments[Math.floor((place - 1) / 2)]
      departments.push((await make.department(company.id, { name: `部门${place}`, ...(parentId && { parentId }) })).id)
    }
    const people: string[] = []
    const served = new Date(Date.now() + 9 * 86_400_000)
    for (const place of range(7)) {
      const state = place === 6 ? ('invited' as const) : ('active' as const)
      const values = { name: `员工${place}`, state, ...(place % 3 !== 2 && { serviceEndsAt: served }) }
      people.push((await make.employee(company.id, { ...values, departmentId: departments[place % 6] ?? '' })).id)
    }
    const { id: orderId } = await make.order(company)
    const lines: string[] = []
    for (const place of range(5))
      lines.push((await make.line(company, { name: `专线${place}`, sku, orderId, bound: place !== 3 })).id)
    await system.change`update line set state = 'suspended', suspend_reason = '核实中' where id = ${lines[4]}`
    for (const place of range(3))
      await make.lineGroup(company.id, {
        name: `组${place}`,
        lines: [lines[place] ?? '', lines[(place + 3) % 5] ?? ''],
        departments: [departments[place] ?? ''],
        employees: [people[place + 2] ?? ''],
      })
    const template = await system.row(z.object({ id: z.string() }))`
      insert into onboarding_template (company_id, name, department_id, days, device_limit)
      values (${company.id}, '模板', ${departments[1]}, 3, 1) returning id`
    await system.change`
      insert into onboarding_template_group (company_id, template_id, group_id)
      select company_id, ${template?.id}, id from line_group where company_id = ${company.id} and name <> '组0'`
    const audits = ['approved', 'approved', 'pending', 'rejected'] as const
    for (const place of range(10))
      await make.device({
        companyId: company.id,
        employeeId: people[place % 5] ?? '',
        name: `设备${place}`,
        audit: audits[place % 4] ?? 'approved',
      })
    const { account } = company.managers[0] ?? company.owner
    return { company, phone: account.phone, sid: await make.session(account) }
  }
}
