import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#contract/operations/index.ts'
import type { WriteOffCause } from '#contract/operations/sales-names.ts'
import { day, dayInChina } from '#server/core/service-time.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { paymentCommand } from './commands.ts'

const portal = await testPortal()
const { app, call, make, operate, services } = portal
const hours = await make.sku({ product: 'hours', price: 10_000 })
const [finance, second] = [await make.operator('finance'), await make.operator('finance')]

let company: TestCompany
let sid: string
let shop: Shop
beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal, { name: '海岚（上海）贸易有限公司' }))
})

async function transfer() {
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId, 'transfer')
  const { out_trade_no } = await shop.tradeNumberOf(paymentId)
  return { orderId, paymentId, code: out_trade_no }
}
const record = (parts: { remark_code: string; amount: number; reference: string }[]) =>
  operate('recordTransferParts', { parts }, finance)
const received = async (payment_id: string) =>
  (await call('getPayment', { payment_id }, { sid })).data.transfer?.received

async function confirmed(code: string, kind = 'payment', decision: 'confirm' | 'reject' = 'confirm') {
  const { list } = (await operate('getApprovalList', { state: 'waiting', page_size: 100 }, second)).data
  const approval = list.find(each => each.kind === kind && each.summary.includes(code))
  return operate('decideApproval', { approval_id: approval?.approval_id ?? '', decision, reason: '核对' }, second)
}
async function preview(rows: string[]) {
  const form = new FormData()
  form.append('file', new Blob([['日期,金额,付款户名,备注', ...rows].join('\n')]), '流水.csv')
  const response = await app.inject({
    method: 'POST',
    url: `/api/operations${operations.previewStatement.path}`,
    headers: { authorization: 'operations-web 1201', cookie: `operator=${finance.token}` },
    payload: form,
  })
  return response.json<Awaited<ReturnType<typeof operate<'previewStatement'>>>>().data.rows
}

