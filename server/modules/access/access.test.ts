import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn, type TestCompany } from '#server/testing/make.ts'
import {
  countReached,
  employeesOfGroups,
  groupsOfEmployee,
  isUsableAt,
  listGrouped,
  listReached,
} from './rights.sql.ts'
import { countEntitled, reasonsOf, rightsTo } from './rights.ts'
import { usableFor } from './usable-lines.ts'

const { system, companyDatabase } = await testDatabase()
const make = makeOn(system)

/*
 * The answers of the queries and of the triggers' history are compared with a model that shares no code with either: its maps are
 * changed as the rows are, and walked one person at a time.
 */
interface Model {
  parents: Map<number, number | null>
  people: Map<number, { department: number | null; active: boolean }>
  groups: { lines: Set<number>; departments: Set<number>; people: Set<number> }[]
  usable: boolean[]
}
const sizes = { departments: 6, people: 6, groups: 3, lines: 3 }
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function isAbove(model: Model, upper: number, lower: number | null): boolean {
  for (let at = lower; at !== null && at !== undefined; at = model.parents.get(at) ?? null)
    if (at === upper) return true
  return false
}

/** Maps each person who may use one line to the reasons, written as `group` or `group/department`. */
function entitled(model: Model, line: number): Map<number, string[]> {
  const reasons = new Map<number, string[]>()
  for (const [person, { department, active }] of model.people) {
    const why = model.groups.flatMap((group, index) => {
      if (!active || !group.lines.has(line)) return []
      return [
        ...(group.people.has(person) ? [`${index}`] : []),
        ...[...group.departments].filter(id => isAbove(model, id, department)).map(id => `${index}/${id}`),
      ]
    })
    if (why.length) reasons.set(person, why.sort())
  }
  return reasons
}

type Change =
  | { kind: 'move'; person: number; to: number | null }
  | { kind: 'state'; person: number }
  | { kind: 'leave'; person: number }
  | { kind: 'reparent'; department: number; to: number | null }
  | { kind: 'line' | 'department' | 'person'; group: number; what: number }
  | { kind: 'usable'; line: number }

const index = (of: keyof typeof sizes) => fc.nat(sizes[of] - 1)
const orNone = (of: keyof typeof sizes) => fc.option(index(of), { nil: null })
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), person: index('people'), to: orNone('departments') }),
  fc.record({ kind: fc.constant('state' as const), person: index('people') }),
  fc.record({ kind: fc.constant('leave' as const), person: index('people') }),
  fc.record({ kind: fc.constant('reparent' as const), department: index('departments'), to: orNone('departments') }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('line' as const), group: index('groups'), what: index('lines') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('department' as const),
      group: index('groups'),
      what: index('departments'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('person' as const), group: index('groups'), what: index('people') }),
  },
  fc.record({ kind: fc.constant('usable' as const), line: index('lines') }),
)

const sku = await make.sku({ stock: 5000 })

async function world(company: TestCompany) {
  const ids = async (count: number, one: (place: number) => Promise<{ id: string }>) => {
    const made: string[] = []
    for (const place of range(count)) made.push((await one(place)).id)
    return made
  }
  const { id: orderId } = await make.order(company)
  const departments = await ids(sizes.departments, place => make.department(company.id, { name: `部门${place}` }))
  const people = await ids(sizes.people, place => make.employee(company.id, { name: `员工${place}` }))
  const groups = await ids(sizes.groups, place => make.lineGroup(company.id, { name: `组${place}` }))
  const lines = await ids(sizes.lines, () => make.line(company, { sku, bound: true, orderId }))
  const devices = await ids(sizes.people, place =>
    make.device({ companyId: company.id, employeeId: people[place] ?? '' }),
  )
  await system.change`
    update employee set service_ends_at = now() + interval '9 days' where company_id = ${company.id}`
  const model: Model = {
    parents: new Map(range(sizes.departments).map(place => [place, null])),
    people: new Map(range(sizes.people).map(place => [place, { department: null, active: true }])),
    groups: range(sizes.groups).map(() => ({ lines: new Set(), departments: new Set(), people: new Set() })),
    usable: range(sizes.lines).map(() => true),
  }
  return { departments, people, groups, lines, devices, model }
}
type World = Awaited<ReturnType<typeof world>>

