import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, operate, system } = await testPortal()

test('requests, proposals and answered tickets that wait for a manager are tasks, as many as their lists show', async () => {
  const [support, finance] = [await make.operator('support'), await make.operator('finance')]
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const person = await make.employee(company.id)
  const own = await make.session(person.account)
  const todo = async () => {
    const { data } = await call('getCompanyData', {}, { sid })
    return data.todo.filter(({ kind }) => ['request_open', 'proposal_open', 'ticket_answered'].includes(kind))
  }
  expect(await todo()).toEqual([])

  expect((await call('requestAccess', { kind: 'line', note: '看乐天' }, { sid: own })).code).toBe(200)
  const lapsed = (await call('requestAccess', { kind: 'line', note: '以前的' }, { sid: own })).data.request_id
  await system.change`update access_request set expires_at = now() - interval '1 minute' where id = ${lapsed}`

  const hours = await make.sku({ product: 'hours' })
  const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 1 }]
  const draft = { company_id: company.id, kind: 'purchase', items, valid_days: 7, note: '' } as const
  const send = async () => {
    const { proposal_id } = (await operate('saveProposal', draft, finance)).data
    const { revision, payable } = (await operate('getSalesProposal', { proposal_id }, finance)).data
    expect((await operate('sendProposal', { proposal_id, revision, payable }, finance)).code).toBe(200)
    return proposal_id
  }
  await send()
  expect((await call('declineProposal', { proposal_id: await send(), reason: '太贵' }, { sid })).code).toBe(200)

  const ticket = { topic: 'line', subject: '连不上', text: '今天早上开始' } as const
  const [answered] = [await call('openTicket', ticket, { sid }), await call('openTicket', ticket, { sid })]
  const { ticket_id, updated_at } = (await operate('getSupportTicket', { ticket_id: answered.data.ticket_id }, support))
    .data
  await operate('answerTicket', { ticket_id, updated_at, text: '请重启客户端', close: false }, support)

  expect(await todo()).toMatchObject([
    { kind: 'proposal_open', count: 1, link: '/control/orderrecord?tab=proposals&state=sent' },
    { kind: 'request_open', count: 1, link: '/control/requests' },
    { kind: 'ticket_answered', count: 1, link: '/control/tickets?state=answered' },
  ])
  const lists = [
    await call('getProposalList', { state: 'sent' }, { sid }),
    await call('getRequestList', { state: 'open' }, { sid }),
    await call('getTicketList', { state: 'answered' }, { sid }),
  ]
  expect(lists.map(({ data }) => data.total)).toEqual([1, 1, 1])
})

test('a new company is led from its first line to its first device', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const steps = async () =>
    (await call('getCompanyData', {}, { sid })).data.todo
      .filter(({ kind }) => ['line_none', 'line_unbound', 'line_unshared', 'device_none'].includes(kind))
      .map(({ kind, count, link }) => [kind, count, link])
  expect(await steps()).toEqual([['line_none', 1, '/control/buyvirtual']])
  const line = await make.line(company)
  expect(await steps()).toEqual([['line_unbound', 1, '/control/manageline?state=unbound']])
  await system.change`update line set state = 'released' where id = ${line.id}`
  const { id } = await make.line(company, { bound: true, endsAt: new Date(Date.now() + 30 * 86_400_000) })
  const unshared = ['line_unshared', 1, '/control/authoritymanagement']
  expect(await steps()).toEqual([unshared])
  // A group that nobody is in shares nothing.
  const group = await make.lineGroup(company.id, { lines: [id] })
  expect(await steps()).toEqual([unshared])
  await system.change`
    insert into line_group_employee (company_id, group_id, employee_id)
    values (${company.id}, ${group.id}, ${company.owner.id})`
  expect(await steps()).toEqual([['device_none', 1, '/control/deviceManage']])
  await make.device({ companyId: company.id, employeeId: company.owner.id })
  expect(await steps()).toEqual([])
})
