import { type AuditField, auditFieldKinds } from '#contract/operations/audit-fields.ts'
import { type Change, changesOf } from '../audit/changes.ts'

/** A change of an entry, in one line. */
export interface RecordedChange {
  label: string
  before?: string
  after?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (written: Change['after']) => written?.map(({ text }) => text).join('、')

/** Reads the changes from the entry's JSON, without bare ids, which mean nothing to a reader. Other text is kept as it is. */
export function recordedChanges(action: string, detail: string): RecordedChange[] {
  let entry: unknown
  try {
    entry = JSON.parse(detail)
  } catch {
    return detail ? [{ label: '', after: detail }] : []
  }
  if (!isRecord(entry)) return [{ label: '', after: detail }]
  return changesOf({ action, before: entry.before, after: entry.after })
    .filter(({ field }) => auditFieldKinds[field as AuditField] !== 'id')
    .map(({ label, before, after }) => ({
      label,
      ...(before && { before: textOf(before) }),
      ...(after && { after: textOf(after) }),
    }))
}
