interface DemoCoupon {
  key: string
  type: string
  company: 'lanfan' | 'qingyu'
  /** Days ago. */
  claimed: number
}

/** Orders refer by key to the coupon that they hold or used; the other coupons are unused or have expired. */
export const coupons: DemoCoupon[] = [
  { key: 'lanfan-welcome', type: 'welcome', company: 'lanfan', claimed: 208 },
  { key: 'lanfan-gift-late', type: 'gift', company: 'lanfan', claimed: 130 },
  { key: 'lanfan-gift-used', type: 'gift', company: 'lanfan', claimed: 98 },
  { key: 'lanfan-gift', type: 'gift', company: 'lanfan', claimed: 12 },
  { key: 'lanfan-pioneer', type: 'pioneer', company: 'lanfan', claimed: 66 },
  { key: 'lanfan-renewal', type: 'renewal', company: 'lanfan', claimed: 24 },
  { key: 'lanfan-first', type: 'first', company: 'lanfan', claimed: 27 },
  { key: 'lanfan-line', type: 'line', company: 'lanfan', claimed: 1 },
  { key: 'qingyu-pioneer', type: 'pioneer', company: 'qingyu', claimed: 90 },
  { key: 'qingyu-first', type: 'first', company: 'qingyu', claimed: 5 },
]
