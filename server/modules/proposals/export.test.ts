import { expect, test } from 'vitest'
import { exportedSheet } from '#server/testing/exported-sheet.ts'
import { testPortal } from '#server/testing/portal.ts'

const { app, call, make, operate } = await testPortal()

test('the proposals that one’s own company was sent are exported by the list’s filter, and none of them as a formula', async () => {
  const [company, foreign] = [await make.company(), await make.company()]
  const sid = await make.session(company.owner.account)
  const finance = await make.operator('finance')
  const hours = await make.sku({ product: 'hours' })
  const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 10 }]
  const save = async (company_id: string, note = '') => {
    const draft = { company_id, kind: 'purchase', items, valid_days: 7, note } as const
    return (await operate('saveProposal', draft, finance)).data?.proposal_id ?? ''
  }
  const send = async (proposal_id: string) => {
    const { revision, payable, number } = (await operate('getSalesProposal', { proposal_id }, finance)).data
    expect((await operate('sendProposal', { proposal_id, revision, payable }, finance)).code).toBe(200)
    return number
  }
  const number = await send(await save(company.id, '=HYPERLINK("http://evil.example")'))
  const declined = await save(company.id)
  const declinedNumber = await send(declined)
  expect((await call('declineProposal', { proposal_id: declined, reason: '贵了一些' }, { sid })).code).toBe(200)
  await save(company.id, '还是草稿')
  await send(await save(foreign.id))
  const exported = async (filter: object) => {
    const { code, data } = await call('exportProposals', filter, { sid })
    expect(code).toBe(200)
    return { rows: data.rows, ...(await exportedSheet(app, data.url)) }
  }
  const all = await exported({})
  expect([all.rows, all.cells.length]).toEqual([2, 3])
  expect(all.reading).toMatchObject({ formulaRows: [] })
  const [titles, row] = (await exported({ state: 'declined' })).cells
  expect(titles?.slice(0, 4)).toEqual(['报价单号', '内容', '类型', '状态'])
  expect([row?.[0], row?.[3], row?.at(-1)]).toEqual([declinedNumber, '已拒绝', '贵了一些'])
  const sent = (await exported({ state: 'sent' })).cells.at(-1)
  expect([sent?.[0], sent?.[2], sent?.[8], sent?.[12]]).toEqual([
    number,
    '新购员工时长',
    '580',
    '=HYPERLINK("http://evil.example")',
  ])
})

test('an employee exports the proposals with the duty of finance alone', async () => {
  const company = await make.company({ managers: 1 })
  const owner = await make.session(company.owner.account)
  const person = await make.employee(company.id)
  const sid = await make.session(person.account)
  for (const [duty, code] of [
    ['reader', -41024],
    ['finance', 200],
  ] as const) {
    expect((await call('setDuty', { employee_id: person.id, duty }, { sid: owner })).code).toBe(200)
    expect((await call('exportProposals', {}, { sid })).code).toBe(code)
  }
})
