import type { OrderState } from '#contract/shop.ts'
import { day } from '#server/core/service-time.ts'
import type { Package, Sku } from '#server/modules/catalogue/catalogue.ts'
import type { Coupon } from '#server/modules/coupons/coupons.sql.ts'

export const minute = 60_000

/** The database rows that the stories refer to. */
export interface ExistingRows {
  now: number
  companies: Record<'lanfan' | 'qingyu', { id: string; name: string }>
  people: Map<string, { account_id: string; name: string }>
  /** Returns the SKU at the price of the given instant, or at the present one. */
  sku(goods: string, region: string | null, bandwidth: number | null, at?: Date): Sku
  packages: Package[]
  ancestors: Map<string, string[]>
  coupons: Map<string, Coupon>
  /** Purchases in the ledgers, the oldest first. */
  ledger: { company: 'lanfan' | 'qingyu'; at: Date }[]
  owners: Record<'lanfan' | 'qingyu', string>
  /** Takes a free address of a region and access way. */
  address(regionId: string, accessWayId: string): { id: string; address: string }
  voucherFileId: string
}

export interface LineRow {
  id: string
  company_id: string
  order_id: string
  name: string
  remark: string
  sku: Sku
  state: 'unbound' | 'active' | 'suspended' | 'released'
  suspend_reason: string | null
  refund_suspended_at: Date | null
  ip_address_id: string | null
  starts_at: Date
  ends_at: Date
  auto_renew: boolean
  bound_at: Date | null
  released_at: Date | null
}

export interface OrderRow {
  key: string
  id: string
  company_id: string
  number: string
  account_id: string
  buyer_name: string
  kind: 'purchase' | 'renewal'
  product: 'hours' | 'line' | 'balance'
  state: OrderState
  subject: string
  list_amount: number
  package_discount: number
  coupon_discount: number
  payable: number
  returned_amount: number
  refunded_amount: number
  coupon_id: string | null
  request_key: string
  pays_until: Date
  paid_at: Date | null
  fulfilled_at: Date | null
  ended_at: Date | null
  created_at: Date
}

/** The known rows, and the rows made from the stories so far. */
export interface History {
  existing: ExistingRows
  orders: OrderRow[]
  items: object[]
  events: object[]
  payments: object[]
  trades: object[]
  refunds: object[]
  lines: LineRow[]
  /** Lines by company and story. */
  madeLines: Map<string, LineRow[]>
  logs: object[]
  /** Coupons that an order holds or used. */
  coupons: { id: string; order_id: string; state: 'locked' | 'used'; at: Date }[]
  /** Addresses that a line has, or had until recently. */
  bound: string[]
  cooling: { id: string; free_at: Date }[]
}

/** Returns the instant the given number of days ago. */
export const at = ({ existing }: History, ago: number): Date => new Date(existing.now - ago * day)
