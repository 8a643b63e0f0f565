import fc from 'fast-check'
import pino from 'pino'
import { z } from 'zod'
import type { AccessCallName } from '#contract/access.ts'
import { employeeSheet } from '#contract/records/employee-fields.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { insertImport } from '#server/modules/people/employees/import.sql.ts'
import { importEmployees } from '#server/modules/people/employees/import-job.ts'
import { checkedRow } from '#server/modules/people/employees/import-rows.ts'
import { newPhone } from '#server/testing/identities.ts'
import type { testPortal } from '#server/testing/portal.ts'
import { randomWorlds, range, type World } from './random-world.fixture.ts'

/** Numbers by which an act chooses among the objects that exist when it runs. */
export interface Choice {
  kind: number
  one: number
  two: number
  three: number
}
/** Without a bias towards small numbers, so that every act is chosen. */
const even = (most: number) => fc.noBias(fc.nat(most))

export const choice: fc.Arbitrary<Choice> = fc.record({
  kind: even(999),
  one: even(99),
  two: even(99),
  three: even(99),
})

type Input = Record<string, unknown> | undefined

export interface Act {
  name: AccessCallName
  input: Record<string, unknown>
}

/** The cells that a sheet's row leaves empty. */
const noCells = {
  ...checkedRow
    .omit({ row: true, phone: true, name: true, dept_id: true, problems: true })
    .parse(recordOf(employeeSheet, () => '')),
  problems: [],
}
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal, lastAttempt: true }

/** None of these ends is reached while the acts run. */
const endOfTimes = [3, 30, 300].map(days => new Date(Date.now() + days * 86_400_000).toISOString())

/** The latest act of each company that could be undone. */
export const undoable = new Map<string, string>()

