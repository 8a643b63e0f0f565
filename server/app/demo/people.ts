import { companies } from './companies.ts'

/** A department with its parent's name; names are unique within the demonstration, so a name identifies its row. */
type Department = [company: string, name: string, parent: string | null]

const [lanfan, qingyu, shuyun, haishu, yongfan] = companies.map(each => each.creditCode)
if (!lanfan || !qingyu || !shuyun || !haishu || !yongfan) throw new Error('people.ts needs all companies')

/** Departments by level: each level's parents are in the previous one. */
const levels: Department[][] = [
  [
    [lanfan, '总经办', null],
    [lanfan, '运营中心', null],
    [lanfan, '供应链中心', null],
    [lanfan, '技术与数据部', null],
    [lanfan, '职能中心', null],
    [qingyu, '内容部', null],
    [qingyu, '直播部', null],
    [shuyun, '外贸一部', null],
    [haishu, '海外直播组', null],
    [yongfan, '电商运营组', null],
  ],
  [
    [lanfan, '亚马逊事业部', '运营中心'],
    [lanfan, '独立站事业部', '运营中心'],
    [lanfan, 'TikTok 直播部', '运营中心'],
    [lanfan, '采购部', '供应链中心'],
    [lanfan, '物流部', '供应链中心'],
    [lanfan, '财务部', '职能中心'],
    [lanfan, '人力行政部', '职能中心'],
  ],
  [
    [lanfan, '北美站组', '亚马逊事业部'],
    [lanfan, '欧洲站组', '亚马逊事业部'],
    [lanfan, '日本站组', '亚马逊事业部'],
    [lanfan, '广告投放组', '独立站事业部'],
    [lanfan, '内容设计组', '独立站事业部'],
    [lanfan, '美区直播组', 'TikTok 直播部'],
    [lanfan, '东南亚直播组', 'TikTok 直播部'],
  ],
]
export const departments = levels.map(level =>
  level.map(([company, name, parent], index) => ({ company, name, parent, sort: (index + 1) * 10 })),
)

type Person = [
  phone: string,
  name: string,
  department: string,
  /** Days until service ends; null without service. */
  service: number | null,
  more?: { role?: 'owner' | 'manager'; state?: 'invited' | 'disabled'; deviceLimit?: number; position?: string },
]

const lanfanPeople: Person[] = [
  ['13800000001', '林海舟', '总经办', 186, { role: 'owner', deviceLimit: 3, position: '总经理' }],
  ['13800000005', '周明远', '运营中心', 186, { role: 'manager', deviceLimit: 3, position: '运营总监' }],
  ['13800000002', '陈雨桐', '北美站组', 46, { position: '店铺运营' }],
  ['13800000010', '黄子墨', '亚马逊事业部', 121, { position: '事业部主管' }],
  ['13800000011', '吴思齐', '北美站组', 46, { position: '店铺运营' }],
  ['13800000012', '徐一诺', '北美站组', 46],
  ['13800000013', '孙浩然', '北美站组', 2],
  ['13800000014', '马诗涵', '欧洲站组', 73, { position: '店铺运营' }],
  ['13800000015', '朱梓轩', '欧洲站组', 73],
  ['13800000016', '胡欣怡', '欧洲站组', -3],
  ['13800000017', '郭俊熙', '日本站组', 58],
  ['13800000018', '何雅琪', '日本站组', 6],
  ['13800000019', '高天佑', '独立站事业部', 121, { position: '事业部主管' }],
  ['13800000020', '罗婉清', '广告投放组', 91],
  ['13800000021', '郑博文', '广告投放组', 91, { deviceLimit: 3, position: '投放优化师' }],
  ['13800000022', '梁可欣', '广告投放组', 14],
  ['13800000023', '谢宇航', '内容设计组', 34, { position: '视觉设计师' }],
  ['13800000024', '宋佳宁', '内容设计组', 34],
  ['13800000025', '唐若琳', 'TikTok 直播部', 121, { deviceLimit: 3, position: '直播主管' }],
  ['13800000026', '许嘉木', '美区直播组', 27],
  ['13800000027', '韩雨薇', '美区直播组', 27],
  ['13800000028', '冯奕辰', '美区直播组', 1],
  ['13800000029', '邓紫萱', '东南亚直播组', 40],
  ['13800000030', '曹睿渊', '东南亚直播组', -12],
  ['13800000031', '彭思远', '采购部', 64, { position: '采购专员' }],
  ['13800000032', '曾静姝', '物流部', 64],
  ['13800000033', '肖亦凡', '技术与数据部', 151, { deviceLimit: 4, position: '数据工程师' }],
  ['13800000034', '田语嫣', '技术与数据部', 151, { deviceLimit: 4, position: '后端工程师' }],
  ['13800000035', '董书瑶', '财务部', 64, { position: '会计' }],
  ['13800000036', '潘景澄', '人力行政部', 12],
  ['13800000037', '袁清和', '人力行政部', -12, { state: 'disabled' }],
  ['13800000038', '于沐阳', '东南亚直播组', null, { state: 'invited' }],
  ['13800000039', '余知夏', '内容设计组', null, { state: 'invited' }],
]

const qingyuPeople: Person[] = [
  ['13800000051', '沈云舒', '内容部', 88, { role: 'owner' }],
  ['13800000052', '叶知秋', '内容部', 88],
  ['13800000053', '程砚书', '直播部', 21],
  ['13800000054', '江晚吟', '直播部', -1],
]

const joined = (people: Person[], company: string, prefix: string, first: number) =>
  people.map(([phone, name, department, service, more], index) => ({
    company,
    phone,
    name,
    department,
    service,
    role: more?.role ?? 'employee',
    state: more?.state ?? 'active',
    deviceLimit: more?.deviceLimit ?? 2,
    position: more?.position ?? null,
    jobNumber: `${prefix}${String(index + 1).padStart(3, '0')}`,
    // The longest-serving come first; the invited ones came this week.
    days: more?.state === 'invited' ? 3 : Math.max(4, first - index * 6),
  }))

/** Companies with a trial have nobody yet but their owners. */
const alone = (phone: string, name: string, department: string): Person[] => [
  [phone, name, department, null, { role: 'owner' }],
]

export const employees = [
  ...joined(lanfanPeople, lanfan, 'LF', 208),
  ...joined(qingyuPeople, qingyu, 'QY', 93),
  ...joined(alone('13800000072', '蒋知秋', '外贸一部'), shuyun, 'SY', 7),
  ...joined(alone('13800000071', '鲁清扬', '海外直播组'), haishu, 'HS', 4),
  ...joined(alone('13800000070', '方予安', '电商运营组'), yongfan, 'YF', 4),
]
