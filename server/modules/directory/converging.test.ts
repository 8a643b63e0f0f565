import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { seededNumbers, shuffled } from '#server/testing/seeded.ts'

/*
 * Messages about equally many joiners, movers and leavers are lost, doubled and shuffled: once the directory has reported
 * everything again, the company matches it, and the leavers' access is their superiors'. Some leavers are enabled by a manager
 * meanwhile, and some of those disabled again. `DIRECTORY_PEOPLE=1000 vitest run server/modules/directory/converging` takes some
 * minutes.
 */
const size = Number(process.env.DIRECTORY_PEOPLE ?? 8)
const seed = Number(process.env.DIRECTORY_SEED ?? Math.floor(Math.random() * 1_000_000))

const portal = await testPortal()
const { call, make, system } = portal

const numbers = seededNumbers(seed)

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

interface Person {
  userName: string
  phone: string
  name: string
  title: string
  group: number
  active: boolean
  superior?: Person
}

test(`lost, duplicated and reordered messages converge without overwriting managers' fields (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const { secret } = await make.apiToken(company)
  const rules = {
    source: 'scim',
    owns: ['name', 'position', 'department'],
    leaver: 'disable',
    successor: 'superior',
    successor_id: null,
  } as const
  await call('setDirectory', { ...rules, owns: [...rules.owns] }, { sid })
  async function scim<Body>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<Body> {
    // The token's limit per minute is not tested here.
    await system.change`delete from limit_counter`
    const response = await portal.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    // A repeated request finds the name taken.
    expect([200, 201, 404, 409], response.body).toContain(response.statusCode)
    return response.json<Body>()
  }
  const groupIds: string[] = []
  for (const displayName of ['运营', '客服', '仓库'])
    groupIds.push((await scim<{ id: string }>('POST', '/Groups', { displayName })).id)
  await call('startDirectory', { leaving: 0 }, { sid })
  const people: Person[] = Array.from({ length: 2 * size }, (_, index) => ({
    userName: `person${index}@example.com`,
    phone: newPhone(),
    name: `员工${index}`,
    title: '新人',
    group: index % 3,
    active: true,
  }))
  const ids = new Map<Person, string>()
  const resource = ({ userName, phone, name, title, active, superior }: Person) => ({
    ...{ userName, displayName: name, title, active },
    phoneNumbers: [{ type: 'mobile', value: phone }],
    ...(superior && { [enterprise]: { manager: { value: ids.get(superior) } } }),
  })
  const idOf = async ({ userName }: Person) => {
    const filter = encodeURIComponent(`userName eq "${userName}"`)
    return (await scim<{ Resources: { id: string }[] }>('GET', `/Users?filter=${filter}`)).Resources[0]?.id
  }
  /** Sends messages as they may arrive: a tenth is lost, a tenth comes twice, all in any order. */
  async function deliver(messages: (() => Promise<unknown>)[]) {
    const kept = messages.filter(() => numbers(10) > 0).flatMap(each => (numbers(10) === 0 ? [each, each] : [each]))
    for (const send of shuffled(kept, numbers)) await send()
  }
  const patch = async (person: Person, value: object) => {
    const id = await idOf(person)
    if (id) await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value }] })
  }
  const member = async (person: Person, group: number, op: 'add' | 'remove') => {
    const value = await idOf(person)
    if (value)
      await scim('PATCH', `/Groups/${groupIds[group]}`, { Operations: [{ op, path: 'members', value: [{ value }] }] })
  }

  /** Sends a person's present state. */
  async function put(person: Person) {
    const id = await idOf(person)
    const written = id
      ? await scim<{ id: string }>('PUT', `/Users/${id}`, resource(person))
      : await scim<{ id: string }>('POST', '/Users', resource(person))
    ids.set(person, written.id)
  }

  await deliver(people.map(person => () => scim('POST', '/Users', resource(person))))
  await deliver(people.map(person => () => member(person, person.group, 'add')))
  const [movers, leavers] = [people.slice(0, size), people.slice(size)]
  // Every third leaver has a superior who stays, the others have the previous leaver.
  for (const [index, person] of leavers.entries()) {
    const superior = index % 3 === 0 ? movers[index] : leavers[index - 1]
    if (superior) person.superior = superior
  }
  for (const person of people) await put(person)
  await system.change`update employee set state = 'active' where company_id = ${company.id} and state = 'invited'`
  const employees = new Map(
    (
      await system.rows(z.object({ id: z.string(), phone: z.string() }))`
      select id, phone from employee where company_id = ${company.id}`
    ).map(({ id, phone }) => [phone, id]),
  )
  const line = await make.line(company, { sku: await make.sku({ stock: 1 }), bound: true })
  for (const { name, phone } of leavers)
    await make.lineGroup(company.id, { name, lines: [line.id], employees: [employees.get(phone) ?? ''] })
  // The managers' decisions, for everyone who exists by now.
  await system.change`
    update employee set device_limit = 7, job_number = 'M-' || phone where company_id = ${company.id} and role = 'employee'`

  const joiners = Array.from({ length: size }, (_, index) => ({
    ...{ userName: `joiner${index}@example.com`, phone: newPhone(), name: `新员工${index}`, title: '实习' },
    ...{ group: index % 3, active: true },
  }))
  const changes = movers.flatMap(person => {
    const before = person.group
    Object.assign(person, { group: (before + 1) % 3, title: '主管', name: `${person.name}改` })
    return [
      () => member(person, person.group, 'add'),
      () => member(person, before, 'remove'),
      () => patch(person, { displayName: person.name, title: person.title }),
    ]
  })
  const ends = leavers.map(person => {
    person.active = false
    return () => patch(person, { active: false })
  })
  await deliver([...changes, ...ends, ...joiners.map(person => () => scim('POST', '/Users', resource(person)))])
  const setState = async ({ phone }: Person, state: 'active' | 'disabled') =>
    expect((await call('setCompanyUser', { employee_id: employees.get(phone) ?? '', state }, { sid })).code).toBe(200)
  const stateOf = async ({ phone }: Person) =>
    (
      await system.row(z.object({ state: z.string() }))`
      select state from employee where company_id = ${company.id} and phone = ${phone}`
    )?.state
  const [enabled, disabledAgain]: [Person[], Person[]] = [[], []]
  // The leaving message of people who are still active was lost: no manager has anything to decide.
  for (const person of leavers.filter((_, index) => index % 3 === 2))
    if ((await stateOf(person)) === 'disabled') {
      await setState(person, 'active')
      if (numbers(2)) enabled.push(person)
      else {
        await setState(person, 'disabled')
        disabledAgain.push(person)
      }
    }

  // The directory's nightly run reports the present state of everyone.
  const all = [...movers, ...leavers, ...joiners]
  for (const person of all) await put(person)
  for (const [index, id] of groupIds.entries()) {
    const members = all.filter(({ group }) => group === index).map(person => ({ value: ids.get(person) }))
    const displayName = ['运营', '客服', '仓库'][index]
    await scim('PUT', `/Groups/${id}`, { displayName, members })
  }
  await call('runDirectory', {}, { sid })

  const found = await system.rows(
    z.object({
      phone: z.string(),
      name: z.string(),
      position: z.string().nullable(),
      state: z.string(),
      department: z.string().nullable(),
      device_limit: z.int(),
      job_number: z.string().nullable(),
    }),
  )`
    select phone, employee.name, position, state, department.name as department, device_limit, job_number
    from employee left join department on department.company_id = employee.company_id and department.id = department_id
    where employee.company_id = ${company.id} and role = 'employee'`
  const byPhone = new Map(found.map(each => [each.phone, each]))
  for (const person of all) {
    const existing = byPhone.get(person.phone)
    if (!person.active) {
      expect(existing?.state, person.name).toBe(enabled.includes(person) ? 'active' : 'disabled')
      continue
    }
    expect(existing, person.name).toMatchObject({
      name: person.name,
      position: person.title,
      department: ['运营', '客服', '仓库'][person.group],
    })
    expect(['invited', 'active']).toContain(existing?.state)
  }
  expect(found.filter(({ phone }) => !all.some(person => person.phone === phone))).toEqual([])
  for (const { job_number, device_limit, phone } of found)
    expect([null, `M-${phone}`], phone).toContain(device_limit === 7 ? job_number : null)
  const decided = found.filter(({ job_number }) => job_number !== null)
  expect(decided.length).toBeGreaterThan(size)
  expect(decided.every(({ device_limit }) => device_limit === 7)).toBe(true)
  const nearest = ({ superior }: Person): Person | undefined =>
    superior && leavers.includes(superior) ? nearest(superior) : superior
  expect(
    await system.rows(z.object({ name: z.string(), phone: z.string() }))`
      select line_group.name, phone from line_group
      join line_group_employee granted on granted.company_id = line_group.company_id and granted.group_id = line_group.id
      join employee on employee.company_id = granted.company_id and employee.id = granted.employee_id
      where line_group.company_id = ${company.id} order by line_group.id`,
  ).toEqual(leavers.map(person => ({ name: `员工${people.indexOf(person)}`, phone: nearest(person)?.phone })))
  // No difference is left.
  const { totals } = (await call('planDirectory', {}, { sid })).data
  expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(0)
  // The directory adds them again, and lets them go again: a manager's decision does not outlive its occasion.
  const judged = [...enabled, ...disabledAgain]
  for (const active of [true, false]) {
    for (const person of judged) await put(Object.assign(person, { active }))
    for (const person of judged)
      expect(await stateOf(person), person.name).toBe(active && enabled.includes(person) ? 'active' : 'disabled')
  }
})
