import type { GatewayName, OrderState } from '#contract/shop.ts'

/** A line that an order made. */
export interface DemoLine {
  name: string
  remark?: string
  /** The line has no address yet; or the reason of its suspension; or the days since its release. */
  unbound?: true
  suspended?: string
  released?: number
  autoRenew?: true
}

export interface DemoOrder {
  key: string
  company: 'lanfan' | 'qingyu'
  /** The buyer's phone. */
  buyer: string
  /** Days ago, possibly a fraction. */
  ago: number
  state: OrderState
  gateway?: GatewayName
  coupon?: string
  /** Either a number of lines of one SKU and their term, or the names of an earlier order's lines. */
  buys?: {
    region: string
    way: 'datacenter' | 'residential' | 'private'
    bandwidth: number
    days: number
    quantity: number
  }
  renews?: { of: string; names: string[]; days: number }
  /** Fen paid in advance. */
  topUp?: number
  lines?: DemoLine[]
  /** Days since the refund was requested and made, with the reason. */
  refund?: { reason: string; requested: number; done?: number }
  /** Days since the voucher of a bank transfer was submitted, which an operator has yet to match. */
  voucher?: number
  /** Set if an attempt to pay by this gateway failed first. */
  failed?: GatewayName
}

const [owner, manager, qingyu] = ['13800000001', '13800000005', '13800000051']
const lanfan = 'lanfan' as const

/** Orders by the time they were placed; the purchases of hours follow from the ledger. */
export const orders: DemoOrder[] = [
  {
    key: 'los-angeles',
    company: lanfan,
    buyer: owner,
    ago: 175,
    state: 'fulfilled',
    gateway: 'transfer',
    coupon: 'lanfan-welcome',
    buys: { region: 'us-los-angeles', way: 'datacenter', bandwidth: 10, days: 180, quantity: 4 },
    lines: [
      { name: '北美主店-洛杉矶01', remark: '亚马逊北美主店' },
      { name: '北美主店-洛杉矶02', remark: '亚马逊北美二店' },
      { name: '广告投放-洛杉矶03' },
      { name: '备用-洛杉矶04' },
    ],
  },
  {
    key: 'tokyo',
    company: lanfan,
    buyer: manager,
    ago: 92,
    state: 'fulfilled',
    gateway: 'alipay',
    coupon: 'lanfan-gift-used',
    buys: { region: 'jp-tokyo', way: 'datacenter', bandwidth: 10, days: 90, quantity: 2 },
    lines: [{ name: '日本站-东京01', remark: '乐天店铺' }, { name: '日本站-东京02' }],
  },
  {
    key: 'frankfurt',
    company: lanfan,
    buyer: owner,
    ago: 60,
    state: 'fulfilled',
    gateway: 'transfer',
    coupon: 'lanfan-pioneer',
    buys: { region: 'de-frankfurt', way: 'private', bandwidth: 20, days: 365, quantity: 1 },
    lines: [{ name: '欧洲总部-法兰克福专线', remark: '研发与视频会议', autoRenew: true }],
  },
  {
    key: 'new-york',
    company: lanfan,
    buyer: manager,
    ago: 40,
    state: 'fulfilled',
    gateway: 'wechat',
    buys: { region: 'us-new-york', way: 'residential', bandwidth: 10, days: 90, quantity: 3 },
    lines: [
      { name: '美区直播-纽约01', remark: 'TikTok 美区一号直播间' },
      { name: '美区直播-纽约02', remark: 'TikTok 美区二号直播间' },
      { name: '内容测试-纽约03', suspended: '线路维护，预计两小时内恢复' },
    ],
  },
  {
    key: 'bangkok',
    company: lanfan,
    buyer: manager,
    ago: 36,
    state: 'fulfilled',
    gateway: 'balance',
    buys: { region: 'th-bangkok', way: 'datacenter', bandwidth: 5, days: 30, quantity: 1 },
    lines: [{ name: '东南亚-曼谷01', released: 3 }],
  },
  {
    key: 'los-angeles-renewal',
    company: lanfan,
    buyer: owner,
    ago: 20,
    state: 'fulfilled',
    gateway: 'alipay',
    coupon: 'lanfan-renewal',
    renews: { of: 'los-angeles', names: ['北美主店-洛杉矶01', '北美主店-洛杉矶02'], days: 90 },
  },
  {
    key: 'hong-kong',
    company: lanfan,
    buyer: manager,
    ago: 12,
    state: 'refunded',
    gateway: 'balance',
    buys: { region: 'hk-hong-kong', way: 'private', bandwidth: 10, days: 30, quantity: 1 },
    lines: [{ name: '香港会议专线', released: 9.8 }],
    refund: { reason: '项目推迟，暂不需要', requested: 10.5, done: 9.8 },
  },
  {
    key: 'singapore-closed',
    company: lanfan,
    buyer: manager,
    ago: 9,
    state: 'closed',
    failed: 'alipay',
    buys: { region: 'sg-singapore', way: 'datacenter', bandwidth: 20, days: 30, quantity: 3 },
  },
  {
    key: 'london',
    company: lanfan,
    buyer: manager,
    ago: 3,
    state: 'refunding',
    gateway: 'sandbox',
    buys: { region: 'gb-london', way: 'residential', bandwidth: 5, days: 30, quantity: 2 },
    lines: [
      { name: '英国站-伦敦01', unbound: true },
      { name: '英国站-伦敦02', unbound: true },
    ],
    refund: { reason: '地区选错，重新购买', requested: 0.6 },
  },
  {
    key: 'paris-cancelled',
    company: lanfan,
    buyer: owner,
    ago: 2,
    state: 'cancelled',
    buys: { region: 'fr-paris', way: 'datacenter', bandwidth: 10, days: 90, quantity: 1 },
  },
  {
    key: 'singapore',
    company: lanfan,
    buyer: manager,
    ago: 1,
    state: 'fulfilled',
    gateway: 'sandbox',
    buys: { region: 'sg-singapore', way: 'datacenter', bandwidth: 20, days: 30, quantity: 3 },
    lines: [
      { name: '东南亚直播-新加坡01', remark: 'TikTok 东南亚直播间' },
      { name: '东南亚直播-新加坡02', unbound: true },
      { name: '东南亚直播-新加坡03', unbound: true },
    ],
  },
  {
    key: 'sydney',
    company: lanfan,
    buyer: owner,
    ago: 0.9,
    state: 'pending',
    gateway: 'transfer',
    buys: { region: 'au-sydney', way: 'datacenter', bandwidth: 10, days: 90, quantity: 5 },
    voucher: 0.8,
  },
  {
    key: 'miami',
    company: lanfan,
    buyer: owner,
    ago: 0.005,
    state: 'pending',
    coupon: 'lanfan-first',
    buys: { region: 'us-miami', way: 'datacenter', bandwidth: 5, days: 30, quantity: 2 },
  },
  {
    key: 'qingyu-tokyo',
    company: 'qingyu',
    buyer: qingyu,
    ago: 85,
    state: 'fulfilled',
    gateway: 'wechat',
    coupon: 'qingyu-pioneer',
    buys: { region: 'jp-tokyo', way: 'private', bandwidth: 50, days: 180, quantity: 1 },
    lines: [{ name: '日本直播专线', remark: '主直播间', autoRenew: true }],
  },
  { key: 'top-up', company: lanfan, buyer: owner, ago: 45, state: 'fulfilled', gateway: 'alipay', topUp: 500_000 },
]

