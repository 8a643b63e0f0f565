import { describe, expect, test } from 'vitest'
import { operations } from '#contract/operations/index.ts'
import { day, dayInChina } from '#server/core/service-time.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'
import { codesIn, readStatement } from './statement.ts'

const portal = await testPortal()
const { app, make } = portal
const [finance, other] = [await make.operator('finance'), await make.operator('finance')]

async function preview(content: string | Buffer, token = finance.token) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), '流水.csv')
  const response = await app.inject({
    method: 'POST',
    url: `/api/operations${operations.previewStatement.path}`,
    headers: { authorization: 'operations-web 1201', cookie: `operator=${token}` },
    payload: form,
  })
  type Answer = Awaited<ReturnType<typeof portal.operate<'previewStatement'>>>
  return response.json<Pick<Answer, 'code' | 'msg' | 'data'>>()
}

const head = '日期,金额,付款户名,备注'
const hours = await make.sku({ product: 'hours', price: 5800 })
const { company, shop } = await openShop(portal, { name: '海岚（上海）贸易有限公司' })
async function transferOf(quantity: number) {
  const orderId = await shop.order(hours, quantity)
  const { out_trade_no } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
  return { orderId, code: out_trade_no }
}
const transfer = () => transferOf(1)

describe('the statement reader', () => {
  const gbk = Buffer.from(
    'c8d5c6da2cbdf0b6ee2cb8b6bfeebba7c3fb2cb1b8d7a20a323032362d31312d32302c35382e30302ccbb3b7e12c3132333435363734',
    'hex',
  )
  test.each([
    [
      'as written by hand',
      `${head}\n2026-11-20,58.00,海岚,12345674`,
      { amount: 5800, payer: '海岚', remark: '12345674' },
    ],
    ['with a mark and Windows lines', `\uFEFF${head}\r\n2026-11-20,"1,058.00",海岚,12345674\r\n`, { amount: 105_800 }],
    [
      'as a bank has it: lines above, other heads, another order',
      `账号：4000\n\n交易时间,对方户名,贷方金额(元),附言\n2026-11-20 09:30,海岚,¥58,货款 1234 5674`,
      { line: 4, amount: 5800, remark: '货款 1234 5674', payer: '海岚' },
    ],
    [
      'with the code in another column than the first that could have it',
      `交易日,交易时间,贷方金额,收(付)方名称,备注,摘要,用途\n20261120,09:30:00,58.00,海岚,,转账 1234,5674 货款 12345674`,
      { date: '2026-11-20 09:30', payer: '海岚', remark: '转账 1234；5674 货款 12345674' },
    ],
    [
      'what went out where one column has both ways',
      `交易时间,借贷标志,交易金额,对方户名,摘要\n20261120,借,¥58.00,海岚,退回 12345674`,
      { amount: null, amount_text: '-¥58.00', remark: '退回 12345674' },
    ],
    [
      'what came in where one column has both ways',
      `交易时间,借/贷,交易金额,对方户名,摘要\n20261120,贷,58.00,海岚,12345674`,
      { amount: 5800, amount_text: '58.00' },
    ],
    [
      'what moved in a way that no one knows',
      `交易日,交易时间,收付标志,交易金额(元)(含费),对方户名,摘要\n20261120,2026-11-20 09:30,调账,58.00,海岚,12345674`,
      { date: '2026-11-20 09:30', amount: null, amount_text: '调账 58.00' },
    ],
    [
      'figures kept as text',
      `${head}\n="2026-11-20",="58.00",海岚,="12345674"\t`,
      { amount: 5800, remark: '12345674' },
    ],
    [
      'a formula is text',
      `${head}\n2026-11-20,=58+1,"=HYPERLINK(""http://x"")",@SUM(A1)`,
      {
        amount: null,
        amount_text: '=58+1',
        payer: '=HYPERLINK("http://x")',
        remark: '@SUM(A1)',
      },
    ],
    [
      'quoted commas and lines',
      `${head}\n2026-11-20,58,"海岚,
（上海）",12345674`,
      { line: 2, payer: '海岚,\n(上海)', remark: '12345674' },
    ],
    [
      'headings with blanks, line breaks and translations in brackets',
      `交易 日期[ Transaction Date ],贷 方 金 额（元）,"对方\n户名",交易附言[ Remark ]\n20261120,58,海岚,12345674`,
      { line: 3, date: '2026-11-20', amount: 5800, payer: '海岚', remark: '12345674' },
    ],
    [
      'columns separated by tabs',
      `交易时间\t收入金额\t对方户名\t交易用途\n2026-11-20 09:30\t1,058.00\t海岚\t12345674`,
      { date: '2026-11-20 09:30', amount: 105_800, payer: '海岚', remark: '12345674' },
    ],
    ['a row that is too short', `${head}\n2026-11-20,58`, { payer: '', remark: '' }],
    ['as Chinese Windows writes', gbk, { amount: 5800, payer: '顺丰', remark: '12345674' }],
  ])('reads %s', async (_name, content, row) => {
    expect(await readStatement('operator', Buffer.from(content))).toMatchObject([row])
  })

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  test.each([
    ['a picture by another name', png, -53202],
    ['a workbook by another name', Buffer.from('504b030414000600080000002100', 'hex'), -53202],
    ['wrong columns', 'region,access_way\n1,2', -53203],
    ['a column missing', '日期,金额,备注\n2026-11-20,58,12345674', -53203],
    ['nothing but the head', head, -53203],
    ['nothing', '', -53203],
    ['too many rows', `${head}${'\n2026-11-20,58,海岚,1'.repeat(5001)}`, -53203],
  ])('refuses %s', async (_name, content, code) => {
    expect((await preview(content)).code).toBe(code)
  })

  test.each([
    ['12345674', ['12345674']],
    ['备注1234 5674谢谢', ['12345674']],
    ['1234-5674', ['12345674']],
    ['20261120 12345674', ['20261120', '12345674']],
    ['123456789', []],
    ['１２３４５６７４'.normalize('NFKC'), ['12345674']],
    ['', []],
  ])('finds codes in %j', (remark, codes) => {
    expect(codesIn(remark)).toEqual(codes)
  })
})

