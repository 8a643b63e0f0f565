import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { accountFor } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { admitToken } from '#server/modules/api-tokens/token-access.ts'
import { testPortal } from '#server/testing/portal.ts'
import { executionOf } from './actor.ts'

const { call, make, operate, services, system } = await testPortal()

test('a token acts under its own name for its company, and as its maker’s account for the back office', async () => {
  const company = await make.company()
  const { id } = company.owner.account
  const sid = await make.session(company.owner.account)
  const made = { name: '同步', scopes: ['people:change' as const], days: 5, request_key: randomUUID() }
  const { secret, token_id } = (await call('createApiToken', made, { sid })).data
  const caller = { requestId: 'r-1', ip: '203.0.113.7', userAgent: '', client: { name: 'api-token', version: '' } }
  const request = { services, system, log: services.log, setCookie: () => {} }
  const context = await admitToken(
    { ...request, caller: { ...caller, deviceCookie: undefined, onHangUp: () => () => {} } },
    secret ?? '',
    () => {},
  )
  const target = `company:${company.id}`
  await accountFor(executionOf(context, 'setCompanyInfo'), async () => {
    await recordAudit(system, { action: 'company.frozen', target })
    await recordActivity(context.company, company.id, [{ action: 'company.changed', id: company.id, name: '' }])
  })

  const entry = z.object({ actor: z.string(), ip: z.string(), request_id: z.string() })
  const audited = { actor: `account:${id}`, ip: '203.0.113.7', request_id: 'r-1' }
  expect(await system.rows(entry)`select actor, ip, request_id from audit_entry where target = ${target}`).toEqual([
    audited,
  ])
  const act = z.object({ actor_kind: z.string(), actor_id: z.string(), actor_name: z.string(), call: z.string() })
  expect(
    await system.rows(act)`
      select actor_kind, actor_id, actor_name, call from activity where action = 'company.changed' and company_id = ${company.id}`,
  ).toEqual([{ actor_kind: 'token', actor_id: token_id, actor_name: '接口令牌「同步」', call: 'setCompanyInfo' }])
  // The back office finds it by its maker.
  const { token } = await make.operator('auditor')
  const { list } = (await operate('getAuditList', { actor: `account:${id}` }, { token })).data
  expect(list.map(({ action }) => action)).toContain('company.frozen')
})
