import fc from 'fast-check'
import { z } from 'zod'
import type { AccessCallName } from '#contract/access.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { newPhone } from '#server/testing/identities.ts'
import type { TestCompany } from '#server/testing/make.ts'
import type { testPortal } from '#server/testing/portal.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** What an act chooses from is chosen by these numbers, among what is there when it is its turn. */
export interface Choice {
  kind: number
  one: number
  two: number
  three: number
}
/** Without a bias towards small numbers, so that every act has its turn. */
const even = (most: number) => fc.noBias(fc.nat(most))

export const choice: fc.Arbitrary<Choice> = fc.record({
  kind: even(999),
  one: even(99),
  two: even(99),
  three: even(99),
})

export interface Act {
  name: AccessCallName
  input: Record<string, unknown>
}

/** None of them comes while the acts are done. */
const endOfTimes = [3, 30, 300].map(days => new Date(Date.now() + days * 86_400_000).toISOString())

/** The latest act of each company that could be undone. */
export const undoable = new Map<string, string>()

export interface World {
  company: TestCompany
  /** Of the manager who acts. */
  phone: string
  sid: string
}

/** A small company and the acts that a manager can do there, each chosen among what is there at its turn. */
export async function randomActs({ call, make, system }: Awaited<ReturnType<typeof testPortal>>) {
  const sku = await make.sku({ stock: 20_000 })

  /** A small company in which most acts touch something: three levels of departments, and one line each that is no use. */
  async function world(): Promise<World> {
    const company = await make.company({ managers: 1 })
    await creditService(system, { companyId: company.id, days: 5_000, kind: 'gift', actorName: '平台', note: '' })
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

  const ids = async (
    kind: 'department' | 'employee' | 'line' | 'line_group' | 'device' | 'onboarding_template',
    companyId: string,
  ) => {
    const named = z.object({ id: z.string() })
    const statements = {
      department: () => system.rows(named)`select id from department where company_id = ${companyId} order by id`,
      employee: () =>
        system.rows(named)`select id from employee where company_id = ${companyId} and role = 'employee' order by id`,
      line: () => system.rows(named)`select id from line where company_id = ${companyId} order by id`,
      line_group: () => system.rows(named)`select id from line_group where company_id = ${companyId} order by id`,
      onboarding_template: () => system.rows(named)`select id from onboarding_template where company_id = ${companyId}`,
      device: () => system.rows(named)`select id from device where company_id = ${companyId} order by id`,
    }
    return (await statements[kind]()).map(row => row.id)
  }

  const at = (list: string[], number: number): string | undefined => list[number % Math.max(1, list.length)]
  const some = (list: string[], number: number): string[] => list.filter((_, index) => (number >> (index % 7)) & 1)

  const acts: [weight: number, make: (world: World, choice: Choice) => Promise<Act | undefined>][] = [
    [
      14,
      async ({ company: { id } }, { one, two, three }) => {
        const departments = await ids('department', id)
        const parent_id = three % 4 ? (at(departments, two) ?? null) : null
        return { name: 'setDepartment', input: { dept_id: at(departments, one), parent_id } }
      },
    ],
    [
      10,
      async ({ company: { id } }, { one, two }) => ({
        name: 'batchSetDepartment',
        input: {
          employee_ids: some(await ids('employee', id), one + 1),
          dept_id: at(await ids('department', id), two) ?? null,
        },
      }),
    ],
    [
      12,
      async ({ company: { id } }, { one, two, three }) => {
        const changes = [
          { state: 'disabled' },
          { state: 'active' },
          { device_limit: two % 3 },
          { dept_id: at(await ids('department', id), two) },
        ]
        return {
          name: 'setCompanyUser',
          input: { employee_id: at(await ids('employee', id), one), ...changes[three % 4] },
        }
      },
    ],
    [
      8,
      async ({ company: { id } }, { one, two }) => ({
        name: 'setCompanyUserService',
        input: { employee_ids: some(await ids('employee', id), one + 1), days: 1 + (two % 20) },
      }),
    ],
    [
      5,
      async ({ company: { id } }, { one }) => ({
        name: 'reclaimService',
        input: { employee_ids: some(await ids('employee', id), one + 1) },
      }),
    ],
    [
      12,
      async ({ company: { id } }, { one, two }) => ({
        name: 'setVplGroupLines',
        input: { group_id: at(await ids('line_group', id), one), svp_ids: some(await ids('line', id), two) },
      }),
    ],
    [
      14,
      async ({ company: { id } }, { one, two, three }) => ({
        name: 'setVplGroupMembers',
        input: {
          group_id: at(await ids('line_group', id), one),
          dept_ids: some(await ids('department', id), two),
          employee_ids: some(await ids('employee', id), three),
        },
      }),
    ],
    [
      14,
      async ({ company: { id } }, { one, two, three }) => {
        const [departments, employees] = [await ids('department', id), await ids('employee', id)]
        const [dept_ids, employee_ids] = [some(departments, two + 1), some(employees, three + 1)]
        const at = [null, endOfTimes[one % 3] ?? null] as const
        const times = [...dept_ids, ...employee_ids].map((granted, place) => ({
          id: granted,
          until: at[(one + place) % 2] ?? null,
          hours: [null, '12345 09:00-18:00', '67 22:00-06:00'][(two + place) % 3] ?? null,
        }))
        return {
          name: 'setVplGroupMembers',
          input: { group_id: (await ids('line_group', id))[one % 3], dept_ids, employee_ids, times },
        }
      },
    ],
    [
      5,
      async ({ company: { id } }, { one }) => ({
        name: 'applyTemplate',
        input: {
          template_id: at(await ids('onboarding_template', id), 0),
          employee_ids: some(await ids('employee', id), one + 1),
        },
      }),
    ],
    [
      3,
      async ({ company: { id } }, { one }) => ({
        name: 'deleteVplGroup',
        input: { group_id: at(await ids('line_group', id), one) },
      }),
    ],
    [
      5,
      async ({ company: { id } }, { one, two }) => ({
        name: 'deviceAudit',
        input: { device_ids: some(await ids('device', id), one + 1), audit_state: two % 3 ? 'approved' : 'rejected' },
      }),
    ],
    [
      5,
      async ({ company: { id } }, { one, two }) => ({
        name: 'deviceAuthStatusChange',
        input: { device_ids: some(await ids('device', id), one + 1), auth_state: two % 2 ? 'authorized' : 'suspended' },
      }),
    ],
    [
      2,
      async ({ company: { id } }, { one }) => ({
        name: 'deviceRemove',
        input: { device_ids: [at(await ids('device', id), one)] },
      }),
    ],
    [
      3,
      async ({ company: { id } }, { one, two, three }) => {
        const people = await ids('employee', id)
        const successor_id = two % 2 ? (at(people, two) ?? null) : null
        return {
          name: 'handOverEmployee',
          input: { employee_id: at(people, one), successor_id, remove: three % 2 === 0 },
        }
      },
    ],
    [
      2,
      async ({ company: { id } }, { one }) => ({
        name: 'delCompanyUser',
        input: { employee_ids: [at(await ids('employee', id), one)] },
      }),
    ],
    [
      3,
      async ({ company: { id } }, { one }) => ({
        name: 'addCompanyUser',
        input: {
          employees: [{ phone: newPhone(), name: '新来的', dept_id: at(await ids('department', id), one) }],
          invite: false,
        },
      }),
    ],
    [
      2,
      async ({ company: { id }, sid }, { one, two }) => {
        const svp_id = at(await ids('line', id), one)
        const free = await call('getVplIpList', { svp_id: svp_id ?? '' }, { sid })
        return {
          name: 'bindCompanyVpl',
          input: {
            svp_id,
            ip_id:
              free.code === 200
                ? at(
                    free.data.list.map(row => row.ip_id),
                    two,
                  )
                : undefined,
          },
        }
      },
    ],
    [
      8,
      async ({ company: { id } }) => {
        const activity_id = undoable.get(id)
        return activity_id ? { name: 'undoActivity', input: { activity_id } } : undefined
      },
    ],
  ]

  const total = acts.reduce((sum, [weight]) => sum + weight, 0)
  async function actOf(within: World, chosen: Choice): Promise<Act | undefined> {
    let place = chosen.kind % total
    for (const [weight, make] of acts) {
      if (place < weight) return make(within, chosen)
      place -= weight
    }
    throw new Error('no such act')
  }

  return { world, actOf }
}
