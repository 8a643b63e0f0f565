import type { InputOf } from '#contract/index.ts'
import { plainPhone } from '#contract/phone.ts'
import { employeeLines, employeeSheet } from '#contract/records/employee-fields.ts'
import { recordOf } from '#contract/typed-keys.ts'

/** The texts of a row, in the order of its inputs. */
export const draftTexts = ['phone', ...employeeLines] as const
export type DraftText = (typeof draftTexts)[number]

export interface DraftRow extends Record<DraftText, string> {
  /** An id, unique within this page. */
  key: number
  dept_id: string | null
  /** The days of this person, independent of the others'. */
  days: number | null
  device_limit: number | null
  group_ids: string[]
  /** A nonexistent department of a sheet, as written there, until another is chosen. */
  dept_text?: string
  /** A sheet's cell that is not a whole number, or its correction as typed. */
  days_text?: string
  device_limit_text?: string
  /** Names of a sheet's nonexistent line groups, until they are removed. */
  group_texts?: readonly string[]
  /** The server's errors for the row, or those found in its sheet. */
  problems?: readonly RowProblem[]
}

const isTexts = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** An error and its field; without a field it concerns the whole row. */
export interface RowProblem {
  field: (typeof employeeSheet)[number] | null
  text: string
}

/** An error does not apply to a field that was changed after it. */
export const problemsAfter = ({ problems = [] }: DraftRow, changed: readonly RowProblem['field'][]): RowProblem[] =>
  problems.filter(({ field }) => field !== null && !changed.includes(field))

const isProblem = (value: unknown): value is RowProblem =>
  isTexts(value) &&
  typeof value.text === 'string' &&
  (value.field === null || employeeSheet.some(name => name === value.field))

/** The limit of one call; more rows need a sheet. */
export const maxRows = 100

let next = 0

export const emptyRow = (dept_id: string | null = null): DraftRow => ({
  ...recordOf(draftTexts, () => ''),
  key: next++,
  dept_id,
  days: null,
  device_limit: null,
  group_ids: [],
})

/** Returns the rows of a draft that are still valid. They get new keys, because the old ones belong to an earlier page. */
export function draftedRows(draft: unknown): DraftRow[] {
  if (!Array.isArray(draft)) return []
  return draft
    .filter(isTexts)
    .slice(0, maxRows)
    .map(row => ({
      ...emptyRow(typeof row.dept_id === 'string' ? row.dept_id : null),
      ...recordOf(draftTexts, name => (typeof row[name] === 'string' ? row[name] : '')),
      days: typeof row.days === 'number' ? row.days : null,
      device_limit: typeof row.device_limit === 'number' ? row.device_limit : null,
      group_ids: Array.isArray(row.group_ids) ? row.group_ids.filter(id => typeof id === 'string') : [],
      ...(typeof row.dept_text === 'string' && { dept_text: row.dept_text }),
      ...(typeof row.days_text === 'string' && { days_text: row.days_text }),
      ...(typeof row.device_limit_text === 'string' && { device_limit_text: row.device_limit_text }),
      ...(Array.isArray(row.group_texts) && { group_texts: row.group_texts.filter(name => typeof name === 'string') }),
      ...(Array.isArray(row.problems) && { problems: row.problems.filter(isProblem) }),
    }))
}

/**
 * The initial rows of a page: those not sent yet, followed by one for the department for which it was opened. A full draft leaves
 * no room for that one.
 */
export function rowsToBegin(drafted: readonly DraftRow[], deptId: string | null): readonly DraftRow[] {
  if (!drafted.length) return [emptyRow(deptId)]
  if (!deptId) return drafted
  const filled = drafted.filter(row => !isEmpty(row))
  return filled.length < maxRows ? [...filled, emptyRow(deptId)] : filled
}

export const isEmpty = (row: DraftRow) => draftTexts.every(name => !row[name].trim())

export const hasAssets = ({ days, device_limit, group_ids, ...kept }: DraftRow) =>
  days !== null ||
  device_limit !== null ||
  group_ids.length > 0 ||
  Boolean(kept.days_text || kept.device_limit_text || kept.group_texts?.length)

/** Leaves out blank texts, so that no field is sent empty. */
const withoutBlanks = <Name extends string>(texts: Record<Name, string>): Partial<Record<Name, string>> =>
  // Object.fromEntries forgets the names.
  Object.fromEntries(Object.entries<string>(texts).filter(([, text]) => text)) as Partial<Record<Name, string>>

/** With `guestUntil` all of them are guests. */
export const employeesOf = (
  rows: readonly DraftRow[],
  guestUntil: string | null = null,
): InputOf<'addCompanyUser'>['employees'] =>
  rows.map(row => {
    const { phone, name, ...optional } = recordOf(draftTexts, text => row[text].trim())
    return {
      phone: plainPhone(phone),
      name,
      ...withoutBlanks(optional),
      dept_id: row.dept_id,
      ...(row.days !== null && { days: row.days }),
      ...(row.device_limit !== null && { device_limit: row.device_limit }),
      ...(row.group_ids.length > 0 && { group_ids: row.group_ids }),
      ...(guestUntil && { guest_until: guestUntil }),
    }
  })
