/**
 * The demonstration's devices, in every state that the console distinguishes. Addresses are in the ranges for
 * documentation.
 */
type Platform = 'windows' | 'mac' | 'android' | 'ios'

type Device = [
  phone: string,
  name: string,
  platform: Platform,
  os: string,
  client: string,
  /** Hours since the device was last seen. */
  seen: number,
  more?: {
    audit?: 'pending' | 'rejected'
    auth?: 'suspended'
    note?: string
    /** Hours since its registration; without it, the device was registered soon after the person joined. */
    registered?: number
    /** The previous client version. */
    before?: string
    office?: 'hangzhou'
  },
]

const win11 = 'Windows 11 24H2'
const win10 = 'Windows 10 22H2'
const sequoia = 'macOS 15.6'
const sonoma = 'macOS 14.7'
const current = '12.0.1'
const former = '12.0.0'

const devices: Device[] = [
  ['13800000001', '林海舟的 ThinkPad X1', 'windows', win11, current, 0, { before: former }],
  ['13800000001', '林海舟的 iPhone 16', 'ios', 'iOS 18.6', '12.0.0', 3],
  ['13800000001', '林海舟的 iPad Pro', 'ios', 'iPadOS 18.6', '12.0.0', 20, { audit: 'pending', registered: 20 }],
  ['13800000005', '周明远的 MacBook Air', 'mac', sequoia, current, 0, { before: '11.9.4' }],
  ['13800000005', '周明远的 华为 Mate 70', 'android', 'HarmonyOS 4.3', '12.0.0', 9],
  ['13800000002', '陈雨桐的 ThinkBook 14', 'windows', win11, current, 0, { before: former }],
  ['13800000002', '陈雨桐的 小米 15', 'android', 'Android 15', '12.0.0', 14],
  ['13800000010', '黄子墨的 MacBook Pro 14', 'mac', sequoia, current, 1],
  ['13800000010', '黄子墨的台式机', 'windows', win10, former, 30],
  ['13800000011', '吴思齐的 Dell XPS 13', 'windows', win11, current, 2],
  ['13800000011', '吴思齐的新电脑', 'windows', win11, current, 5, { audit: 'pending', registered: 5 }],
  ['13800000012', '徐一诺的 ThinkPad T14', 'windows', win11, former, 26],
  ['13800000013', '孙浩然的 华硕天选', 'windows', win11, current, 4],
  ['13800000014', '马诗涵的 MacBook Air', 'mac', sonoma, current, 1],
  ['13800000014', '马诗涵的 iPhone 15', 'ios', 'iOS 18.5', '12.0.0', 8],
  ['13800000015', '朱梓轩的 联想小新 Pro', 'windows', win11, current, 3],
  ['13800000016', '胡欣怡的 ThinkPad E14', 'windows', win10, former, 74],
  ['13800000017', '郭俊熙的 MacBook Pro 16', 'mac', sequoia, '11.9.4', 50],
  ['13800000018', '何雅琪的 Surface Laptop', 'windows', win11, current, 2],
  ['13800000019', '高天佑的 ROG 幻 16', 'windows', win11, current, 1],
  ['13800000019', '高天佑的 一加 13', 'android', 'Android 15', '11.8.0', 28],
  ['13800000020', '罗婉清的 MacBook Air', 'mac', sequoia, current, 0],
  ['13800000021', '郑博文的投放主机 1', 'windows', win11, current, 0],
  ['13800000021', '郑博文的投放主机 2', 'windows', win11, current, 0],
  ['13800000021', '郑博文的 iMac', 'mac', sonoma, '11.9.4', 45 * 24],
  ['13800000022', '梁可欣的 HP 战 66', 'windows', win10, former, 6],
  ['13800000023', '谢宇航的 MacBook Pro 14', 'mac', sequoia, current, 2],
  ['13800000024', '宋佳宁的 iMac 24', 'mac', sequoia, current, 1],
  [
    '13800000024',
    '宋佳宁的私人平板',
    'android',
    'Android 13',
    '11.8.0',
    60,
    { audit: 'rejected', note: '请使用公司配发的设备', registered: 96 },
  ],
  ['13800000025', '直播间 A 主机', 'windows', win11, current, 0],
  ['13800000025', '直播间 B 主机', 'windows', win11, current, 0],
  ['13800000025', '直播间备用机', 'windows', win10, former, 52 * 24],
  ['13800000026', '许嘉木的 Redmi K80', 'android', 'Android 15', '12.0.0', 5],
  ['13800000027', '韩雨薇的 机械革命', 'windows', win11, current, 4],
  ['13800000028', '冯奕辰的 ThinkPad X13', 'windows', win11, current, 7],
  ['13800000028', '冯奕辰的 vivo X200', 'android', 'Android 15', '12.0.0', 2, { audit: 'pending', registered: 2 }],
  ['13800000029', '邓紫萱的 MacBook Air', 'mac', sequoia, current, 3],
  ['13800000031', '彭思远的 ThinkPad L14', 'windows', win10, former, 41 * 24],
  ['13800000032', '曾静姝的 华为 MateBook', 'windows', win11, current, 27],
  ['13800000033', '肖亦凡的开发机', 'windows', win11, current, 0, { before: former }],
  ['13800000033', '肖亦凡的 MacBook Pro', 'mac', sequoia, current, 1],
  ['13800000033', '测试用 Pixel 9', 'android', 'Android 16', '12.0.0', 29],
  ['13800000034', '田语嫣的 Mac mini', 'mac', sequoia, current, 2],
  ['13800000035', '董书瑶的 ThinkCentre', 'windows', win10, current, 5],
  ['13800000036', '前台公用电脑', 'windows', win10, former, 31, { audit: 'pending', registered: 31 }],
  ['13800000037', '袁清和的 ThinkPad T480', 'windows', win10, '11.9.4', 51 * 24, { auth: 'suspended' }],
  ['13800000051', '沈云舒的 MacBook Pro', 'mac', sequoia, current, 1, { office: 'hangzhou' }],
  ['13800000052', '叶知秋的 联想小新', 'windows', win11, current, 4, { office: 'hangzhou' }],
  [
    '13800000053',
    '程砚书的直播主机',
    'windows',
    win11,
    former,
    6,
    { audit: 'pending', registered: 6, office: 'hangzhou' },
  ],
]

export const demoDevices = devices.map(([phone, name, platform, os, client, seen, more], index) => ({
  phone,
  name,
  platform,
  os,
  client,
  seen,
  fingerprint: `demo-${platform}-${String(index + 1).padStart(4, '0')}`,
  audit: more?.audit ?? 'approved',
  auth: more?.auth ?? 'authorized',
  note: more?.note ?? null,
  registered: more?.registered ?? null,
  before: more?.before ?? null,
  // Phones are used outside the office.
  ip:
    platform === 'android' || platform === 'ios'
      ? `198.51.100.${20 + (index % 200)}`
      : more?.office === 'hangzhou'
        ? '203.0.113.66'
        : '203.0.113.18',
}))
