import { expect, test } from 'vitest'
import { z } from 'zod'
import { storedSize } from '#server/integrations/storage/storage.ts'
import { testPortal } from '#server/testing/portal.ts'

const { app, call, make, operate, services, system } = await testPortal()
const support = await make.operator('support')
const question = { topic: 'line', subject: '东京专线打不开', text: '见附件' } as const

/** Stores a file of the account's, with content. */
async function upload(accountId: string): Promise<{ id: string; storage_key: string }> {
  const { id } = await make.storedFile({ accountId, purpose: 'ticket' })
  const file = (await stored(id)) ?? expect.unreachable()
  const content = Buffer.alloc(file.size, 'x')
  await services.storage.put(file.storage_key, content, { contentType: 'image/png', size: file.size })
  return { id, storage_key: file.storage_key }
}
const stored = (id: string) =>
  system.row(
    z.object({ storage_key: z.string(), size: z.int() }),
  )`select storage_key, size from stored_file where id = ${id}`

test('a file sent by mistake is removed with a reason, from the ticket and from storage, once', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const [mistaken, other] = [await upload(company.owner.account.id), await upload(company.owner.account.id)]
  const file_ids = [mistaken.id, other.id]
  const { ticket_id } = (await call('openTicket', { ...question, file_ids }, { sid })).data
  const another = (await call('openTicket', question, { sid })).data.ticket_id
  const seen = async () => (await call('getTicket', { ticket_id }, { sid })).data.entries
  const url = (await seen())[0]?.files.find(({ file_id }) => file_id === mistaken.id)?.url ?? ''
  expect((await app.inject({ url })).statusCode).toBe(200)

  const remove = (ticket: string) =>
    operate('removeTicketFile', { ticket_id: ticket, file_id: mistaken.id, reason: '误传身份证' }, support)
  expect((await remove(another)).code).toBe(-53021)
  const before = (await operate('getSupportTicket', { ticket_id }, support)).data
  // Guard: the row in `detachFile`, which the second deletion waits for and then finds gone.
  const answers = await Promise.all([remove(ticket_id), remove(ticket_id)])
  expect(answers.map(({ code }) => code).sort()).toEqual([-53021, 200])

  await expect.poll(() => stored(mistaken.id)).toBeUndefined()
  expect(await storedSize(services.storage, mistaken.storage_key)).toBeUndefined()
  expect((await app.inject({ url })).statusCode).toBe(404)
  expect(await storedSize(services.storage, other.storage_key)).toBeGreaterThan(0)
  expect(
    (await seen()).map(({ text, author_name, files }) => [text, author_name, files.map(each => each.file_id)]),
  ).toEqual([
    [question.text, expect.any(String), [other.id]],
    ['移除了一个附件：误传身份证', '客服', []],
  ])
  // It answers nothing: the ticket waits as before.
  const { state, due_at, updated_at } = (await operate('getSupportTicket', { ticket_id }, support)).data
  expect({ state, due_at, updated_at }).toEqual({ state: 'open', due_at: before.due_at, updated_at: before.updated_at })
  const entries = await system.rows(z.object({ before: z.unknown(), after: z.unknown() }))`
    select before, after from audit_entry where action = 'ticket.file_removed' and target = ${`ticket:${ticket_id}`}`
  expect(entries).toEqual([
    { before: { file: mistaken.id, size: expect.any(Number) }, after: { reason: '误传身份证' } },
  ])
  const log = await system.rows(z.object({ actor_name: z.string() }))`
    select actor_name from activity where company_id = ${company.id} and action = 'ticket.file_removed'`
  expect(log).toHaveLength(1)
})