describe('matching a statement', () => {
  test('code, amount and payer must match; unclear rows are left for a person', async () => {
    const [good, amount, payer, twice, waiting, done] = await Promise.all([1, 2, 3, 4, 5, 6].map(transfer))
    if (!good || !amount || !payer || !twice || !waiting || !done) return expect.unreachable()
    const token = finance.token
    const second = await make.operator('finance')
    await portal.operate('requestTransfer', { remark_code: waiting.code, amount: 5800 }, { token })
    await portal.operate('requestTransfer', { remark_code: done.code, amount: 5800 }, { token })
    const { data: requests } = await portal.operate('getApprovalList', { state: 'waiting' }, { token })
    const approval = requests.list.find(({ summary }) => summary.includes(done.code))
    await portal.operate(
      'decideApproval',
      { approval_id: approval?.approval_id ?? '', decision: 'confirm' },
      { token: second.token },
    )
    const name = company.name
    const rows = [
      [`2026-11-20,58.00,海岚(上海) 贸易有限公司,${good.code}`, 'match'],
      [`2026-11-20,59.00,${name},${amount.code}`, 'amount'],
      [`2026-11-20,58.00,别家有限公司,${payer.code}`, 'payer'],
      [`2026-11-20,58.00,${name},${twice.code}`, 'repeated'],
      [`2026-11-21,58.00,${name},${twice.code}`, 'repeated'],
      [`2026-11-20,58.00,${name},${waiting.code}`, 'waiting'],
      [`2026-11-20,58.00,${name},${done.code}`, 'done'],
      [`2026-11-20,58.00,${name},没有写备注码`, 'none'],
      [`2026-11-20,-58.00,${name},${good.code}`, 'outgoing'],
      [`2026-11-20,,${name},${good.code}`, 'outgoing'],
      [`2026-11-20,五十八,${name},${good.code}`, 'invalid'],
    ]
    const { code, data } = await preview([head, ...rows.map(([row]) => row)].join('\n'))
    expect(code).toBe(200)
    expect(data.rows.map(({ verdict }) => verdict)).toEqual(rows.map(([, verdict]) => verdict))
    expect(data.rows[1]).toMatchObject({ due: 5800, amount: 5900, company_name: name, remark_code: amount.code })
  })

  test('rows without a code get the oldest open transfer of their payer and amount, each its own', async () => {
    const { company: buyer, shop: theirs } = await openShop(portal, { name: '云帆（深圳）供应链有限公司' })
    const codeOf = async () =>
      (await theirs.tradeNumberOf(await theirs.attempt(await theirs.order(hours), 'transfer'))).out_trade_no
    const [named, first, second, partly] = [await codeOf(), await codeOf(), await codeOf(), await codeOf()]
    const part = { remark_code: partly, amount: 2000, reference: '2026-11-19 ¥20.00 #1' }
    const recorded = await portal.operate('recordTransferParts', { parts: [part] }, { token: finance.token })
    expect(recorded.code).toBe(200)
    const rows = [
      [`2026-11-20,58.00,云帆(深圳)供应链有限公司,货款`, 'uncoded', first],
      [`2026-11-20,58.00,${buyer.name},11112222`, 'uncoded', second],
      [`2026-11-21,58.00,${buyer.name},`, 'none', null],
      [`2026-11-21,57.00,${buyer.name},`, 'none', null],
      [`2026-11-21,58.00,云帆深圳供应链有限公司,`, 'none', null],
      [`2026-11-20,58.00,${buyer.name},${named}`, 'match', named],
    ]
    const { data } = await preview([head, ...rows.map(([row]) => row)].join('\n'))
    expect(data.rows.map(({ verdict, remark_code }) => [verdict, remark_code])).toEqual(
      rows.map(([, ...expected]) => expected),
    )
  })

  test('1,000 rows yield one request per match and report what changed meanwhile', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, transfer))
    const noise = Array.from({ length: 988 }, (_, index) => `2026-11-20,${index + 1}.00,路人${index},货款${index}`)
    const matching = made.map(({ code }) => `2026-11-20,58.00,${company.name},${code}`)
    const { data } = await preview([head, ...noise, ...matching].join('\n'))
    expect(data.rows).toHaveLength(1000)
    const matches = data.rows.flatMap(({ verdict, remark_code, amount, reference }) =>
      verdict === 'match' && remark_code && amount ? [{ remark_code, amount, reference }] : [],
    )
    expect(matches.map(({ remark_code }) => remark_code).toSorted()).toEqual(made.map(({ code }) => code).toSorted())
    const [first] = made
    const { token } = finance
    await portal.operate('rejectTransferVoucher', { remark_code: first?.code ?? '', reason: '查无此款' }, { token })
    await portal.operate('recordWrongTransfer', { remark_code: first?.code ?? '', amount: 100 }, { token })
    const answer = await portal.operate('requestStatement', { matches }, { token })
    expect(answer).toMatchObject({ code: 200, data: { requested: 11, refused: [{ remark_code: first?.code }] } })
    expect(answer.data.refused[0]?.reason).toContain('金额不符')
    const again = await portal.operate('requestStatement', { matches }, { token })
    expect([again.code, again.msg]).toEqual([-53020, expect.stringContaining('没有一笔能提交')])
  })
})

