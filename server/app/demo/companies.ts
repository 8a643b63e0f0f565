/**
 * The demonstration's companies and people are fictitious. Phone numbers are in the 138 0000 range; codes and ID numbers have valid
 * check digits but lie in ranges that no registry has issued (sequence 0000 and MAXX).
 */
export const demoPassword = 'demo1234'

/** The people that the demonstration's start page introduces. */
export const introduced = [
  { who: '企业管理员　', phone: '13800000001' },
  { who: '普通员工　　', phone: '13800000002' },
  { who: '未实名　　　', phone: '13800000003' },
  { who: '实名被驳回　', phone: '13800000004' },
]

/** The back office has one account of each role and a second owner, so that one can confirm another's requests. */
export const operators = [
  { name: 'operator', displayName: '周运营', role: 'owner' },
  { name: 'director', displayName: '沈总监', role: 'owner' },
  { name: 'support', displayName: '苏客服', role: 'support' },
  { name: 'finance', displayName: '钱财务', role: 'finance' },
  { name: 'content', displayName: '文内容', role: 'content' },
  { name: 'network', displayName: '罗网络', role: 'network' },
  { name: 'auditor', displayName: '严审计', role: 'auditor' },
] as const

export interface DemoVerification {
  kind: 'person' | 'company'
  state: 'under_review' | 'approved' | 'rejected'
  idNumber: string
  reason?: string
  company?: { name: string; creditCode: string; industry: string; address: string }
  /** Days ago. */
  submitted: number
  reviewed?: number
}

export interface DemoAccount {
  phone: string
  name: string
  /** False for an invited person, who sets a password through the invitation. */
  password: boolean
  registered: number
  /** Days ago; null for never. */
  lastLogin: number | null
  promotionCode?: string
  verification?: DemoVerification
}

const lanfan = {
  name: '深圳市蓝帆跨境电商有限公司',
  creditCode: '91440300MAXX000013',
  industry: '跨境电商',
  address: '广东省深圳市南山区科苑路演示大厦 8 层',
}
const qingyu = {
  name: '杭州青屿网络科技有限公司',
  creditCode: '91330100MAXX000021',
  industry: '直播与短视频',
  address: '浙江省杭州市滨江区江南大道演示园区 2 幢',
}
const nanming = {
  name: '广州南溟国际贸易有限公司',
  creditCode: '91440100MAXX00003Y',
  industry: '外贸与制造',
  address: '广东省广州市天河区珠江东路演示中心 15 层',
}
/** New companies; `trials.ts` sets the progress of each one's trial. */
const [yongfan, haishu, shuyun] = [
  {
    name: '宁波甬帆跨境电子商务有限公司',
    creditCode: '91330200MAXX00005F',
    industry: '跨境电商',
    address: '浙江省宁波市北仑区保税东路演示楼 6 层',
  },
  {
    name: '青岛海墅文化传媒有限公司',
    creditCode: '91370200MAXX000063',
    industry: '直播与短视频',
    address: '山东省青岛市市南区香港中路演示广场 21 层',
  },
  {
    name: '成都蜀云国际贸易有限公司',
    creditCode: '91510100MAXX00007M',
    industry: '外贸与制造',
    address: '四川省成都市高新区天府大道演示中心 9 层',
  },
] as const
const luhai = {
  name: '厦门鹭海供应链有限公司',
  creditCode: '91350200MAXX00004L',
  industry: '物流与供应链',
  address: '福建省厦门市湖里区象屿路演示仓 3 号',
}

const approved = (idNumber: string, company: typeof lanfan, submitted: number): DemoVerification => ({
  kind: 'company',
  state: 'approved',
  idNumber,
  company,
  submitted,
  reviewed: submitted - 1,
})