describe('a transfer that arrives in parts', () => {
  test('is listed for its return if its order has ended and nobody confirms it', async () => {
    const { orderId, code } = await transfer()
    expect((await shop.opera(orderId, 'cancel')).code).toBe(200)
    const answer = await record([{ remark_code: code, amount: 10_000, reference: '流水1' }])
    expect(answer.data).toMatchObject({ recorded: 1, requested: 1 })
    expect((await confirmed(code, 'payment', 'reject')).code).toBe(200)
    const { list } = (await operate('getTroubleList', { page_size: 100 }, finance)).data
    expect(list).toContainEqual(expect.objectContaining({ out_trade_no: code, kind: 'mismatch', amount: 10_000 }))
  })

  test('adds up to its amount, is confirmed by a second person, and delivers the order', async () => {
    const { orderId, paymentId, code } = await transfer()
    expect((await record([{ remark_code: code, amount: 4_000, reference: '流水1' }])).data).toMatchObject({
      recorded: 1,
      requested: 0,
    })
    expect(await received(paymentId)).toBe(4_000)
    // An incomplete transfer can't be confirmed as a complete one, not even by the command line.
    expect((await operate('requestTransfer', { remark_code: code, amount: 10_000 }, finance)).code).toBe(-41003)
    const typed = { action: 'confirm', which: code, amount: '100', reason: undefined, alone: '系统故障' }
    await expect(runAs('cli:test', () => paymentCommand(work => work(services), typed))).rejects.toThrow(
      `只到账 ¥40.00`,
    )
    expect(await shop.state(orderId)).toBe('pending')
    const last = await record([{ remark_code: code, amount: 6_000, reference: '流水2' }])
    expect(last.data).toMatchObject({ recorded: 1, requested: 1 })
    expect(await shop.state(orderId)).toBe('pending')
    expect((await confirmed(code)).code).toBe(200)
    expect(await shop.state(orderId)).toBe('fulfilled')
  })

  test('counts each bank entry once, however often it is recorded, also concurrently', async () => {
    // Guard: `not exists` and the constraint one_part_a_line, under the order's lock.
    const { paymentId, code } = await transfer()
    const part = { remark_code: code, amount: 3_000, reference: '流水1' }
    await Promise.all(Array.from({ length: 5 }, () => record([part])))
    expect(await received(paymentId)).toBe(3_000)
  })

  test('never counts more than is due, also when two parts that exceed it are concurrent', async () => {
    // Guard: `received + … <= amount`.
    const { paymentId, code } = await transfer()
    const answers = await Promise.all(
      ['流水1', '流水2'].map(reference => record([{ remark_code: code, amount: 7_000, reference }])),
    )
    expect(answers.map(({ code: answer }) => answer).toSorted()).toEqual([-41003, 200])
    expect(await received(paymentId)).toBe(7_000)
  })

  test('that is refused says why, once with its code, and at which field', async () => {
    const { code } = await transfer()
    const part = { remark_code: code, amount: 4_000, reference: '流水1' }
    expect((await record([part])).code).toBe(200)
    expect(await record([part])).toMatchObject({
      code: -41003,
      data: 'reference',
      msg: `${code} 的流水“流水1”已登记过`,
    })
    const much = { ...part, amount: 7_000, reference: '流水2' }
    const why = '还差 ¥60.00，这笔 ¥70.00 多于此数，请登记金额不符'
    expect(await record([much])).toMatchObject({ code: -41003, data: 'amount', msg: `${code} ${why}` })
    const both = await record([much, { ...part, amount: 1_000, reference: '流水3' }])
    expect(both.data.refused).toEqual([{ remark_code: code, reason: why }])
    expect((await record([much, much])).msg).toBe(`没有一笔能登记：${code} ${why.replace('60', '50')}`)
  })

  test('is read from a statement, and reading it again adds nothing', async () => {
    const [one, two] = [await transfer(), await transfer()]
    const name = company.name
    const rows = [
      `2026-11-20,40.00,${name},${one.code}`,
      `2026-11-20,40.00,${name},${one.code}`,
      `2026-11-21,20.00,${name},${one.code}`,
      `2026-11-21,30.00,${name},${two.code}`,
    ]
    const first = await preview(rows)
    expect(first.map(({ verdict }) => verdict)).toEqual(['split', 'split', 'split', 'part'])
    const partsOf = (shown: typeof first) =>
      shown.flatMap(({ verdict, remark_code, amount, reference }) =>
        (verdict === 'split' || verdict === 'part') && remark_code && amount
          ? [{ remark_code, amount, reference }]
          : [],
      )
    expect((await record(partsOf(first))).data).toMatchObject({ recorded: 4, requested: 1, refused: [] })
    expect((await preview(rows)).map(({ verdict }) => verdict)).toEqual(['waiting', 'waiting', 'waiting', 'recorded'])
    const rest = await preview([...rows, `2026-11-24,70.00,${name},${two.code}`])
    expect(rest.at(-1)).toMatchObject({ verdict: 'split' })
  })

  describe('whose order is paid another way', () => {
    const trouble = async (code: string) =>
      (await operate('getTroubleList', { page_size: 100 }, finance)).data.list.find(
        ({ out_trade_no }) => out_trade_no === code,
      )
    const inPart = async (code: string, amount = 4_000) =>
      expect((await record([{ remark_code: code, amount, reference: '流水1' }])).data).toMatchObject({ recorded: 1 })
    const withBalance = (orderId: string) => shop.opera(orderId, 'pay', { gateway: 'balance' })
    const together = async (order_ids: string[]) =>
      (await call('payOrdersTogether', { order_ids }, { sid })).data.order_id

    test('is listed to be returned, from the balance, at a gateway or together with others', async () => {
      expect(await shop.correct(50_000)).toBe(200)
      const [one, two, three] = [await transfer(), await transfer(), await transfer()]
      for (const { code } of [one, two, three]) await inPart(code)
      expect((await withBalance(one.orderId)).code).toBe(200)
      const paid = await shop.payAtCashier(await shop.attempt(two.orderId))
      expect(paid && (await shop.settle(paid))).toBe('settled')
      const joint = await shop.payAtCashier(await shop.attempt(await together([three.orderId])))
      expect(joint && (await shop.settle(joint))).toBe('settled')
      for (const { code } of [one, two, three])
        expect(await trouble(code)).toMatchObject({
          kind: 'mismatch',
          amount: 4_000,
          about: expect.stringContaining('已另行付清'),
        })
    })

    test('is listed for a joint payment whose orders the balance paid', async () => {
      expect(await shop.correct(50_000)).toBe(200)
      const joint = await together([await shop.order(hours)])
      const { out_trade_no: code } = await shop.tradeNumberOf(await shop.attempt(joint, 'transfer'))
      await inPart(code)
      expect((await withBalance(joint)).code).toBe(200)
      expect(await trouble(code)).toMatchObject({ kind: 'mismatch', amount: 4_000 })
    })

    test('is listed also when the part is recorded concurrently', async () => {
      // Guard: the order's lock, which both take before they read the transfer.
      expect(await shop.correct(50_000)).toBe(200)
      for (let round = 0; round < 5; round++) {
        const { orderId, code } = await transfer()
        await Promise.all([inPart(code), withBalance(orderId)])
        expect(await shop.state(orderId)).toBe('fulfilled')
        expect(await trouble(code)).toMatchObject({ kind: 'mismatch', amount: 4_000 })
      }
    })

    test('waits no longer, and still takes money that comes late', async () => {
      expect(await shop.correct(50_000)).toBe(200)
      const { orderId, paymentId, code } = await transfer()
      expect((await withBalance(orderId)).code).toBe(200)
      expect((await call('getPayment', { payment_id: paymentId }, { sid })).data.state).toBe('closed')
      expect(await trouble(code)).toBeUndefined()
      expect((await operate('requestTransfer', { remark_code: code, amount: 10_000 }, finance)).code).toBe(200)
      expect((await confirmed(code)).code).toBe(200)
      expect(await trouble(code)).toMatchObject({ kind: 'surplus', amount: 10_000 })
    })
  })

  test('and then comes whole is returned with its part', async () => {
    const { orderId, code } = await transfer()
    await record([{ remark_code: code, amount: 2_000, reference: '流水1' }])
    // The whole is neither the missing amount nor, with the part, the amount due.
    expect((await operate('requestTransfer', { remark_code: code, amount: 10_000 }, finance)).code).toBe(-41003)
    expect((await record([{ remark_code: code, amount: 10_000, reference: '流水2' }])).code).toBe(-41003)
    const wrong = (amount: number) => operate('recordWrongTransfer', { remark_code: code, amount }, finance)
    expect(await wrong(8_000)).toMatchObject({ code: -53020, msg: expect.stringContaining('登记部分到账') })
    expect((await wrong(10_000)).code).toBe(200)
    expect((await shop.detail(orderId)).payments).toMatchObject([{ received: 2_000, arrived_amount: 12_000 }])
    expect((await operate('getTroubleList', { page_size: 100 }, finance)).data.list).toContainEqual(
      expect.objectContaining({ out_trade_no: code, kind: 'mismatch', amount: 12_000, due: 10_000 }),
    )
    expect((await operate('returnWrongPayment', { out_trade_no: code }, finance)).code).toBe(200)
    const { order_number } = await shop.detail(orderId)
    expect((await operate('getRefundList', { keyword: order_number }, finance)).data.list).toMatchObject([
      { amount: 12_000, kind: 'mismatch' },
    ])
  })

  test('is listed to be returned when its order ends', async () => {
    const { orderId, code } = await transfer()
    await record([{ remark_code: code, amount: 4_000, reference: '流水1' }])
    expect((await shop.opera(orderId, 'cancel')).code).toBe(200)
    const listed = async (at: string) =>
      (await operate('getTroubleList', { page: 1, page_size: 100 }, finance)).data.list.find(
        ({ out_trade_no }) => out_trade_no === at,
      )
    expect(await listed(code)).toMatchObject({ kind: 'mismatch', amount: 4_000, due: 10_000 })
    expect((await shop.detail(orderId)).payments).toMatchObject([{ received: 4_000, arrived_amount: 4_000 }])
    // The same holds for a part that arrives after the order has ended; the rest is not requested.
    const late = await transfer()
    expect((await shop.opera(late.orderId, 'cancel')).code).toBe(200)
    await record([{ remark_code: late.code, amount: 4_000, reference: '流水9' }])
    expect(await listed(late.code)).toMatchObject({ kind: 'mismatch', amount: 4_000, due: 10_000 })
    expect((await call('getNoticeList', {}, { sid })).data.list[0]?.text).toContain('订单已结束，这笔款项将退回')
    // The same holds for a transfer that finance gives up.
    const other = await transfer()
    await record([{ remark_code: other.code, amount: 1_500, reference: '流水1' }])
    expect((await operate('returnTransferParts', { remark_code: other.code }, finance)).code).toBe(200)
    expect(await listed(other.code)).toMatchObject({ amount: 1_500 })
    expect((await operate('returnWrongPayment', { out_trade_no: other.code }, finance)).code).toBe(200)
  })
})