describe('a row of a transfer that has ended', () => {
  const by = (name: Parameters<typeof portal.operate>[0], input: object) =>
    portal.operate(name, input as never, { token: finance.token })
  async function waitingFor(text: string) {
    const { list } = (await portal.operate('getApprovalList', { state: 'waiting', page_size: 100 }, other)).data
    return list.find(({ summary }) => summary.includes(text))?.approval_id ?? ''
  }
  async function confirm(text: string) {
    const approval_id = await waitingFor(text)
    expect((await portal.operate('decideApproval', { approval_id, decision: 'confirm' }, other)).code).toBe(200)
  }
  const [today, tomorrow] = [dayInChina(Date.now()), dayInChina(Date.now() + day)]
  const row = (date: string, amount: string, code: string) => `${date},${amount},${company.name},${code}`
  const verdicts = async (...rows: string[]) =>
    (await preview([head, ...rows].join('\n'))).data.rows.map(({ verdict }) => verdict)
  const troubles = async (orderId: string) => {
    const { order_number } = await shop.detail(orderId)
    const { list } = (await portal.operate('getTroubleList', { page_size: 100 }, finance)).data
    return list.filter(each => each.order_number === order_number)
  }
  const surplus = (remark_code: string, amount: number, reference: string) =>
    by('recordTransferSurplus', { remark_code, amount, reference })
  const listed = async (keyword: string, state: 'all' | 'paid' | 'returned') =>
    (await portal.operate('getTransferList', { state, keyword }, finance)).data.list

  test('is known where the statement has confirmed it; any other is money that came again', async () => {
    const { code } = await transfer()
    const [first] = (await preview([head, row(today, '58.00', code)].join('\n'))).data.rows
    const matches = [{ remark_code: code, amount: 5800, reference: first?.reference ?? '' }]
    expect((await by('requestStatement', { matches })).code).toBe(200)
    await confirm(code)
    const rows = [row('2026-11-20', '58.00', code), row(today, '58.00', code), row(today, '58.00', code)]
    expect(await verdicts(...rows)).toEqual(['again', 'done', 'again'])
  })

  test('is shown to the second operator, with its time and without the amount twice', async () => {
    const { code } = await transferOf(20)
    const at = '2026-11-20 09:30'
    const shown = async () => {
      const { data } = await portal.operate('getApprovalEvidence', { approval_id: await waitingFor(code) }, other)
      return data.rows.flatMap(({ label, value }) => (label === '银行流水' ? [value] : []))
    }
    const csv = [head, row(at, '1160.00', code)].join('\n')
    const [{ reference } = { reference: '' }] = (await preview(csv)).data.rows
    await by('requestStatement', { matches: [{ remark_code: code, amount: 116_000, reference }] })
    expect(await shown()).toEqual([`${at} ¥1,160.00`])
    await by('decideApproval', { decision: 'withdraw', approval_id: await waitingFor(code) })
    const parts = [1120, 40].map((yuan, index) => ({
      remark_code: code,
      amount: yuan * 100,
      reference: `${at} ¥${yuan}.00 #${index + 1}`,
    }))
    expect((await by('recordTransferParts', { parts })).code).toBe(200)
    expect((await shown()).map(text => text.replace(/，\S+ 登记$/, '')).toSorted()).toEqual([
      `${at} ¥1,120.00`,
      `${at} ¥40.00，当天第 2 笔`,
    ])
  })

  test('is taken for the one that was confirmed by hand, unless it came later or differs', async () => {
    const { code } = await transfer()
    await by('requestTransfer', { remark_code: code, amount: 5800 })
    await confirm(code)
    const rows = [row(tomorrow, '58.00', code), row(today, '57.00', code), row(today, '58.00', code)]
    expect(await verdicts(...rows, row(today, '58.00', code))).toEqual(['again', 'again', 'done', 'again'])
  })

  test('is recorded once as surplus, which is returned like any other', async () => {
    const { orderId, code } = await transfer()
    expect(await surplus(code, 5800, '流水1')).toMatchObject({
      code: -53020,
      msg: expect.stringContaining('还没有入账'),
    })
    await by('requestTransfer', { remark_code: code, amount: 5800 })
    await confirm(code)
    // Guard: the constraint one_part_a_line, under the order's lock.
    const answers = await Promise.all([1, 2, 3].map(() => surplus(code, 5800, '流水2')))
    expect(answers.map(answer => answer.code).toSorted()).toEqual([-41003, -41003, 200])
    expect(await surplus(code, 5800, '流水2')).toMatchObject({
      data: 'reference',
      msg: `${code} 的流水“流水2”已登记过`,
    })
    expect((await surplus(code, 100, '流水3')).code).toBe(200)
    expect(await troubles(orderId)).toMatchObject([
      { kind: 'surplus', amount: 5800 },
      { kind: 'surplus', amount: 100 },
    ])
    // Both surpluses are listed as refunds under the code that the customer knows, not as separate transfers.
    const { order_number } = await shop.detail(orderId)
    expect((await portal.operate('getRefundList', { keyword: order_number }, finance)).data.list[0]?.reason).toBe(
      `备注码 ${code} 又汇来的款项`,
    )
    expect((await listed(order_number, 'all')).map(({ remark_code }) => remark_code)).toEqual([code])
    expect((await listed(order_number, 'paid')).map(({ remark_code }) => remark_code)).toEqual([code])
    const rows = [row(today, '58.00', code), row(today, '58.00', code), row(today, '1.00', code)]
    expect(await verdicts(...rows, row(today, '1.00', code))).toEqual(['done', 'done', 'done', 'again'])
    const out_refund_no = (await troubles(orderId))[0]?.out_refund_no ?? ''
    await by('requestRefund', { out_refund_no })
    await confirm((await shop.detail(orderId)).order_number)
    expect((await by('markRefundSent', { out_refund_no, reference: 'B20261120-1' })).code).toBe(200)
    expect(await troubles(orderId)).toMatchObject([{ amount: 100 }])
    expect(await shop.state(orderId)).toBe('fulfilled')
  })

  test('of which a wrong amount was returned was never paid', async () => {
    const { orderId, code } = await transfer()
    await by('recordWrongTransfer', { remark_code: code, amount: 5000 })
    await by('returnWrongPayment', { out_trade_no: code })
    await confirm((await shop.detail(orderId)).order_number)
    const out_refund_no = (await troubles(orderId))[0]?.out_refund_no ?? ''
    expect((await by('markRefundSent', { out_refund_no, reference: 'B20261120-2' })).code).toBe(200)
    expect(await listed(code, 'all')).toMatchObject([{ state: 'returned', paid_at: null }])
    expect(await listed(code, 'returned')).toHaveLength(1)
    expect(await listed(code, 'paid')).toEqual([])
    expect(await verdicts(row(today, '50.00', code), row(today, '58.00', code))).toEqual(['returned', 'again'])
    expect((await surplus(code, 5800, '流水1')).code).toBe(200)
    expect(await shop.state(orderId)).toBe('pending')
  })
})