/** The people who appear in stories; the other employees follow in `people.ts`. */
export const accounts: DemoAccount[] = [
  {
    phone: '13800000001',
    name: '林海舟',
    password: true,
    registered: 210,
    lastLogin: 0,
    promotionCode: 'HYL666',
    verification: approved('440300198808080002', lanfan, 209),
  },
  { phone: '13800000003', name: '许念安', password: true, registered: 2, lastLogin: 1 },
  {
    phone: '13800000004',
    name: '郑知远',
    password: true,
    registered: 6,
    lastLogin: 1,
    verification: {
      kind: 'company',
      state: 'rejected',
      idNumber: '350200199503030001',
      company: luhai,
      reason: '营业执照图片不清晰，统一社会信用代码无法辨认。请上传原件的彩色扫描件或照片，四角完整、文字清楚。',
      submitted: 5,
      reviewed: 4,
    },
  },
  {
    phone: '13800000051',
    name: '沈云舒',
    password: true,
    registered: 95,
    lastLogin: 3,
    verification: approved('330100199105160004', qingyu, 94),
  },
  {
    phone: '13800000070',
    name: '方予安',
    password: true,
    registered: 3,
    lastLogin: 0,
    verification: approved('330200199004120009', yongfan, 3),
  },
  {
    phone: '13800000071',
    name: '鲁清扬',
    password: true,
    registered: 4,
    lastLogin: 0,
    verification: approved('370200198709260004', haishu, 4),
  },
  {
    phone: '13800000072',
    name: '蒋知秋',
    password: true,
    registered: 8,
    lastLogin: 2,
    verification: approved('510100199211180002', shuyun, 8),
  },
  {
    phone: '13800000060',
    name: '何景行',
    password: true,
    registered: 1,
    lastLogin: 1,
    promotionCode: 'HYL666',
    verification: {
      kind: 'company',
      state: 'under_review',
      idNumber: '440100199307210001',
      company: nanming,
      submitted: 1,
    },
  },
  {
    phone: '13800000061',
    name: '苏晚晴',
    password: true,
    registered: 1,
    lastLogin: 0,
    verification: { kind: 'person', state: 'under_review', idNumber: '44030019960909000X', submitted: 0 },
  },
]

export const companies = [
  { ...lanfan, size: '21-50人', contact: '林海舟', phone: '13800000001', promotionCode: 'HYL666', verified: 208 },
  { ...qingyu, size: '1-20人', contact: '沈云舒', phone: '13800000051', promotionCode: null, verified: 93 },
  { ...shuyun, size: '1-20人', contact: '蒋知秋', phone: '13800000072', promotionCode: null, verified: 7 },
  { ...haishu, size: '1-20人', contact: '鲁清扬', phone: '13800000071', promotionCode: null, verified: 3 },
  { ...yongfan, size: '21-50人', contact: '方予安', phone: '13800000070', promotionCode: null, verified: 2 },
]

/** The trials of the three new companies, at different stages. */
export const trials = [
  { company: yongfan.creditCode, by: '方予安', state: 'requested', note: '想先试洛杉矶线路，做亚马逊美国站后台' },
  { company: haishu.creditCode, by: '鲁清扬', state: 'active', note: 'TikTok 英国区直播，两个人试推流' },
  { company: shuyun.creditCode, by: '蒋知秋', state: 'ended', note: '外贸邮件与独立站后台' },
] as const

/** Companies that registered through the partner's page; the second one is awaiting review. */
export const registrations = [
  { code: 'HYL666', phone: '13800000001', ...lanfan, size: '21-50人', contact: '林海舟', days: 210 },
  { code: 'HYL666', phone: '13800000060', ...nanming, size: '51-200人', contact: '何景行', days: 1 },
]

export const channel = {
  name: '跨境服务商伙伴',
  greeting: '您好！我们为出海企业提供稳定、合规的跨境办公网络服务。通过本页登记企业资料，客服会优先为您安排试用。',
  contact: '方若溪',
  phone: '13800000090',
  code: 'HYL666',
}