/** The tree has three levels with people in each department, and the groups share lines, so that most changes have an effect. */
const beginnings: Change[] = [
  ...range(sizes.departments - 1).map(place => ({
    kind: 'reparent' as const,
    department: place + 1,
    to: Math.floor(place / 2),
  })),
  ...range(sizes.people).map(person => ({ kind: 'move' as const, person, to: person })),
  ...range(sizes.groups).flatMap(group => [
    { kind: 'line' as const, group, what: group },
    { kind: 'line' as const, group, what: (group + 1) % sizes.lines },
    { kind: 'department' as const, group, what: group },
  ]),
]

/** Changes the rows and the model alike. */
async function apply(companyId: string, { departments, people, groups, lines, model }: World, values: Change) {
  const toggle = async (has: Set<number>, table: string, column: string, group: number, what: number, id: string) => {
    if (has.delete(what))
      await system.change`${sql([`delete from ${table} where group_id = '${groups[group]}' and ${column} = '${id}'`])}`
    else {
      has.add(what)
      await system.change`${sql([
        `insert into ${table} (company_id, group_id, ${column}) values ('${companyId}', '${groups[group]}', '${id}')`,
      ])}`
    }
  }
  switch (values.kind) {
    case 'move': {
      const person = model.people.get(values.person)
      if (!person) return
      person.department = values.to
      const to = values.to === null ? null : departments[values.to]
      return system.change`update employee set department_id = ${to} where id = ${people[values.person]}`
    }
    case 'state': {
      const person = model.people.get(values.person)
      if (!person) return
      person.active = !person.active
      const state = person.active ? 'active' : 'disabled'
      return system.change`update employee set state = ${state} where id = ${people[values.person]}`
    }
    case 'leave': {
      model.people.delete(values.person)
      for (const group of model.groups) group.people.delete(values.person)
      return system.change`delete from employee where id = ${people[values.person]}`
    }
    case 'reparent': {
      if (isAbove(model, values.department, values.to)) return
      model.parents.set(values.department, values.to)
      const to = values.to === null ? null : departments[values.to]
      return system.change`update department set parent_id = ${to} where id = ${departments[values.department]}`
    }
    case 'usable': {
      const usable = !model.usable[values.line]
      model.usable[values.line] = usable
      return system.change`
        update line set state = ${usable ? 'active' : 'suspended'}, suspend_reason = ${usable ? null : '核实中'}
        where id = ${lines[values.line]}`
    }
    case 'line':
      return toggle(
        group(model, values).lines,
        'line_group_line',
        'line_id',
        values.group,
        values.what,
        lines[values.what] ?? '',
      )
    case 'department':
      return toggle(
        group(model, values).departments,
        'line_group_department',
        'department_id',
        values.group,
        values.what,
        departments[values.what] ?? '',
      )
    case 'person':
      if (!model.people.has(values.what)) return
      return toggle(
        group(model, values).people,
        'line_group_employee',
        'employee_id',
        values.group,
        values.what,
        people[values.what] ?? '',
      )
  }
}

function group(model: Model, input: { group: number }) {
  const found = model.groups[input.group]
  if (!found) throw new Error('no such group')
  return found
}

/** Translates the database's answer about a line into the model's terms. */
async function answered(companyId: string, { departments, people, groups, lines }: World, line: number, at?: string) {
  const company = companyDatabase(companyId)
  const rights = await rightsTo(company, companyId, lines[line] ?? '', at)
  const listed = await listReached(company, rights.relations, rights, { limit: 100, offset: 0 })
  const ids = listed.map(({ employee_id }) => employee_id)
  const direct = await employeesOfGroups(company, rights.relations, rights.groupIds, ids)
  expect(await countReached(company, rights.relations, rights)).toBe(listed.length)
  const why = listed.map(person => {
    const own = direct.filter(({ employee_id }) => employee_id === person.employee_id)
    const reasons = reasonsOf(rights, person, own, Date.now()).map(({ group_id, dept_path }) => {
      const through = departments.findIndex(id => dept_path !== null && rights.tree.pathOf(id) === dept_path)
      return `${groups.indexOf(group_id)}${dept_path === null ? '' : `/${through}`}`
    })
    return [people.indexOf(person.employee_id), reasons.sort()] as const
  })
  return { reasons: new Map(why), usable: await isUsableAt(company, rights.relations, lines[line] ?? '') }
}

