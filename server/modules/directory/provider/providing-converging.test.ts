import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { DirectoryProvider } from '#contract/directory-names.ts'
import type { Listed } from '#server/testing/contact-counterparts.ts'
import { contactsPortal, settings } from '#server/testing/contacts-portal.ts'
import { newPhone } from '#server/testing/identities.ts'
import { seededNumbers, shuffled } from '#server/testing/seeded.ts'

/*
 * Like ../converging.test.ts, for each provider: callbacks about equally many joiners, movers and leavers are lost, doubled and
 * shuffled; once everything has been read again, the company matches the provider. A department is deleted meanwhile and created
 * again under another id, and some leavers are enabled by a manager. `DIRECTORY_PEOPLE=1000 vitest run
 * server/modules/directory/provider/providing-converging` takes some minutes.
 */
const size = Number(process.env.DIRECTORY_PEOPLE ?? 8)
const seed = Number(process.env.DIRECTORY_SEED ?? Math.floor(Math.random() * 1_000_000))

const { counterparts, portal } = await contactsPortal()
const { call, make, system, app } = portal

const numbers = seededNumbers(seed)

const groups = { '11': '运营', '12': '客服', '13': '仓库' }
/** The department 客服 after it was created again. */
const again = '22'

test.each(['wecom', 'dingtalk', 'feishu'] as const satisfies DirectoryProvider[])(
  `%s: lost, duplicated and reordered callbacks converge, keeping managers' fields (seed ${seed})`,
  { timeout: 3_600_000 },
  async kind => {
    const counterpart = counterparts[kind]
    const company = await make.company()
    const sid = await make.session(company.owner.account)
    const rules = { owns: ['name' as const, 'position' as const, 'department' as const], successor_id: null }
    await call('setDirectory', { source: kind, leaver: 'disable', successor: 'none', ...rules }, { sid })
    const access = {
      ...{
        tenant: settings.tenant,
        client_id: kind === 'wecom' ? '' : settings.clientId,
        client_secret: settings.secret,
      },
      ...{ callback_token: settings.token, callback_key: settings.key },
    }
    expect((await call('setDirectoryProvider', access, { sid })).code).toBe(200)
    counterpart.departments.clear()
    for (const [id, name] of Object.entries(groups)) counterpart.departments.set(id, { name, parent: '' })
    const placeOf = (index: number) => [...counterpart.departments.keys()][index % 3] ?? ''
    const newPerson = (id: string, index: number): Listed => ({
      ...{ id, phone: newPhone(), name: `员工${id}`, title: '新人', department: placeOf(index) },
    })
    const settled = () =>
      vi.waitFor(
        async () => {
          const left = await system.row(z.object({ count: z.int() }))`
            select ((select count(*) from directory_hint where company_id = ${company.id})
              + (select count(*) from directory_provider where company_id = ${company.id} and reading_since is not null)
            )::integer as count`
          expect(left?.count).toBe(0)
        },
        { timeout: 1_800_000, interval: 50 },
      )
    const readAll = async () => {
      await system.change`delete from limit_counter`
      expect((await call('fetchDirectory', {}, { sid })).code).toBe(200)
      await settled()
    }
    /** Changes the provider's data, and sends callbacks as they may arrive: a tenth is lost, a tenth comes twice, in any order. */
    async function change(changes: { id: string; make: () => void }[]) {
      const messages = changes.flatMap(each => [each, { id: each.id, make: undefined }])
      for (const { id, make: apply } of shuffled(messages, numbers)) {
        apply?.()
        if (apply) continue
        for (let times = numbers(10) === 0 ? 0 : numbers(10) === 0 ? 2 : 1; times > 0; times -= 1) {
          const { query, headers, type, body } = counterpart.tell('person', id)
          const url = `/directory-callback/${company.id}?${new URLSearchParams(query)}`
          const answer = await app.inject({
            ...{ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload: body },
          })
          expect(answer.statusCode).toBe(200)
        }
      }
      await settled()
    }

    const first = Array.from({ length: 2 * size }, (_, index) => newPerson(`p${index}`, index))
    for (const person of first) counterpart.people.set(person.id, person)
    await readAll()
    expect((await call('startDirectory', { leaving: 0 }, { sid })).data.totals.added).toBe(first.length)
    await system.change`update employee set state = 'active' where company_id = ${company.id} and state = 'invited'`
    // The managers' decisions, for everyone who exists by now.
    await system.change`
      update employee set device_limit = 7, job_number = 'M-' || phone where company_id = ${company.id} and role = 'employee'`

    const [movers, leavers] = [first.slice(0, size), first.slice(size)]
    const joiners = Array.from({ length: size }, (_, index) => newPerson(`j${index}`, index))
    await change([
      ...movers.map((person, index) => ({
        id: person.id,
        make: () =>
          void Object.assign(person, {
            department: placeOf(index + 1),
            title: '主管',
            name: `${person.name}改`,
          }),
      })),
      ...leavers.map(({ id }) => ({ id, make: () => void counterpart.people.delete(id) })),
      ...joiners.map((person, index) => ({
        id: person.id,
        make: () => void counterpart.people.set(person.id, Object.assign(person, { department: placeOf(index) })),
      })),
      {
        id: first[0]?.id ?? '',
        make() {
          counterpart.departments.delete('12')
          counterpart.departments.set(again, { name: groups['12'], parent: '' })
          for (const person of counterpart.people.values()) if (person.department === '12') person.department = again
        },
      },
    ])
    const statesOf = async (people: Listed[]) => {
      const found = await system.rows(z.object({ id: z.string(), phone: z.string(), state: z.string() }))`
        select id, phone, state from employee where company_id = ${company.id}`
      return people.map(({ phone }) => found.find(each => each.phone === phone))
    }
    // The leaving message of people who are still active was lost: no manager has anything to decide.
    const states = await statesOf(leavers)
    const enabled = leavers.filter((_, index) => index % 2 && states[index]?.state === 'disabled')
    for (const person of await statesOf(enabled))
      await call('setCompanyUser', { employee_id: person?.id ?? '', state: 'active' }, { sid })
    // The nightly run. Lost callbacks may leave a difference that is too large to be trusted: then a manager accepts it.
    await readAll()
    if ((await call('getDirectory', {}, { sid })).data.settings?.state === 'planned')
      await call('startDirectory', { leaving: leavers.length }, { sid })

    const found = await system.rows(
      z.object({
        ...{ phone: z.string(), name: z.string(), position: z.string().nullable(), state: z.string() },
        ...{ department: z.string().nullable(), device_limit: z.int(), job_number: z.string().nullable() },
      }),
    )`select phone, employee.name, position, state, department.name as department, device_limit, job_number
      from employee left join department on department.company_id = employee.company_id and department.id = department_id
      where employee.company_id = ${company.id} and role = 'employee'`
    expect(found).toHaveLength(3 * size)
    const byPhone = new Map(found.map(each => [each.phone, each]))
    for (const person of leavers)
      expect(byPhone.get(person.phone)?.state, person.name).toBe(enabled.includes(person) ? 'active' : 'disabled')
    for (const { phone, name, title, department } of [...movers, ...joiners]) {
      const place = counterpart.departments.get(department)?.name
      expect(byPhone.get(phone), name).toMatchObject({ name, position: title, department: place })
      expect(['invited', 'active']).toContain(byPhone.get(phone)?.state)
    }
    for (const { phone } of first)
      expect(byPhone.get(phone)).toMatchObject({ device_limit: 7, job_number: `M-${phone}` })
    // No difference is left.
    const { totals } = (await call('planDirectory', {}, { sid })).data
    expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(0)
    // The people come back and leave again: a manager's decision to keep them applied to the first departure only.
    for (const state of ['active', 'disabled']) {
      for (const person of enabled)
        if (state === 'active') counterpart.people.set(person.id, Object.assign(person, { department: again }))
        else counterpart.people.delete(person.id)
      await readAll()
      expect((await statesOf(enabled)).map(person => person?.state)).toEqual(enabled.map(() => state))
    }
  },
)
