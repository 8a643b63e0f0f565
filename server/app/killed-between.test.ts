import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'

/*
 * A process killed between the transaction of an `outside` request and its answer leaves a change whose answer nobody received. The
 * tests simulate this by storing an answer only in a transaction that has changed an order, an invoice or a file: answers that
 * `settle` stores in the change's own transaction survive, and the repetition gets them.
 */
const portal = await testPortal()
const { call, make, operate, system } = portal
const { company, sid, shop } = await openShop(portal, { managers: 1 })
const { token } = await make.operator('finance')
const hours = await make.sku({ product: 'hours', price: 1000 })
const goods = { id: hours.id, packageIds: [hours.packageId] }
const title = { kind: 'normal' as const, title: company.name, tax_number: company.creditCode, email: 'a@example.com' }
const title_id = (await call('setInvoiceTitle', title, { sid })).data.title_id
let invoiceNumber = 24_350_000_000_000_000_000n

async function killedBetween<Result>(work: () => Promise<Result>): Promise<Result> {
  await system.change`
    create or replace function killed() returns trigger language plpgsql as $$
    begin
      if new.answer is not null and not exists (
        select from pg_locks where pid = pg_backend_pid() and mode = 'RowExclusiveLock'
          and relation in ('shop_order'::regclass, 'invoice'::regclass, 'stored_file'::regclass)) then
        raise exception 'killed';
      end if;
      return new;
    end $$`
  await system.change`
    create trigger killed before update on idempotency_key for each row execute function killed()`
  try {
    return await work()
  } finally {
    await system.change`drop trigger killed on idempotency_key`
  }
}

/** Sends a request that dies, and then again, and returns both answers. */
async function twice(send: (key: string) => Promise<{ status: number; code: number; data: unknown }>) {
  const key = randomUUID()
  const [first, second] = await killedBetween(async () => [await send(key), await send(key)] as const)
  return { first: first.status, second: [second.code, second.data] }
}

const opera = (order_id: string, opera: InputOf<'orderOpera'>['opera'], more: Partial<InputOf<'orderOpera'>> = {}) =>
  twice(key => call('orderOpera', { order_id, opera, ...more }, { sid, headers: { 'idempotency-key': key } }))

const invoiced = async () => {
  const { data } = await call('requestInvoice', { order_ids: [await shop.bought(goods)], title_id }, { sid })
  return data.invoice_id
}
const nextNumber = () => String(++invoiceNumber)
const file = () => ({ token, content: onePage(), fileName: 'a.pdf' })

test.each<[string, () => Promise<{ answers: Awaited<ReturnType<typeof twice>>; answer: unknown }>]>([
  [
    'cancelling an order',
    async () => {
      const order_id = await shop.order(goods)
      await shop.attempt(order_id)
      return { answers: await opera(order_id, 'cancel'), answer: { order_id, state: 'cancelled', payment_id: null } }
    },
  ],
  [
    'deleting an order',
    async () => {
      const order_id = await shop.order(goods)
      await shop.opera(order_id, 'cancel')
      return { answers: await opera(order_id, 'delete'), answer: { order_id, state: 'cancelled', payment_id: null } }
    },
  ],
  [
    'requesting a refund',
    async () => {
      const order_id = await shop.bought(goods)
      const answers = await opera(order_id, 'refund', { reason: '买错了' })
      return { answers, answer: { order_id, state: 'refunding', payment_id: null } }
    },
  ],
  [
    'paying from the balance',
    async () => {
      const order_id = await shop.order(goods)
      await shop.correct(1_000_000)
      const answers = await opera(order_id, 'pay', { gateway: 'balance' })
      return { answers, answer: { order_id, state: 'fulfilled', payment_id: expect.any(String) } }
    },
  ],
  [
    'closing an order in the back office',
    async () => {
      const { order_number } = await shop.detail(await shop.order(goods))
      const answers = await twice(key =>
        operate(
          'closeSalesOrder',
          { order_number, reason: '客户来电' },
          { token, headers: { 'idempotency-key': key } },
        ),
      )
      return { answers, answer: {} }
    },
  ],
  [
    'issuing an invoice',
    async () => {
      const fields = { invoice_id: await invoiced(), invoice_number: nextNumber() }
      const answers = await twice(key => operateFile(portal, 'issueInvoiceRequest', { ...file(), fields, key }))
      return { answers, answer: {} }
    },
  ],
  [
    'reversing an invoice',
    async () => {
      const order_id = await shop.bought(goods)
      const { data } = await call('requestInvoice', { order_ids: [order_id], title_id }, { sid })
      const issued = { invoice_id: data.invoice_id, invoice_number: nextNumber() }
      await operateFile(portal, 'issueInvoiceRequest', { ...file(), fields: issued })
      const fields = { ...issued, invoice_number: nextNumber(), scope: 'whole', amount: '1000', reason: '开错了' }
      const answers = await twice(key => operateFile(portal, 'reverseIssuedInvoice', { ...file(), fields, key }))
      return { answers, answer: {} }
    },
  ],
])('%s is answered alike when the process was killed after it', async (_name, act) => {
  const { answers, answer } = await act()
  expect(answers).toEqual({ first: 500, second: [200, answer] })
})

test('a file is stored and answered in one transaction, and a repetition gets the same one', async () => {
  const support = await make.operator('support')
  const key = randomUUID()
  const upload = () => operateFile(portal, 'uploadTicketFile', { ...file(), token: support.token, key })
  const [first, second] = await killedBetween(async () => [await upload(), await upload()] as const)
  expect([first.code, second.code, second.data]).toEqual([200, 200, first.data])
})
