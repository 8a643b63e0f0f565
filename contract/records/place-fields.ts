/** Names of regions and access ways. Browser and server share this file, so it must not import zod. */
export const continents = ['亚洲', '欧洲', '北美洲', '南美洲', '非洲', '大洋洲'] as const

export const codeField = { label: '代码', max: 40, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/ } as const
export const sortField = { label: '排序', max: 9999 } as const

export const regionFields = {
  country: { label: '国家或地区', max: 30 },
  city: { label: '城市', max: 30 },
  city_latin: { label: '英文名', max: 60 },
  /** Degrees. */
  latitude: { label: '纬度', max: 90 },
  longitude: { label: '经度', max: 180 },
} as const

export const accessWayFields = {
  name: { label: '名称', max: 30 },
  about: { label: '说明', max: 200 },
} as const
