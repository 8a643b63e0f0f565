import { z } from 'zod'
import { id, line } from '../fields.ts'
import { accessWayFields, codeField, continents, regionFields, sortField } from './place-fields.ts'
import { record } from './record.ts'

const text = ({ label, max }: { label: string; max: number }) => line(label, max)
const degrees = ({ label, max }: { label: string; max: number }) =>
  z
    .number({ error: `请输入${label}` })
    .min(-max, `${label}在 -${max} 到 ${max} 之间`)
    .max(max, `${label}在 -${max} 到 ${max} 之间`)

/** Address files refer to regions and access ways by their code, which never changes. */
const code = {
  answer: z.string(),
  set: z
    .string({ error: '请输入代码' })
    .regex(codeField.pattern, '代码只用小写字母、数字与连字符，如 jp-tokyo')
    .max(codeField.max, `代码最多${codeField.max}个字`),
}
const sort = {
  answer: z.int(),
  set: z.int({ error: '排序须为整数' }).min(0, '排序不小于0').max(sortField.max, `排序最大${sortField.max}`),
}

const figures = {
  /** The lines that are not released. */
  lines: { answer: z.int() },
  free: { answer: z.int() },
  /** The free ones that are reserved for unpaid orders and for paid lines without an address. */
  reserved: { answer: z.int() },
  held: { answer: z.int() },
  bound: { answer: z.int() },
  cooling: { answer: z.int() },
  retired: { answer: z.int() },
  /** The SKUs that can be bought there now, or could if it were published. */
  skus: { answer: z.int() },
}

/** `set` holds what setRegion takes, `publish` what setRegionPublished takes. */
export const region = record({
  region_id: { answer: id },
  code,
  country: { answer: z.string(), set: text(regionFields.country) },
  city: { answer: z.string(), set: text(regionFields.city) },
  city_latin: { answer: z.string(), set: text(regionFields.city_latin) },
  continent: { answer: z.string(), set: z.enum(continents, { error: '请选择大洲' }) },
  latitude: { answer: z.number(), set: degrees(regionFields.latitude) },
  longitude: { answer: z.number(), set: degrees(regionFields.longitude) },
  sort,
  published: { answer: z.boolean(), publish: z.boolean({ error: '上架状态不正确' }) },
  /** True when something is on sale there but few addresses are left for it. */
  low: { answer: z.boolean() },
  ...figures,
})

/** `set` holds what setAccessWay takes, `archive` what setAccessWayArchived takes. */
export const accessWay = record({
  access_way_id: { answer: id },
  code,
  name: { answer: z.string(), set: text(accessWayFields.name) },
  about: { answer: z.string(), set: text(accessWayFields.about) },
  sort,
  archived: { answer: z.boolean(), archive: z.boolean({ error: '归档状态不正确' }) },
  ...figures,
})