describe('the write-off of a transfer that came in parts', () => {
  async function writtenOff({ code: out_trade_no }: { code: string }, cause: WriteOffCause) {
    const input = { out_trade_no, cause, reason: '财务已核对' }
    expect((await operate('settleWrongPayment', input, finance)).code).toBe(-53013)
    // The summary names the transfer by its code.
    expect((await confirmed(out_trade_no, 'write_off')).code).toBe(200)
  }
  const inPart = async (remark_code: string, amount: number, reference: string) =>
    expect((await record([{ remark_code, amount, reference }])).data).toMatchObject({ recorded: 1 })
  const listed = async (keyword: string) =>
    (await operate('getTransferList', { state: 'all', keyword }, finance)).data.list[0]
  const giveUp = async (remark_code: string) =>
    expect((await operate('returnTransferParts', { remark_code }, finance)).code).toBe(200)
  const wrong = (remark_code: string, amount: number) =>
    operate('recordWrongTransfer', { remark_code, amount }, finance)

  test('as handled elsewhere leaves none of its money here, and the whole amount is confirmed', async () => {
    const made = await transfer()
    await inPart(made.code, 4_000, '流水1')
    await giveUp(made.code)
    await writtenOff(made, 'elsewhere')
    expect(await listed(made.code)).toMatchObject({ state: 'closed', received: 0, problem: null })
    // The same row of the bank is not counted a second time.
    expect((await record([{ remark_code: made.code, amount: 4_000, reference: '流水1' }])).code).toBe(-41003)
    expect((await wrong(made.code, 10_000)).code).toBe(-53201)
    expect((await operate('requestTransfer', { remark_code: made.code, amount: 10_000 }, finance)).code).toBe(200)
    expect((await confirmed(made.code)).code).toBe(200)
    expect(await shop.state(made.orderId)).toBe('fulfilled')
  })

  test('as handled elsewhere keeps a wrong amount known, so that its row of a statement is not booked', async () => {
    const made = await transfer()
    await inPart(made.code, 1_000, '流水1')
    expect((await wrong(made.code, 5_000)).code).toBe(200)
    await writtenOff(made, 'elsewhere')
    expect(await listed(made.code)).toMatchObject({ state: 'closed', received: 0, settled: 6_000 })
    const row = (date: string, amount: string) => `${date},${amount},${company.name},${made.code}`
    const today = dayInChina(Date.now())
    const rows = [row('2026-11-20', '10.00'), row(today, '50.00'), row(today, '50.00')]
    expect((await preview(rows)).map(({ verdict }) => verdict)).toEqual(['recorded', 'recorded', 'part'])
    const later = row(dayInChina(Date.now() + day), '50.00')
    const [next] = await preview([later])
    expect(next).toMatchObject({ verdict: 'part', amount: 5_000 })
    // A second row of the same amount is stored beside the first.
    expect((await wrong(made.code, 5_000)).code).toBe(200)
    await writtenOff(made, 'elsewhere')
    expect(await listed(made.code)).toMatchObject({ settled: 11_000 })
    expect((await preview(rows)).map(({ verdict }) => verdict)).toEqual(['recorded', 'recorded', 'recorded'])
    // A later row is recorded as offered, and its order waits for the rest.
    await inPart(made.code, 5_000, next?.reference ?? '')
    expect(await listed(made.code)).toMatchObject({ state: 'unpaid', received: 5_000 })
    expect((await preview([later])).map(({ verdict }) => verdict)).toEqual(['recorded'])
  })

  test('as handled elsewhere does not count towards the missing rest of a later transfer', async () => {
    const made = await transfer()
    await inPart(made.code, 4_000, '流水1')
    expect((await shop.opera(made.orderId, 'cancel')).code).toBe(200)
    await writtenOff(made, 'elsewhere')
    await inPart(made.code, 6_000, '流水2')
    expect(await listed(made.code)).toMatchObject({ state: 'wrong', received: 6_000 })
    expect(await shop.state(made.orderId)).toBe('cancelled')
  })

  test('as a mistake brings the transfer back with its parts, for which it waits again or which are returned', async () => {
    const [made, ended] = [await transfer(), await transfer()]
    for (const { code } of [made, ended]) {
      await inPart(code, 4_000, '流水1')
      expect((await wrong(code, 5_000)).code).toBe(200)
    }
    await writtenOff(made, 'mistaken')
    expect(await listed(made.code)).toMatchObject({ state: 'unpaid', received: 4_000, problem: null })
    // A row that was typed with the bank's number is recognized in a statement as well.
    const row = `${dayInChina(Date.now())},40.00,${company.name},${made.code}`
    expect((await preview([row])).map(({ verdict }) => verdict)).toEqual(['recorded'])
    await inPart(made.code, 6_000, '流水2')
    expect((await confirmed(made.code)).code).toBe(200)
    expect(await shop.state(made.orderId)).toBe('fulfilled')
    expect((await shop.opera(ended.orderId, 'cancel')).code).toBe(200)
    await writtenOff(ended, 'mistaken')
    const waits = { state: 'wrong', received: 4_000, problem: '只到账 ¥40.00，订单已结束' }
    expect(await listed(ended.code)).toMatchObject(waits)
    const { list } = (await operate('getTroubleList', { page_size: 100 }, finance)).data
    expect(list).toContainEqual(expect.objectContaining({ out_trade_no: ended.code, kind: 'mismatch', amount: 4_000 }))
    expect((await operate('returnWrongPayment', { out_trade_no: ended.code }, finance)).code).toBe(200)
  })

  test('as a mistake leaves no transfer waiting whose order has ended and for which nothing was received', async () => {
    const made = await transfer()
    expect((await wrong(made.code, 5_000)).code).toBe(200)
    expect((await shop.opera(made.orderId, 'cancel')).code).toBe(200)
    await writtenOff(made, 'mistaken')
    expect(await listed(made.code)).toMatchObject({ state: 'closed', received: 0, problem: null })
  })
})
