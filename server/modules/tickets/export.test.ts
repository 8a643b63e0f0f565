import { expect, test } from 'vitest'
import { exportedSheet } from '#server/testing/exported-sheet.ts'
import { testPortal } from '#server/testing/portal.ts'

const { app, call, make } = await testPortal()

test('the tickets of one’s own company are exported by the list’s filters, and none of them as a formula', async () => {
  const [company, foreign] = [await make.company(), await make.company()]
  const [sid, other] = [await make.session(company.owner.account), await make.session(foreign.owner.account)]
  const open = (subject: string, as = sid, order_id?: string) =>
    call('openTicket', { topic: 'line', subject, text: '无法连接', file_ids: [], order_id }, { sid: as })
  const order = await make.order(company)
  const { ticket_id, number } = (await open('=HYPERLINK("http://evil.example")', sid, order.id)).data
  await open('别人的东京专线', other)
  const closed = (await open('东京专线打不开')).data.ticket_id
  expect((await call('closeTicket', { ticket_id: closed }, { sid })).code).toBe(200)
  const exported = async (filter: object) => {
    const { code, data } = await call('exportTickets', filter, { sid })
    expect(code).toBe(200)
    return { rows: data.rows, ...(await exportedSheet(app, data.url)) }
  }
  const all = await exported({})
  expect([all.rows, all.cells.length]).toEqual([2, 3])
  expect(all.reading).toMatchObject({ formulaRows: [] })
  expect((await exported({ state: 'closed' })).cells.map(row => row.slice(1, 4))).toEqual([
    ['标题', '类别', '状态'],
    ['东京专线打不开', '专线使用', '已关闭'],
  ])
  const { order_number } = (await call('getTicket', { ticket_id }, { sid })).data
  expect((await exported({ keyword: 'HYPERLINK' })).cells.at(-1)?.slice(0, 5)).toEqual([
    number,
    '=HYPERLINK("http://evil.example")',
    '专线使用',
    '待答复',
    order_number,
  ])
  expect((await exported({ keyword: '没有这样的' })).rows).toBe(0)
})
