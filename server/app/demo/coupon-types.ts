/** Coupon types of the demonstration. Amounts are in fen, durations in days, and dates are days from now. */
interface DemoCouponType {
  key: string
  name: string
  about: string
  amount?: number
  percent?: number
  cap?: number
  threshold?: number
  categories?: string[]
  only?: 'purchase' | 'renewal'
  total?: number
  perCompany?: number
  way: 'center' | 'promotion' | 'gift'
  starts?: number
  ends?: number
  validDays?: number
  validUntil?: number
}

const types: DemoCouponType[] = [
  {
    key: 'first',
    name: '新购立减 50 元',
    about: '员工时长与虚拟专线通用，新购订单满 300 元可用。',
    amount: 5000,
    threshold: 30_000,
    only: 'purchase',
    total: 2000,
    perCompany: 2,
    way: 'center',
    validDays: 30,
  },
  {
    key: 'line',
    name: '虚拟专线九折券',
    about: '虚拟专线新购与续费通用，满 500 元可用，最高减 200 元。',
    percent: 10,
    cap: 20_000,
    threshold: 50_000,
    categories: ['virtual-line'],
    total: 800,
    way: 'center',
    validDays: 15,
  },
  {
    key: 'hours',
    name: '员工时长满 3000 减 300',
    about: '购买员工时长满 3000 元可用。',
    amount: 30_000,
    threshold: 300_000,
    categories: ['staff'],
    total: 500,
    way: 'center',
    ends: 40,
    validUntil: 45,
  },
  {
    key: 'renewal',
    name: '专线续费满 1000 减 100',
    about: '续费虚拟专线满 1000 元可用。',
    amount: 10_000,
    threshold: 100_000,
    categories: ['virtual-line'],
    only: 'renewal',
    perCompany: 3,
    way: 'center',
    validDays: 30,
  },
  {
    key: 'pioneer',
    name: '企业专线体验官 200 元券',
    about: '首批体验官专享，限量两张。',
    amount: 20_000,
    threshold: 80_000,
    categories: ['line-private'],
    total: 2,
    way: 'center',
    starts: -120,
    validDays: 180,
  },
  {
    key: 'soon',
    name: '企业专线八五折券',
    about: '企业专线新购满 1000 元可用，最高减 500 元。',
    percent: 15,
    cap: 50_000,
    threshold: 100_000,
    categories: ['line-private'],
    only: 'purchase',
    total: 200,
    way: 'center',
    starts: 10,
    ends: 30,
    validDays: 20,
  },
  {
    key: 'welcome',
    name: '伙伴推荐欢迎券',
    about: '通过合作伙伴推荐码注册并完成企业认证的见面礼。',
    amount: 10_000,
    threshold: 50_000,
    way: 'promotion',
    starts: -240,
    validDays: 60,
  },
  {
    key: 'gift',
    name: '周年回馈礼券',
    about: '感谢一路同行，全部商品可用。',
    amount: 20_000,
    threshold: 50_000,
    perCompany: 5,
    way: 'gift',
    starts: -240,
    validDays: 90,
  },
]

export const couponTypes = types.map((type, index) => ({
  ...type,
  kind: type.percent === undefined ? ('amount' as const) : ('percent' as const),
  forPurchase: type.only !== 'renewal',
  forRenewal: type.only !== 'purchase',
  perCompany: type.perCompany ?? 1,
  threshold: type.threshold ?? 0,
  starts: type.starts ?? -30,
  sort: (index + 1) * 10,
}))
