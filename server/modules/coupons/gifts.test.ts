import { expect, test } from 'vitest'
import { z } from 'zod'
import { type OperationOutput, operations } from '#contract/operations/index.ts'
import { paths } from '#contract/paths.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import { testPortal } from '#server/testing/portal.ts'
import { giveCoupon } from './gift.ts'
import { giftListOf } from './gift-list.ts'

const { system, services, operate, post, make } = await testPortal()
const operator = await make.operator('finance')
// Decisions about coupons are tested in kept-coupons.test.ts.
await system.change`update approval_policy set threshold = null where kind = 'coupon'`
const { token } = operator

async function preview(couponTypeId: string, content: string | Buffer) {
  const form = new FormData()
  form.append('coupon_type_id', couponTypeId)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content as string))]), '名单.txt')
  const encoded = new Response(form)
  const { body } = await post(
    `/operations${operations.previewCouponGift.path}`,
    Buffer.from(await encoded.arrayBuffer()),
    {
      headers: {
        authorization: 'operations-web 1201',
        cookie: `operator=${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
    },
  )
  return JSON.parse(body) as { code: number; data: OperationOutput<'previewCouponGift'> }
}
const gift = async (gift_id: string) => (await operate('getCouponGift', { gift_id }, { token })).data
const rows = async (gift_id: string) =>
  (await operate('getCouponGiftRowList', { gift_id, page_size: 100 }, { token })).data.list
const give = (gift_id: string) => operate('giveCouponGift', { gift_id }, { token })
const over = (gift_id: string) => expect.poll(async () => (await gift(gift_id)).state)
const couponsOf = async (typeId: string) =>
  system.rows(z.object({ company_id: z.string(), source: z.string() }))`
  select company_id, source from coupon where coupon_type_id = ${typeId} order by claimed_at`

const noticesOf = (companyId: string) =>
  system.rows(z.object({ text: z.string(), link: z.string() }))`
    select text, link from notice join employee using (account_id)
    where employee.company_id = ${companyId} and kind = 'gift_received' order by notice.id`

test('a gift list is previewed row by row, its valid rows are given together, and a repeat gives nothing more', async () => {
  const type = await make.couponType({ way: 'gift', perCompany: 1, total: 4 })
  const [one, two, full] = [await make.company(), await make.company(), await make.company()]
  const frozen = await make.company()
  await system.change`
    update company set state = 'frozen' where id = ${frozen.id}`
  const twins = [await make.company({ name: '同名公司' }), await make.company({ name: '同名公司' })]
  await make.coupon(full.id, { couponTypeId: type.id })
  const { data } = await preview(
    type.id,
    [one.creditCode.toLowerCase(), two.name, '没有这家', '同名公司', one.name, '', full.creditCode, frozen.name].join(
      '\r\n',
    ),
  )
  expect((await rows(data.gift_id)).map(({ line, outcome, company_id }) => [line, outcome, company_id])).toEqual([
    ['没有这家', 'unknown', null],
    ['同名公司', 'ambiguous', null],
    [one.name, 'duplicate', one.id],
    [full.creditCode, 'limit', full.id],
    [frozen.name, 'refused', frozen.id],
    [one.creditCode.toLowerCase(), 'ready', one.id],
    [two.name, 'ready', two.id],
  ])
  expect(await couponsOf(type.id)).toHaveLength(1)

  // Guard: `state = 'previewed'` in startGift; without it the gift is recorded, and audited, several times.
  const codes = (await Promise.all(Array.from({ length: 4 }, () => give(data.gift_id)))).map(({ code }) => code)
  expect(codes).toEqual([200, 200, 200, 200])
  await over(data.gift_id).toBe('done')
  expect(await gift(data.gift_id)).toMatchObject({ total: 2, done: 2, given: 2, outcomes: { given: 2, unknown: 1 } })
  const values = (await couponsOf(type.id))
    .filter(({ source }) => source === 'gift')
    .map(({ company_id }) => company_id)
  expect(values).toEqual(expect.arrayContaining([one.id, two.id]))
  expect(values).not.toContain(twins[0]?.id)
  expect((await noticesOf(one.id)).map(({ link }) => link)).toEqual([paths.coupons])
  expect(await noticesOf(full.id)).toEqual([])
  const entries = await system.rows(z.object({ actor: z.string(), after: z.unknown() }))`
  select actor, after from audit_entry where action = 'coupon.gifted' and target = ${`coupon_type:${type.id}`}`
  expect(entries).toEqual([
    {
      actor: `operator:${operator.id}`,
      after: { gift: data.gift_id, count: 2, companies: [one.creditCode, two.creditCode] },
    },
  ])
  expect((await operate('getCouponGiftList', { coupon_type_id: type.id }, { token })).data.list).toMatchObject([
    { gift_id: data.gift_id, given: 2, state: 'done' },
  ])
})

test.each([
  ['forRenewal', '仅限新购时使用'],
  ['forPurchase', '仅限续费时使用'],
  [undefined, '新购与续费时都可使用'],
] as const)('a gift tells what it is good for: without %s it says %s', async (without, occasion) => {
  const type = await make.couponType({ way: 'gift', name: '老客礼', ...(without && { [without]: false }) })
  const company = await make.company()
  await runAs('cli:test', () => giveCoupon(services, { couponType: type.id, to: { companyId: company.id } }))
  expect((await noticesOf(company.id)).map(({ text }) => text)).toEqual([
    expect.stringMatching(new RegExp(`^平台赠送了一张“老客礼”，${occasion}，\\d{4}-\\d\\d-\\d\\d 前有效。$`)),
  ])
})

test('rows for which the coupon runs out are refused one by one while the others are given', async () => {
  const type = await make.couponType({ way: 'gift', total: 30 })
  const companies = await Promise.all(Array.from({ length: 33 }, () => make.company()))
  const { data } = await preview(type.id, companies.map(({ creditCode }) => creditCode).join('\n'))
  await give(data.gift_id)
  await over(data.gift_id).toBe('done')
  expect(await gift(data.gift_id)).toMatchObject({ total: 33, done: 33, given: 30 })
  const refused = (await rows(data.gift_id)).filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ reason }) => reason)).toEqual(['已被领完', '已被领完', '已被领完'])
  expect(await couponsOf(type.id)).toHaveLength(30)
})

test('a company that was frozen since the list was looked up gets none, as one that was frozen before', async () => {
  const type = await make.couponType({ way: 'gift' })
  const [frozen, other] = [await make.company(), await make.company()]
  const { data } = await preview(type.id, [frozen.creditCode, other.creditCode].join('\n'))
  await system.change`update company set state = 'frozen' where id = ${frozen.id}`
  await give(data.gift_id)
  await over(data.gift_id).toBe('done')
  expect((await rows(data.gift_id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', '企业已冻结'],
    ['given', ''],
  ])
  expect(await gift(data.gift_id)).toMatchObject({ done: 2, given: 1 })
})

test('a company that is closed gets no coupon: one on the list already is refused with the reason, another is unknown', async () => {
  const type = await make.couponType({ way: 'gift' })
  const [gone, other] = [await make.company(), await make.company()]
  const list = [gone.creditCode, other.creditCode].join('\n')
  const { data } = await preview(type.id, list)
  await system.change`update company set state = 'frozen', closed_at = now() where id = ${gone.id}`
  await give(data.gift_id)
  await over(data.gift_id).toBe('done')
  expect((await rows(data.gift_id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', '企业已注销'],
    ['given', ''],
  ])
  expect((await couponsOf(type.id)).map(({ company_id }) => company_id)).toEqual([other.id])
  const later = await rows((await preview(type.id, list)).data.gift_id)
  expect(later.map(({ outcome }) => outcome)).toEqual(['unknown', 'limit'])
})

test('a list without recipients cannot be given, nor can one that does not exist', async () => {
  const type = await make.couponType({ way: 'gift' })
  const { data } = await preview(type.id, '没有这家')
  expect((await give(data.gift_id)).code).toBe(-53503)
  expect((await give(type.id)).code).toBe(-53502)
  expect((await preview(type.id, ' \n')).code).toBe(-53504)
  expect((await preview(type.id, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0]))).code).toBe(-53505)
})

test('text, CSV of either encoding and XLSX are read from the headed column, else from the first', async () => {
  const listOf = (content: string | Buffer) =>
    giftListOf('operator', { fileName: 'x', content: Buffer.from(content as string), truncated: false })
  expect(await listOf('甲公司\n\n 乙公司 \r\n')).toEqual(['甲公司', '乙公司'])
  expect(await listOf('\ufeff序号,企业名称\n1,"甲, 公司"\n2,"“乙”""公司"""\n')).toEqual(['甲, 公司', '“乙”"公司"'])
  // The preceding cell is empty.
  expect(await listOf('序号,企业名称,备注\n,甲公司,乙\n1,丙公司,\n')).toEqual(['甲公司', '丙公司'])
  expect(await listOf('序号\t备注\t企业名称\n\t\t甲公司\n"","",丙公司')).toEqual(['甲公司', '丙公司'])
  // This is 甲公司 in GBK, as Excel saves it.
  expect(await listOf(Buffer.from('bcd7b9abcbbe0d0a', 'hex'))).toEqual(['甲公司'])
  const table = await writeSheets(
    'operator',
    [
      {
        name: '名单',
        columns: [
          { title: '备注', width: 10 },
          { title: '统一社会信用代码', width: 20 },
        ],
      },
    ],
    [{ sheet: 0, rows: [['a', '91440300MAXX000013']] }],
  )
  expect(await listOf(table)).toEqual(['91440300MAXX000013'])
  await expect(listOf('a\n'.repeat(5001))).rejects.toMatchObject({ code: -53504 })
})

test('a single gift also accepts a company’s id', async () => {
  const type = await make.couponType({ way: 'gift' })
  const company = await make.company()
  const input = await runAs('operator:x', () =>
    giveCoupon(services, { couponType: type.id, to: { companyId: company.id } }),
  )
  expect(input.companyName).toBe(company.name)
  await expect(
    runAs('operator:x', () => giveCoupon(services, { couponType: type.id, to: { companyId: type.id } })),
  ).rejects.toThrow('企业不存在')
})
