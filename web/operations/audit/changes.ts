import { type AuditField, auditFieldKinds, auditFieldName } from '#contract/operations/audit-fields.ts'
import { count, dateTime, fileSize, yuan } from '#web/ui/format.ts'
import { placeOf } from './places.ts'
import { valueWord } from './value-words.ts'

/** A value as text, with the address of the object that it names. */
export interface Written {
  text: string
  to?: string
}

/** A changed field in readable form; a side without a value is undefined. */
export interface Change {
  field: string
  label: string
  before?: Written[]
  after?: Written[]
}

/** One entry of the audit log; `named` holds the names of objects that the entry stores by id only. */
export interface Entry {
  action: string
  before?: unknown
  after?: unknown
  named?: ReadonlyMap<string, string>
}

/** The most items shown of a long list; the copyable original has all of them. */
const listed = 50
/** Fields where null means that there is no limit. */
const unlimited: readonly string[] = ['cap', 'category_ids', 'total', 'use_limit'] satisfies AuditField[]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Returns enough of an id to tell two apart. It is the end, because time-based UUIDs of the same hour start alike. */
export const shortId = (id: string) => (uuid.test(id) ? `…${id.slice(-8)}` : id)

function plain({ action }: Entry, field: string, value: unknown): string {
  const kind = auditFieldKinds[field as AuditField]
  if (value === null || value === '') return unlimited.includes(field) ? '不限' : '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') {
    if (kind === 'money') return yuan(value)
    if (kind === 'percent') return `${value}%`
    if (field === 'size') return fileSize(value)
    return valueWord(action, field, String(value)) ?? (Number.isInteger(value) ? count(value) : String(value))
  }
  if (kind === 'instant' && !Number.isNaN(Date.parse(String(value)))) return dateTime(String(value))
  if (typeof value === 'object') return JSON.stringify(value)
  return valueWord(action, field, String(value)) ?? String(value)
}

function writtenId({ named }: Entry, field: string, value: string): Written {
  const id = value.replace(/^operator:/, '')
  const to = placeOf(field, id)
  const text = named?.get(id) ?? shortId(id)
  return to ? { text, to } : { text }
}

function written(entry: Entry, field: string, value: unknown): Written[] {
  if (Array.isArray(value)) {
    const rest = value.length - listed
    const shown = value.slice(0, listed).flatMap(item => written(entry, field, item))
    if (!shown.length) return [{ text: '无' }]
    return rest > 0 ? [...shown, { text: `另有 ${count(rest)} 项` }] : shown
  }
  if (isRecord(value)) {
    const parts = Object.entries(value).flatMap(([name, part]) => written(entry, name, part))
    return [{ text: parts.map(({ text }) => text).join(' · ') }]
  }
  const isId =
    typeof value === 'string' &&
    value !== '' &&
    (auditFieldKinds[field as AuditField] === 'id' || uuid.test(value.replace(/^operator:/, '')))
  if (isId || (field === 'order' && typeof value === 'string')) return [writtenId(entry, field, value)]
  return [{ text: plain(entry, field, value) }]
}

/** Names a list of rows after its first key; a list of ids is a sort order, named after the action's subject. */
function fieldsOf(action: string, value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value
  if (!Array.isArray(value)) return {}
  const [first] = value
  return { [(isRecord(first) && Object.keys(first)[0]) || about(action)]: value }
}

const about = (action: string) => action.split('.')[0] ?? ''
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Lists the changes of an entry, field by field, without the fields that stayed the same. */
export function changesOf(entry: Entry): Change[] {
  const [before, after] = [fieldsOf(entry.action, entry.before), fieldsOf(entry.action, entry.after)]
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter(field => !same(before[field], after[field]))
    .map(field => ({
      field,
      label: entry.action === `${field}.ordered` ? '次序' : auditFieldName(entry.action, field),
      ...(field in before && { before: written(entry, field, before[field]) }),
      ...(field in after && { after: written(entry, field, after[field]) }),
    }))
}
