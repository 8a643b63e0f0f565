import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { day, id, instant, listOf, moment, paging, line as text } from './fields.ts'
import { connection } from './records/connection.ts'
import { line } from './records/line.ts'

const use = connection.schema
  .pick({
    shop_id: true,
    shop_platform: true,
    shop_number: true,
    shop_name: true,
    employee_id: true,
    employee_name: true,
    device_id: true,
    device_name: true,
  })
  .extend({ first_at: instant, last_at: instant, connections: z.int(), warned: z.int() })

/** Days in China, both inclusive. Without them, the whole record. */
const range = { from: day('开始日期不正确').optional(), to: day('结束日期不正确').optional() }

/** One of the addresses that the line had with the company; by default the present or latest one. */
const address = text('地址', 45).optional()

export const getLinePassport = call({
  path: '/v1/shop/getLinePassport',
  effect: 'read',
  access: 'manager',
  about:
    '一个地址的护照：专线现有的地址，没有时为最后用过的，或以 address 指明它用过的另一个。自何时起（至何时）由本企业使用、此前自何时起与其他企业无关（不透露是谁）、哪些店铺、人员与设备从何时用到何时；给出 from 与 to 时只算这些天里建立的连接。',
  input: z.strictObject({ svp_id: id, address, ...range }),
  output: z.object({
    line: line.schema.pick({ svp_id: true, name: true, country: true, city: true, address: true }),
    /** The present and former addresses of the line, newest first; `until` is null for the present one. */
    addresses: z.array(z.object({ address: z.string(), since: instant, until: instant.nullable() })),
    /** The beginning of the company's uninterrupted hold of the address. */
    since: instant,
    /** When the company gave it up; null while it holds it. */
    until: instant.nullable(),
    /** The instant since which no other company held the address, up to `until` if that is set; null when none ever did. */
    free_since: instant.nullable(),
    /** The beginning of the record: older entries were trimmed, or the client did not report them. */
    recorded_since: instant.nullable(),
    /** Each combination of shop, person and device that used it, most recent first; at most 200. */
    uses: z.array(use),
    /** True when there are more than are listed. */
    more: z.boolean(),
  }),
  codes: [-52001, -56005],
})

export const getLineUse = call({
  path: '/v1/shop/getLineUse',
  effect: 'read',
  access: 'manager',
  about:
    '一条专线的地址上的连接，从新到旧，没有 address 时为现有或最后用过的；at 给出时只列那一刻正在使用的，没有 address 时为专线那时的地址；total 至多数到 1000。',
  input: z.strictObject({ svp_id: id, address, at: moment('时间格式不正确').optional(), ...paging }),
  output: listOf(connection.schema),
  codes: [-52001, -56005],
})

export const exportPassport = call({
  path: '/v1/shop/exportPassport',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about:
    '护照文件（JSON Lines）：该地址的连接按链排列，其他地址的只有散列；末端与整个文件由门户签名，在 /passport 页面或用 npm run verify-passport 离线核对。',
  input: z.strictObject({ svp_id: id, address, since: moment('时间格式不正确').optional() }),
  output: exportedFile,
  codes: [-52001, -56005, -56006, -56007, 429],
})

export const exportPassportPdf = call({
  path: '/v1/shop/exportPassportPdf',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '护照写成 PDF，供阅读与提交；能够核对的是签名文件，PDF 里写着它的末端与公钥。',
  input: z.strictObject({ svp_id: id, address, ...range }),
  output: z.object({ url: z.string(), file_name: z.string() }),
  codes: [-52001, -56005, -56006, -56007, 429],
})

export const getChainHead = call({
  path: '/v1/shop/getChainHead',
  effect: 'read',
  access: 'manager',
  about:
    '连接记录的链此刻的末端与每天的末端，均已签名。请企业自行保存：它们使整条链被改写也能发现。former 是更换主密钥之前的公钥，各由接替它的公钥签名。',
  output: z.object({
    /** The portal's public key. */
    key: z.string(),
    /** Former public keys, latest first, each with the signature of its successor. */
    former: z.array(z.object({ key: z.string(), until: instant, by: z.string(), signature: z.string() })),
    /** The last chain heads of former days, newest first; the present head precedes them. */
    heads: z.array(z.object({ signed: z.string(), signature: z.string() })),
  }),
})