/** Invoices by the keys of their orders; `hours-0` is a company's first purchase of hours. */
export const invoices: {
  company: 'lanfan'
  orders: string[]
  kind: 'normal' | 'special'
  /** Days ago. */
  requested: number
  decided?: number
  state: 'asked' | 'issued' | 'rejected' | 'withdrawn' | 'reversed'
  reason?: string
  remark?: string
}[] = [
  {
    company: lanfan,
    orders: ['hours-0', 'los-angeles'],
    kind: 'special',
    requested: 150,
    decided: 148,
    state: 'issued',
  },
  {
    company: lanfan,
    orders: ['hours-1'],
    kind: 'special',
    requested: 95,
    decided: 94,
    state: 'rejected',
    reason: '开户行信息与税务登记不一致，请核对后重新申请',
  },
  {
    company: lanfan,
    orders: ['hours-1', 'tokyo'],
    kind: 'special',
    requested: 90,
    decided: 88,
    state: 'issued',
    remark: '请按时长与专线分行开具',
  },
  { company: lanfan, orders: ['new-york'], kind: 'normal', requested: 30, decided: 29.5, state: 'withdrawn' },
  {
    company: lanfan,
    orders: ['hong-kong'],
    kind: 'normal',
    requested: 11.5,
    decided: 9,
    state: 'reversed',
    reason: '订单已退款',
  },
  { company: lanfan, orders: ['frankfurt'], kind: 'special', requested: 1.2, state: 'asked' },
]
