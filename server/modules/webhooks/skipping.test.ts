import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { counterpart } from '#server/testing/counterpart.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

// The first retry is late enough for a test to see what has been waiting for it.
const { call, make, system, services } = await testPortal({ WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '600000' })

/** Creates a receiver that answers 500 to events named 毒, once `answer` lets it. */
async function poisoned(answer: () => Promise<void> = async () => {}) {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const received: string[] = []
  const host = await counterpart(async request => {
    const { data } = JSON.parse(request.body.toString()) as { data: { subject: { name: string } } }
    received.push(data.subject.name)
    if (data.subject.name !== '毒') return { status: 200 }
    await answer()
    return { status: 500 }
  })
  const { data } = await call('createWebhook', { url: `http://${host}/`, events: ['department.added'] }, { sid })
  const { webhook_id } = data
  const record = (name: string) =>
    services
      .companyDatabase(company.id)
      .transaction(transaction =>
        recordActivity(transaction, company.id, [{ action: 'department.added', id: null, name }]),
      )
  const skip = async (name: string) => {
    const { list } = (await call('getWebhookMessageList', { webhook_id, state: 'pending' }, { sid })).data
    const message_id = list.find(({ subject_name }) => subject_name === name)?.message_id ?? ''
    expect((await call('skipWebhookMessage', { webhook_id, message_id }, { sid })).code).toBe(200)
  }
  const failing = async () =>
    (
      await system.row(z.object({ failing: z.boolean() }))`
        select failing_since is not null and next_attempt_at > now() as failing from webhook where id = ${webhook_id}`
    )?.failing
  return { company, sid, webhook_id, received, record, skip, failing }
}

test('an event that fails after it was skipped does not delay later ones', async () => {
  const held = Promise.withResolvers<void>()
  const { received, record, skip, failing } = await poisoned(() => held.promise)
  for (const name of ['毒', '后']) await record(name)
  await expect.poll(() => received, { timeout: 5_000 }).toEqual(['毒'])
  await skip('毒')
  held.resolve()
  await expect.poll(() => received, { timeout: 5_000 }).toEqual(['毒', '后'])
  expect(await failing()).toBe(false)
})

test('skipping a later event leaves the first one’s patience and its wait alone', async () => {
  const { received, record, skip, failing } = await poisoned()
  for (const name of ['毒', '后']) await record(name)
  await expect.poll(failing, { timeout: 5_000 }).toBe(true)
  await skip('后')
  await sleep(300)
  expect([await failing(), received]).toEqual([true, ['毒']])
  await skip('毒')
  expect(await failing()).toBe(false)
})

test('the notice about a webhook or a robot is settled when that is deleted', async () => {
  const { company, sid, webhook_id } = await poisoned()
  const { id: robot_id = '' } =
    (await system.row(z.object({ id: z.string() }))`
      insert into company_robot (company_id, provider, name, secrets_sealed, address_end, kinds)
      values (${company.id}, 'wecom', '群', '', 'test', '{orders}') returning id`) ?? {}
  for (const subject of [`webhook:${webhook_id}`, `robot:${robot_id}`])
    await notify(system, services, {
      ...{
        to: { managersOfCompany: company.id },
        kind: 'webhook_disabled',
        subject,
        title: '已停用',
        text: '',
        link: '/',
      },
    })
  const unread = async () => (await call('getNoticeList', {}, { sid })).data.list.filter(({ read }) => !read).length
  expect(await unread()).toBe(2)
  expect((await call('deleteWebhook', { webhook_id }, { sid })).code).toBe(200)
  expect((await call('removeCompanyRobot', { robot_id }, { sid })).code).toBe(200)
  expect(await unread()).toBe(0)
})

// Guard: `for key share` in functions/leave_webhook_messages.sql, which waits for the deletion. Without it the act fails with 500.
test('an act is committed while a webhook that would receive its event is being deleted', async () => {
  const { sid, webhook_id } = await poisoned()
  const hold = sql`select from webhook where id = ${webhook_id} for update`
  const remove = sql`delete from webhook where id = ${webhook_id}`
  const act = () => call('setDepartment', { name: '华南' }, { sid })
  expect((await overtakenBy(system, [hold], act, [remove])).code).toBe(200)
})
