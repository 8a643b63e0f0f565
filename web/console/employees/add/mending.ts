import type { OutputOf } from '#contract/index.ts'
import type { employeeSheet } from '#contract/records/employee-fields.ts'
import { wholeNumberIn } from '#contract/rules.ts'
import { recordOf } from '#contract/typed-keys.ts'
import type { DepartmentTree } from '../../departments/tree.ts'
import { type DraftRow, draftTexts, emptyRow, isEmpty, maxRows } from './draft-rows.ts'
import { type ForAll, isFilled, readAddDraft, writeAddDraft } from './for-all.ts'

type ImportRow = OutputOf<'previewEmployeeImport'>['rows'][number]

/** A row of a sheet as far as the grid can hold it, with its problems if they are known. */
export type SheetRow = Pick<ImportRow, (typeof employeeSheet)[number]> &
  Partial<Pick<ImportRow, 'problems' | 'problem_fields'>>

/** The names of the line groups, by id. */
type Groups = ReadonlyMap<string, string>

/** Keeps a number as such, and any other text as written in the cell, so that it is seen and corrected. */
const numberOrText = (name: 'days' | 'device_limit', cell: string): Partial<DraftRow> => {
  const number = wholeNumberIn(cell)
  return number === null && cell.trim() ? { [`${name}_text`]: cell } : { [name]: number }
}

const groupsIn = (cell: string, groupOf: ReadonlyMap<string, string>): Partial<DraftRow> => {
  const whole = groupOf.get(cell.trim())
  const names = whole ? [cell.trim()] : cell.split(/[、，,；;\n]/).flatMap(name => name.trim() || [])
  const unknown = names.filter(name => !groupOf.has(name))
  return {
    group_ids: names.flatMap(name => groupOf.get(name) ?? []),
    ...(unknown.length > 0 && { group_texts: unknown }),
  }
}

const samePath = (path: string) =>
  path
    .split('/')
    .map(part => part.trim())
    .join('/')

/** Makes rows of the grid from rows of a sheet. A value that fits no field stays as written until it is corrected. */
export function rowsToCorrect(rows: readonly SheetRow[], { byId }: DepartmentTree, groups: Groups): DraftRow[] {
  const groupOf = new Map([...groups].map(([group_id, name]) => [name, group_id]))
  const departments = new Map([...byId.values()].map(({ path, dept_id }) => [samePath(path), dept_id]))
  return rows.map(({ problems = [], ...row }) => {
    const dept_id = departments.get(samePath(row.dept_path)) ?? null
    return {
      ...emptyRow(dept_id),
      ...(row.dept_path && !dept_id && { dept_text: row.dept_path }),
      ...numberOrText('days', row.days),
      ...numberOrText('device_limit', row.device_limit),
      ...groupsIn(row.groups, groupOf),
      ...(problems.length > 0 && {
        problems: problems.map((text, at) => ({ field: row.problem_fields?.[at] ?? null, text })),
      }),
      // The grid has a text for each of these, and the sheet a cell.
      ...recordOf(draftTexts, name => row[name]),
    }
  })
}

/**
 * Appends them to the rows in progress, so that a reload or another import loses neither. The sheet's common fields apply to them,
 * unless others were chosen for the rows above.
 */
export function saveForCorrection(
  rows: readonly ImportRow[],
  tree: DepartmentTree,
  groups: Groups,
  forAll: Omit<ForAll, 'guest'>,
): void {
  if (!rows.length) return
  const draft = readAddDraft()
  const before = draft.rows.filter(row => !isEmpty(row))
  writeAddDraft({
    ...draft,
    ...(!isFilled(draft) && forAll),
    rows: [...before, ...rowsToCorrect(rows, tree, groups)].slice(0, maxRows),
  })
}

export const waitingToBeMended = (): number => readAddDraft().rows.filter(row => !isEmpty(row)).length
