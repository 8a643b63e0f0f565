import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, operate, system } = await testPortal()
const support = await make.operator('support')
const finance = await make.operator('finance')

/** Opens a ticket; `read` names it with its last change, as a page that has just been read does. */
async function opened() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const question = { topic: 'line', subject: '东京专线打不开', text: '无法连接' } as const
  const { ticket_id } = (await call('openTicket', question, { sid })).data
  const shown = async () => (await operate('getSupportTicket', { ticket_id }, support)).data
  const read = async () => ({ ticket_id, updated_at: (await shown()).updated_at })
  const reply = (text: string) => call('replyTicket', { ticket_id, text }, { sid })
  return { ticket_id, shown, read, reply }
}

// Guard: the last change in `answered` and `close`; without it nobody would read what the company wrote meanwhile.
test.each([
  ['answerTicket', { text: '已恢复', close: true }],
  ['closeSupportTicket', { note: '客户未再回复' }],
] as const)('%s passes over no message that came after the page was read', async (act, written) => {
  const { ticket_id, shown, read, reply } = await opened()
  const before = await read()
  const send = (at: typeof before) => operate<typeof act>(act, { ...at, ...written }, support)
  await reply('又断了，请看')
  expect(await send(before)).toMatchObject({ code: -57006, msg: '工单有了新的往来或改动，请看过后再提交' })
  expect(await shown()).toMatchObject({ state: 'open', due_at: expect.any(String) })
  const meanwhile = await read()
  const changed = [sql`update ticket set updated_at = now() where id = ${ticket_id}`]
  expect((await overtakenBy(system, changed, () => send(meanwhile))).code).toBe(-57006)
  expect((await send(await read())).code).toBe(200)
  expect((await shown()).state).toBe('closed')
})

test('of two operators who answer one ticket at the same time the second reads the first answer', async () => {
  const { shown, read } = await opened()
  const at = await read()
  const answers = await Promise.all(
    [support, finance].map(each => operate('answerTicket', { ...at, text: '已恢复' }, each)),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([-57006, 200])
  expect((await shown()).entries.filter(({ side }) => side === 'provider')).toHaveLength(1)
})
