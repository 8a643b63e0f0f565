import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { DirectoryProvider } from '#contract/directory-names.ts'
import type { SentCallback } from '#server/testing/contact-counterparts.ts'
import { contactsPortal, settings } from '#server/testing/contacts-portal.ts'
import { newPhone } from '#server/testing/identities.ts'

/** Creates a portal and companies whose directory is kept by one of the providers, with helpers for the tests. */
export async function providerCompanies() {
  const { counterparts, portal } = await contactsPortal()
  const { call, make, system, app } = portal

  async function companyOf(kind: DirectoryProvider, rules: object = {}) {
    const counterpart = counterparts[kind]
    counterpart.people.clear()
    counterpart.departments.clear()
    counterpart.state.unlisted.clear()
    counterpart.state.odd.clear()
    counterpart.departments.set('11', { name: '运营', parent: '' })
    counterpart.departments.set('12', { name: '仓库', parent: '11' })
    const company = await make.company()
    const sid = await make.session(company.owner.account)
    const directorySettings = {
      ...{ owns: ['name' as const, 'position' as const, 'department' as const] },
      ...{ leaver: 'disable' as const, successor: 'none' as const, successor_id: null, ...rules },
    }
    expect((await call('setDirectory', { source: kind, ...directorySettings }, { sid })).code).toBe(200)
    const set = (more: object = {}) =>
      call(
        'setDirectoryProvider',
        {
          ...{
            tenant: settings.tenant,
            client_id: kind === 'wecom' ? '' : settings.clientId,
            client_secret: settings.secret,
          },
          ...{ callback_token: settings.token, callback_key: settings.key, ...more },
        },
        { sid },
      )
    expect((await set()).code).toBe(200)
    const add = (id: string, department: string, name = `员工${id}`) => {
      const person = { id, name, phone: newPhone(), title: '专员', department }
      counterpart.people.set(id, person)
      return person
    }
    const shown = async () => (await call('getDirectory', {}, { sid })).data
    const fetch = async () => {
      expect((await call('fetchDirectory', {}, { sid })).code).toBe(200)
      await vi.waitFor(async () => expect((await shown()).provider?.reading).toBe(false), {
        timeout: 10_000,
        interval: 50,
      })
      return shown()
    }
    const employees = () =>
      system.rows(
        z.object({
          name: z.string(),
          state: z.string(),
          position: z.string().nullable(),
          department: z.string().nullable(),
        }),
      )`select employee.name, employee.state, position, department.name as department
        from employee left join department on department.company_id = employee.company_id and department.id = department_id
        where employee.company_id = ${company.id} and role = 'employee' order by employee.name`
    const send = ({ query, headers, type, body }: SentCallback, method: 'GET' | 'POST' = 'POST') =>
      app.inject({
        ...{ method, url: `/directory-callback/${company.id}?${new URLSearchParams({ ...query })}` },
        ...{ headers: { ...headers, 'content-type': type }, payload: body },
      })
    const notify = async (what: 'person' | 'department', id: string) => {
      expect((await send(counterpart.tell(what, id))).statusCode).toBe(200)
      await vi.waitFor(async () => expect(await hints()).toBe(0), { timeout: 10_000, interval: 20 })
    }
    const hints = async () =>
      (
        await system.row(z.object({ left: z.int() }))`
        select count(*)::integer as left from directory_hint where company_id = ${company.id}`
      )?.left
    return { company, sid, there: counterpart, set, add, fetch, shown, employees, send, notify, hints }
  }

  return { companyOf, portal }
}