/** Checks for each person what the person's list and the person's client show. */
async function checkPeople(companyId: string, { people, lines, devices, model }: World) {
  const company = companyDatabase(companyId)
  const shown = await usableFor(company, companyId, devices)
  for (const [person, { active }] of model.people) {
    const mine = range(sizes.lines).filter(line => entitled(model, line).has(person))
    const groupIds = (await groupsOfEmployee(company, companyId, people[person] ?? '')).map(({ group_id }) => group_id)
    const listed = await listGrouped(company, companyId, [...new Set(groupIds)], { limit: 100, offset: 0 })
    expect(listed.map(({ svp_id }) => lines.indexOf(svp_id)).sort()).toEqual(mine)
    const answer = shown.get(devices[person] ?? '')?.answer
    expect(answer?.usable).toBe(active)
    expect(answer?.list.map(({ svp_id }) => lines.indexOf(svp_id)).sort()).toEqual(
      mine.filter(line => model.usable[line]),
    )
  }
}

test('effective access matches a reference model, now and at every past instant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 20 }), async changes => {
      const company = await make.company()
      const built = await world(company)
      const moments: { at: string; expected: { reasons: Map<number, string[]>; usable: boolean }[] }[] = []
      for (const each of [...beginnings, ...changes]) {
        await apply(company.id, built, each)
        // Instants are whole milliseconds: the wait puts one between this change and the next.
        await new Promise(resolve => setTimeout(resolve, 2))
        const expected = range(sizes.lines).map(line => ({
          reasons: entitled(built.model, line),
          usable: built.model.usable[line] ?? false,
        }))
        const now = await system.row(
          z.object({ at: z.iso.datetime() }),
        )`select date_trunc('milliseconds', clock_timestamp()) as at`
        // The first changes are only checked together, after the last of them.
        if (changes.includes(each) || each === beginnings.at(-1)) moments.push({ at: now?.at ?? '', expected })
        await new Promise(resolve => setTimeout(resolve, 2))
      }
      await checkPeople(company.id, built)
      for (const line of range(sizes.lines)) {
        const expected = moments.at(-1)?.expected[line]
        expect(await answered(company.id, built, line)).toEqual(expected)
        expect(await countEntitled(companyDatabase(company.id), company.id, built.lines[line] ?? '')).toBe(
          expected?.reasons.size,
        )
        for (const { at, expected } of moments)
          expect(await answered(company.id, built, line, at)).toEqual(expected[line])
      }
    }),
    { numRuns: Number(process.env.ACCESS_RUNS ?? 8) },
  )
}, 120_000)

test('a line that is renewed in time keeps one access span; renewed after its end, it gets a second one', async () => {
  const company = await make.company()
  const line = await make.line(company, { sku, bound: true })
  const spans = () =>
    system.rows(z.object({ from: z.int(), to: z.int() }))`
    select round(extract(epoch from since - now()) / 86400)::integer as from,
      round(extract(epoch from until - now()) / 86400)::integer as to
    from access_span where kind = 'line' and subject_id = ${line.id} order by since`
  const ends = (days: number) =>
    system.change`update line set ends_at = now() + make_interval(days => ${days}) where id = ${line.id}`
  expect(await spans()).toEqual([{ from: 0, to: 30 }])
  await ends(60)
  expect(await spans()).toEqual([{ from: 0, to: 60 }])
  // Moves the span back as if ten days had gone by, the last two of them after its end.
  await system.change`
    update access_span set since = now() - interval '10 days', until = now() - interval '2 days' where subject_id = ${line.id}`
  await ends(30)
  expect(await spans()).toEqual([
    { from: -10, to: -2 },
    { from: 0, to: 30 },
  ])
})

test('a company’s database role cannot rewrite its access history', async () => {
  const company = await make.company()
  const own = companyDatabase(company.id)
  await expect(own.change`delete from access_span`).rejects.toThrow('permission denied')
  await expect(own.change`update access_span set until = now()`).rejects.toThrow('permission denied')
  const rows = await own.rows(z.object({ company_id: z.string() }))`select distinct company_id from access_span`
  expect(rows).toEqual([{ company_id: company.id }])
})
