import { randomInt } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { app, call, make, system } = portal
const finance = await make.operator('finance')
const pdf = onePage()
let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company({ name: `云岭（昆明）科技${Math.random().toString(36).slice(2, 8)}有限公司` })
  sid = await make.session(company.owner.account)
})

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
  portal.operate(name, input, { token: finance.token })
const listed = async (state?: OperationInput<'getInvoiceRequestList'>['state'], keyword = company.name) =>
  (await operate('getInvoiceRequestList', { ...(state && { state }), keyword })).data.list
const newNumber = () => Array.from({ length: 20 }, () => randomInt(10)).join('')

async function issue(invoice_id: string, invoice_number: string, content: Buffer = pdf, name = '发票.pdf') {
  const form = new FormData()
  form.append('invoice_id', invoice_id)
  form.append('invoice_number', invoice_number)
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const response = await app.inject({
    method: 'POST',
    url: `/api/operations${operations.issueInvoiceRequest.path}`,
    headers: { authorization: 'operations-web 1201', cookie: `operator=${finance.token}` },
    payload: form,
  })
  return response.json<{ code: number; msg: string }>()
}
const audited = (id: string) =>
  system.rows(z.object({ action: z.string(), actor: z.string() }))`
  select action, actor from audit_entry where target = ${`invoice:${id}`} order by id`
const shown = async (id: string) =>
  (await call('getInvoiceList', {}, { sid })).data.list.find(({ invoice_id }) => invoice_id === id)

test('issued invoices are found by title, company and numbers, each once, of a title the newest 200', async () => {
  const [mark, code] = [company.name.slice(8, 14), newNumber()]
  const { id } = await make.invoice(company, { title: `${mark}的抬头` })
  const other = await make.company()
  await system.change`
    insert into invoice (company_id, state, amount, kind, title, tax_number, address, phone, bank, bank_account, email, asked_by,
      invoice_number, asked_at, decided_at)
    select ${other.id}, 'issued', 100, kind, ${mark} || '批' || n, tax_number, address, phone, bank, bank_account, email, asked_by,
      ${code} || n, now() + make_interval(secs => n), now()
    from invoice, generate_series(1, 210) n where id = ${id}`
  await system.change`update invoice set state = 'issued', invoice_number = ${code}, decided_at = now() where id = ${id}`
  const found = async (keyword: string, state: 'issued' | 'all' = 'issued') =>
    (await operate('getInvoiceRequestList', { state, keyword })).data
  expect(await found(company.name)).toMatchObject({ list: [{ invoice_id: id }], total: 1, more: false })
  expect(await found(code, 'all')).toMatchObject({ list: [{ invoice_id: id }], total: 1, more: false })
  expect(await found(other.name, 'all')).toMatchObject({ total: 210, more: false })
  expect(await found(`${mark}批`)).toMatchObject({ total: 200, more: true, list: expect.any(Array) })
  expect((await found(`${mark}批`)).list[0]?.title).toBe(`${mark}批210`)
  // The company has the mark in its own name, too.
  expect(await found(mark)).toMatchObject({ total: 201, more: true })
})

test('the invoices of an order are found by its number, in every state', async () => {
  const { id } = await make.invoice(company)
  await make.invoice(company)
  const order_number = `2026${String(randomInt(1e14)).padStart(14, '0')}`
  await system.change`update shop_order set number = ${order_number} where invoice_id = ${id}`
  const expectFound = async (...states: NonNullable<Parameters<typeof listed>[0]>[]) => {
    for (const state of states)
      expect((await listed(state, order_number)).map(({ invoice_id }) => invoice_id)).toEqual([id])
  }
  await expectFound('open', 'asked', 'all')
  await issue(id, newNumber())
  await system.change`
    update shop_order set state = 'refunded', ended_at = now(), returned_amount = payable, refunded_amount = payable
    where number = ${order_number}`
  await expectFound('open', 'to_reverse', 'issued')
  expect(await listed('to_reverse', `2025${order_number.slice(4)}`)).toEqual([])
})

test('a requested invoice is listed with its title, issued with number and file, and downloaded by its company', async () => {
  const { id } = await make.invoice(company, { title: '云岭抬头' })
  expect(await listed()).toMatchObject([
    {
      invoice_id: id,
      state: 'asked',
      title: '云岭抬头',
      tax_number: company.creditCode,
      email: 'caiwu@example.com',
      amount: 5800,
      orders: [{ amount: 5800, state: 'fulfilled' }],
      changed: [],
      to_reverse: false,
    },
  ])
  expect((await listed('asked', '云岭抬')).map(({ invoice_id }) => invoice_id)).toContain(id)
  const number = newNumber()
  expect((await issue(id, '123')).code).toBe(-41003)
  // The error names the form field that it is about.
  expect(await issue(id, number, Buffer.from('89504e470d0a1a0a', 'hex'))).toMatchObject({
    code: -41003,
    msg: '发票文件须为 PDF',
    data: 'file',
  })
  expect(await issue(id, number)).toMatchObject({ code: 200 })
  expect((await issue(id, newNumber())).msg).toContain('已处理')
  expect(await shown(id)).toMatchObject({ state: 'issued', invoice_number: number, file_url: expect.any(String) })
  expect(await listed()).toEqual([])
  expect((await listed('issued', number))[0]).toMatchObject({ invoice_id: id, file_url: expect.any(String) })
  expect(await audited(id)).toMatchObject([{ action: 'invoice.issued', actor: `operator:${finance.id}` }])

  const other = await make.invoice(company)
  expect((await issue(other.id, number)).msg).toContain('已登记过')
})

test('a rejection gives its reason; a refunded order’s invoice cannot be issued, or waits to be reversed', async () => {
  const rejected = await make.invoice(company)
  expect((await operate('rejectInvoiceRequest', { invoice_id: rejected.id, reason: '税号有误' })).code).toBe(200)
  expect(await shown(rejected.id)).toMatchObject({ state: 'rejected', reason: '税号有误' })
  expect(await audited(rejected.id)).toMatchObject([{ action: 'invoice.rejected' }])

  const [before, after] = [await make.invoice(company), await make.invoice(company)]
  await issue(after.id, newNumber())
  await system.change`
    update shop_order set state = 'refunded', returned_amount = payable, refunded_amount = payable
    where invoice_id in (${before.id}, ${after.id})`
  expect((await issue(before.id, newNumber())).msg).toContain('请驳回')
  const open = await listed('open')
  expect(open.map(({ invoice_id, to_reverse }) => [invoice_id, to_reverse])).toEqual([
    [before.id, false],
    [after.id, true],
  ])
  expect(open.every(({ changed }) => changed.length === 1)).toBe(true)
  expect((await listed('to_reverse')).map(({ invoice_id }) => invoice_id)).toEqual([after.id])
  const waiting = async () => (await operate('getSelf', {})).data.waiting.invoices ?? 0
  const queued = await waiting()
  const reverse = async () =>
    operateFile(portal, 'reverseIssuedInvoice', {
      fields: {
        invoice_id: after.id,
        invoice_number: newNumber(),
        scope: 'refunded',
        amount: String((await shown(after.id))?.amount),
        reason: '订单已退款',
      },
      ...{ content: pdf, fileName: '红字.pdf', token: finance.token },
    })
  expect((await reverse()).code).toBe(200)
  expect((await reverse()).code).toBe(-53020)
  expect(await listed('to_reverse')).toEqual([])
  expect((await audited(after.id)).map(({ action }) => action)).toEqual(['invoice.issued', 'invoice.reversed'])
  expect(await waiting()).toBe(queued - 1)
})