/** Creates a small company and the acts of a manager there, each choosing among the objects that exist when it runs. */
export async function randomActs({ call, make, services, system }: Awaited<ReturnType<typeof testPortal>>) {
  const world = await randomWorlds({ make, system })

  const ids = async (
    kind:
      | 'department'
      | 'employee'
      | 'active'
      | 'line'
      | 'line_group'
      | 'device'
      | 'pending_device'
      | 'onboarding_template',
    companyId: string,
  ) => {
    const named = z.object({ id: z.string() })
    const statements = {
      department: () => system.rows(named)`select id from department where company_id = ${companyId} order by id`,
      employee: () =>
        system.rows(named)`select id from employee where company_id = ${companyId} and role = 'employee' order by id`,
      active: () =>
        system.rows(named)`
          select id from employee where company_id = ${companyId} and role = 'employee' and state = 'active' order by id`,
      line: () => system.rows(named)`select id from line where company_id = ${companyId} order by id`,
      line_group: () => system.rows(named)`select id from line_group where company_id = ${companyId} order by id`,
      onboarding_template: () => system.rows(named)`select id from onboarding_template where company_id = ${companyId}`,
      device: () => system.rows(named)`select id from device where company_id = ${companyId} order by id`,
      pending_device: () =>
        system.rows(named)`
          select id from device where company_id = ${companyId} and audit_state = 'pending' order by id`,
    }
    return (await statements[kind]()).map(row => row.id)
  }

  const accountOf = async (employeeId: string) =>
    (await system.row(z.object({ account_id: z.string() }))`select account_id from employee where id = ${employeeId}`)
      ?.account_id ?? ''

  const at = (list: string[], number: number): string | undefined => list[number % Math.max(1, list.length)]
  const some = (list: string[], number: number): string[] => list.filter((_, index) => (number >> (index % 7)) & 1)

  /** One for each call that can alter access: a missing one does not compile, and plans.test.ts compares the names. */
  const acts: Record<AccessCallName, [weight: number, inputOf: (world: World, choice: Choice) => Promise<Input>]> = {
    setDepartment: [
      14,
      async ({ company: { id } }, { one, two, three }) => {
        const departments = await ids('department', id)
        const parent_id = three % 4 ? (at(departments, two) ?? null) : null
        return { dept_id: at(departments, one), parent_id }
      },
    ],
    batchSetDepartment: [
      10,
      async ({ company: { id } }, { one, two }) => ({
        employee_ids: some(await ids('employee', id), one + 1),
        dept_id: at(await ids('department', id), two) ?? null,
      }),
    ],
    setCompanyUser: [
      12,
      async ({ company: { id } }, { one, two, three }) => {
        const changes = [
          { state: 'disabled' },
          { state: 'active' },
          { device_limit: two % 3 },
          { dept_id: at(await ids('department', id), two) },
        ]
        return { employee_id: at(await ids('employee', id), one), ...changes[three % 4] }
      },
    ],
    setCompanyUserService: [
      8,
      async ({ company: { id } }, { one, two }) => ({
        employee_ids: some(await ids('employee', id), one + 1),
        days: 1 + (two % 20),
      }),
    ],
    reclaimService: [
      5,
      async ({ company: { id } }, { one }) => ({ employee_ids: some(await ids('employee', id), one + 1) }),
    ],
    setVplGroupMembers: [
      28,
      async ({ company: { id } }, { one, two, three }) => {
        const [departments, employees] = [await ids('department', id), await ids('employee', id)]
        if (one % 5 === 0)
          return {
            group_id: at(await ids('line_group', id), two),
            add_employee_ids: some(employees, three + 1),
            remove_employee_ids: some(employees, one),
            remove_dept_ids: some(departments, two),
          }
        if (one % 2)
          return {
            group_id: at(await ids('line_group', id), one),
            dept_ids: some(departments, two),
            employee_ids: some(employees, three),
          }
        const [dept_ids, employee_ids] = [some(departments, two + 1), some(employees, three + 1)]
        const ends = [null, endOfTimes[one % 3] ?? null] as const
        const times = [...dept_ids, ...employee_ids].map((granted, place) => ({
          id: granted,
          until: ends[(one + place) % 2] ?? null,
          hours: [null, '12345 09:00-18:00', '67 22:00-06:00'][(two + place) % 3] ?? null,
        }))
        return { group_id: (await ids('line_group', id))[one % 3], dept_ids, employee_ids, times }
      },
    ],
    setVplGroupLines: [
      12,
      async ({ company: { id } }, { one, two }) => ({
        group_id: at(await ids('line_group', id), one),
        svp_ids: some(await ids('line', id), two),
      }),
    ],
    applyTemplate: [
      5,
      async ({ company: { id } }, { one }) => ({
        template_id: at(await ids('onboarding_template', id), 0),
        employee_ids: some(await ids('employee', id), one + 1),
      }),
    ],
    deleteVplGroup: [3, async ({ company: { id } }, { one }) => ({ group_id: at(await ids('line_group', id), one) })],
    deviceAudit: [
      5,
      async ({ company: { id } }, { one, two }) => ({
        device_ids: some(await ids('device', id), one + 1),
        audit_state: two % 3 ? 'approved' : 'rejected',
      }),
    ],
    deviceAuthStatusChange: [
      5,
      async ({ company: { id } }, { one, two }) => ({
        device_ids: some(await ids('device', id), one + 1),
        auth_state: two % 2 ? 'authorized' : 'suspended',
      }),
    ],
    deviceRemove: [2, async ({ company: { id } }, { one }) => ({ device_ids: [at(await ids('device', id), one)] })],
    handOverEmployee: [
      3,
      async ({ company: { id } }, { one, two, three }) => {
        const people = await ids('employee', id)
        const successor_id = two % 2 ? (at(people, two) ?? null) : null
        return { employee_id: at(people, one), successor_id, remove: three % 2 === 0 }
      },
    ],
    delCompanyUser: [
      2,
      async ({ company: { id } }, { one }) => ({ employee_ids: [at(await ids('employee', id), one)] }),
    ],
    addCompanyUser: [
      3,
      async ({ company: { id } }, { one }) => ({
        employees: [{ phone: newPhone(), name: '新来的', dept_id: at(await ids('department', id), one) }],
        invite: false,
      }),
    ],
    bindCompanyVpl: [
      2,
      async ({ company: { id }, sid }, { one, two }) => {
        const svp_id = at(await ids('line', id), one)
        const free = await call('getVplIpList', { svp_id: svp_id ?? '' }, { sid })
        return {
          svp_id,
          ip_id:
            free.code === 200
              ? at(
                  free.data.list.map(row => row.ip_id),
                  two,
                )
              : undefined,
        }
      },
    ],
    commitEmployeeImport: [
      4,
      async ({ company }, { one, two, three }) => {
        const [departments, groups] = [await ids('department', company.id), await ids('line_group', company.id)]
        const rows = range(1 + (one % 3)).map(place => ({
          ...noCells,
          row: place + 2,
          phone: newPhone(),
          name: `导入${place}`,
          days: two % 3 ? '' : String(1 + (one % 9)),
          device_limit: String(1 + (place % 3)),
          dept_id: at(departments, two + place) ?? null,
          group_ids: some(groups, three + place),
        }))
        const kept = { companyId: company.id, accountId: company.owner.account.id, good: rows, bad: one % 2 }
        return {
          import_id: (await insertImport(system, kept))?.import_id,
          good_only: three % 5 > 0,
          invite: false,
          ...(one % 4 === 0 && { reserve_days: 2 }),
          ...(three % 2 && { template_id: at(await ids('onboarding_template', company.id), 0) }),
        }
      },
    ],
    approveRequest: [
      6,
      async ({ company: { id } }, { one, two, three }) => {
        const person = at(await ids('active', id), one)
        if (!person) return undefined
        const requestInput = [
          { kind: 'line' as const },
          { kind: 'days' as const, days: 1 + (two % 9) },
          { kind: 'device' as const, device_id: at(await ids('pending_device', id), two) },
        ][three % 3]
        const sid = await make.session({ id: await accountOf(person) })
        const answer = await call('requestAccess', { kind: 'line', note: '要用', ...requestInput }, { sid })
        if (answer.code !== 200) return undefined
        const until = endOfTimes[two % 4]
        return {
          request_id: answer.data.request_id,
          ...(three % 3 === 0 && { group_id: at(await ids('line_group', id), two), ...(until && { until }) }),
        }
      },
    ],
    undoActivity: [
      8,
      async ({ company: { id } }) => {
        const activity_id = undoable.get(id)
        return activity_id ? { activity_id } : undefined
      },
    ],
  }
  // The cast is needed because Object.entries loses the names.
  const all = Object.entries(acts) as [AccessCallName, (typeof acts)[AccessCallName]][]
  const total = all.reduce((sum, [, [weight]]) => sum + weight, 0)

  async function actOf(within: World, chosen: Choice): Promise<Act | undefined> {
    let place = chosen.kind % total
    for (const [name, [weight, inputOf]] of all) {
      if (place < weight) {
        const input = await inputOf(within, chosen)
        return input && { name, input }
      }
      place -= weight
    }
    throw new Error('no such act')
  }

  /** Waits for what an act has started: an import is written by a job, which may be running already. */
  async function settle({ company }: World, { name, input }: Act): Promise<void> {
    if (name !== 'commitEmployeeImport') return
    await importEmployees(services, { company_id: company.id, import_id: String(input.import_id) }, job)
  }

  return { world, actOf, settle, names: Object.keys(acts) }
}
