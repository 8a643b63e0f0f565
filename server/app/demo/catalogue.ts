import { regions } from './regions.ts'

export const accessWays = [
  {
    code: 'datacenter-native',
    name: '数据中心原生 IP',
    about: '地址由当地数据中心分配并登记在当地，企业独享。带宽稳定、性价比高，适合后台管理、店铺日常运营与海外办公。',
    sort: 10,
  },
  {
    code: 'residential-native',
    name: '住宅原生 IP',
    about: '地址由当地家庭宽带运营商分配，企业独享。适合需要当地住宅网络环境的社媒内容运营与本地化测试。',
    sort: 20,
  },
  {
    code: 'private-line',
    name: '专线',
    about: '端到端独享带宽，时延与丢包更稳定。适合直播推流、视频会议、研发协作等对质量要求高的业务。',
    sort: 30,
  },
]

interface Category {
  parent: string | null
  code: string
  name: string
  about: string
  sort: number
}

export const categories: Category[] = [
  { parent: null, code: 'staff', name: '员工服务', about: '让员工在自己的设备上使用企业网络', sort: 10 },
  { parent: null, code: 'virtual-line', name: '虚拟专线', about: '通往海外地区、绑定独享 IP 的线路', sort: 20 },
  {
    parent: 'staff',
    code: 'employee-hours',
    name: '员工时长',
    about: '按“人 × 天”购买，分配给员工后从当日起计；收回时退还未使用的整天数。',
    sort: 10,
  },
  {
    parent: 'virtual-line',
    code: 'line-datacenter',
    name: '数据中心原生 IP 线路',
    about: '覆盖全部地区，店铺后台与海外办公的常用之选。',
    sort: 10,
  },
  {
    parent: 'virtual-line',
    code: 'line-residential',
    name: '住宅原生 IP 线路',
    about: '当地家庭宽带地址，面向社媒内容运营与本地化测试。',
    sort: 20,
  },
  {
    parent: 'virtual-line',
    code: 'line-private',
    name: '企业专线',
    about: '独享带宽，面向直播推流、视频会议与研发协作。',
    sort: 30,
  },
]

export const goods = [
  {
    category: 'employee-hours',
    code: 'employee-hours',
    name: '员工时长',
    about: '一名员工使用 30 天。每名员工默认可使用 2 台设备，设备须经管理员审核。',
    sort: 10,
  },
  {
    category: 'line-datacenter',
    code: 'line-datacenter',
    name: '数据中心原生 IP 线路',
    about: '一条线路绑定一个独享的数据中心原生 IP，按 30 天计价。',
    sort: 10,
  },
  {
    category: 'line-residential',
    code: 'line-residential',
    name: '住宅原生 IP 线路',
    about: '一条线路绑定一个独享的住宅原生 IP，按 30 天计价。',
    sort: 10,
  },
  {
    category: 'line-private',
    code: 'line-private',
    name: '企业专线',
    about: '一条线路独享所选带宽并绑定一个固定 IP，按 30 天计价。',
    sort: 10,
  },
]

interface Sku {
  goods: string
  region: string | null
  access_way: string | null
  bandwidth: number | null
  /** Fen for 30 days. */
  price: number
  list_price: number
}

/** Yuan for 30 days of the smallest bandwidth, by the cost of reaching the region. */
const tiers: Record<'near' | 'usual' | 'far', { regions: string[]; datacenter: number }> = {
  near: { regions: ['hk-hong-kong', 'sg-singapore', 'jp-tokyo', 'kr-seoul', 'tw-taipei'], datacenter: 168 },
  usual: {
    regions: [
      'us-los-angeles',
      'us-new-york',
      'us-silicon-valley',
      'us-dallas',
      'us-miami',
      'gb-london',
      'de-frankfurt',
      'fr-paris',
      'nl-amsterdam',
      'my-kuala-lumpur',
      'th-bangkok',
      'vn-ho-chi-minh',
      'ph-manila',
    ],
    datacenter: 198,
  },
  far: {
    regions: [
      'ca-toronto',
      'es-madrid',
      'it-milan',
      'id-jakarta',
      'ae-dubai',
      'au-sydney',
      'br-sao-paulo',
      'mx-mexico-city',
    ],
    datacenter: 258,
  },
}

const residentialRegions = new Set([
  ...tiers.usual.regions.slice(0, 11),
  ...tiers.near.regions,
  'ca-toronto',
  'au-sydney',
])
const privateRegions = new Set([
  ...tiers.near.regions,
  'us-los-angeles',
  'us-new-york',
  'us-silicon-valley',
  'gb-london',
  'de-frankfurt',
])

const lines = [
  {
    goods: 'line-datacenter',
    access_way: 'datacenter-native',
    times: 1,
    steps: { 5: 1, 10: 1.6, 20: 2.7, 50: 5.8 },
    sold: () => true,
  },
  {
    goods: 'line-residential',
    access_way: 'residential-native',
    times: 1.7,
    steps: { 5: 1, 10: 1.5, 20: 2.5 },
    sold: (region: string) => residentialRegions.has(region),
  },
  {
    goods: 'line-private',
    access_way: 'private-line',
    times: 4.8,
    steps: { 10: 1, 20: 1.8, 50: 4, 100: 7.5 },
    sold: (region: string) => privateRegions.has(region),
  },
]

/** Rounds to whole yuan ending in 8, in fen: 168 → 16800. */
const priced = (yuan: number) => (Math.ceil((yuan - 8) / 10) * 10 + 8) * 100
const withList = (yuan: number) => ({ price: priced(yuan), list_price: priced(yuan * 1.25) })

function lineSkus(): Sku[] {
  const found: Sku[] = []
  for (const { code } of regions) {
    const tier = Object.values(tiers).find(each => each.regions.includes(code))
    if (!tier) throw new Error(`region ${code} has no price`)
    for (const { goods, access_way, times, steps, sold } of lines)
      if (sold(code))
        for (const [bandwidth, factor] of Object.entries(steps))
          found.push({
            goods,
            region: code,
            access_way,
            bandwidth: Number(bandwidth),
            ...withList(tier.datacenter * times * factor),
          })
  }
  return found
}

export const skus: Sku[] = [
  {
    goods: 'employee-hours',
    region: null,
    access_way: null,
    bandwidth: null,
    price: 5800,
    list_price: 7800,
  },
  ...lineSkus(),
]

const packages = [
  { days: 30, discount_percent: 0, sort: 10 },
  { days: 90, discount_percent: 5, sort: 20 },
  { days: 180, discount_percent: 10, sort: 30 },
  { days: 365, discount_percent: 18, sort: 40 },
]
export const packageTypes = goods.flatMap(({ category }) => packages.map(each => ({ category, ...each })))
