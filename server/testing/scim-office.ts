import { expect } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { newPhone } from './identities.ts'
import type { testPortal } from './portal.ts'

const rules: InputOf<'setDirectory'> = {
  source: 'scim',
  owns: ['name', 'job_number', 'position', 'department'],
  leaver: 'disable',
  successor: 'none',
  successor_id: null,
}
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export interface Group {
  id: string
  displayName: string
  members: { value: string }[]
}

/** Creates companies whose people a directory reports by SCIM. */
export const scimOffice =
  ({ app, call, make, system }: Awaited<ReturnType<typeof testPortal>>) =>
  async (more: Partial<InputOf<'setDirectory'>> = {}) => {
    const company = await make.company({ managers: 1 })
    const sid = await make.session((company.managers[0] ?? company.owner).account)
    const { secret } = await make.apiToken(company)
    expect((await call('setDirectory', { ...rules, ...more }, { sid })).code).toBe(200)
    async function scim<Body = Record<string, unknown>>(
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: unknown,
      token = secret,
    ) {
      const response = await app.inject({
        method,
        url: `/scim/v2${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      return { status: response.statusCode, body: (response.body ? response.json() : undefined) as Body }
    }
    const plan = async () => (await call('planDirectory', {}, { sid })).data
    /** Accepts the plan as shown. */
    const start = async () => {
      const { disabled, removed } = (await plan()).totals
      return (await call('startDirectory', { leaving: disabled + removed }, { sid })).data
    }
    const person = (values: object = {}) => ({
      userName: `${newPhone()}@example.com`,
      displayName: '陈雨桐',
      phoneNumbers: [{ type: 'mobile', value: newPhone() }],
      ...values,
    })
    const create = async (values: object = {}) => (await scim<{ id: string }>('POST', '/Users', person(values))).body.id
    const patch = (id: string, ...Operations: object[]) =>
      scim('PATCH', `/Users/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
    const people = async () => (await call('getCompanyUserList', { page_size: 100 }, { sid })).data.list
    const named = async (name: string) => (await people()).find(each => each.name === name)
    /** The person agrees, as in their own session. */
    const join = (employeeId: string) => system.change`update employee set state = 'active' where id = ${employeeId}`
    return { company, sid, secret, scim, plan, start, person, create, patch, people, named, join }
  }
