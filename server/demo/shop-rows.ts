import type { OrderState } from '#contract/shop.ts'
import type { Package, Sku } from '../catalogue/catalogue.ts'
import type { Coupon } from '../coupons/coupons.sql.ts'
import { day } from '../hours/service-time.ts'

export const minute = 60_000

/** What the stories name, as it is in the database. */
export interface Known {
  now: number
  companies: Record<'lanfan' | 'qingyu', { id: string; name: string }>
  people: Map<string, { account_id: string; name: string }>
  sku(goods: string, region: string | null, bandwidth: number | null): Sku
  packages: Package[]
  ancestors: Map<string, string[]>
  coupons: Map<string, Coupon>
  /** Purchases in the ledgers, the oldest first. */
  ledger: { company: 'lanfan' | 'qingyu'; at: Date }[]
  owners: Record<'lanfan' | 'qingyu', string>
  /** Takes a free address of a place. */
  address(regionId: string, accessWayId: string): { id: string; address: string }
  voucherFileId: string
}

export interface MadeLine {
  id: string
  company_id: string
  order_id: string
  name: string
  remark: string
  sku: Sku
  state: 'unbound' | 'active' | 'suspended' | 'released'
  suspend_reason: string | null
  ip_address_id: string | null
  starts_at: Date
  ends_at: Date
  auto_renew: boolean
  bound_at: Date | null
  released_at: Date | null
}

export interface MadeOrder {
  key: string
  id: string
  company_id: string
  number: string
  account_id: string
  buyer_name: string
  kind: 'purchase' | 'renewal'
  product: 'hours' | 'line'
  state: OrderState
  subject: string
  list_amount: number
  package_discount: number
  coupon_discount: number
  payable: number
  coupon_id: string | null
  request_key: string
  pays_until: Date
  paid_at: Date | null
  fulfilled_at: Date | null
  ended_at: Date | null
  created_at: Date
}

/** What is being told: what is known, and the rows that came of it so far. */
export interface History {
  known: Known
  orders: MadeOrder[]
  items: object[]
  events: object[]
  payments: object[]
  trades: object[]
  refunds: object[]
  lines: MadeLine[]
  /** By company and story. */
  linesOf: Map<string, MadeLine[]>
  logs: object[]
  /** Coupons that an order holds or used. */
  coupons: { id: string; order_id: string; state: 'locked' | 'used'; at: Date }[]
  /** Addresses that a line has, or had until a while ago. */
  bound: string[]
  cooling: { id: string; free_at: Date }[]
}

/** So many days ago. */
export const at = ({ known }: History, ago: number): Date => new Date(known.now - ago * day)
