import { employeeRoleNames } from '#contract/people.ts'
import { plainPhone } from '#contract/phone.ts'
import { employeeExport, employeeFields, employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { phoneProblem } from '#contract/rules.ts'
import { plainHeading } from '#contract/spreadsheet.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { api } from '#web/data/api.ts'
import { count } from '#web/ui/format.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { type DraftRow, hasAssets, isEmpty, maxRows } from './draft-rows.ts'
import type { SheetRow } from './mending.ts'

type Column = (typeof employeeSheet)[number]

interface Cell {
  /** The field of the column; undefined if the grid has none. */
  name: string | undefined
  title: string
  text: string
}

interface Pasted {
  rows: SheetRow[]
  /** The titles of non-empty columns that were left out. */
  others: string[]
}

const columnOf = new Map<string, Column>(employeeSheet.map(name => [plainHeading(sheetFields[name].label), name]))
const required = [employeeFields.phone.label, employeeFields.name.label]
const roles: readonly string[] = Object.values(employeeRoleNames)
const isPhone = (text: string) => !phoneProblem(plainPhone(text))
const placeOf = (at: number) => `第 ${at + 1} 列`

/**
 * Parses cells copied from a sheet: by their headings, as an import does; without headings, the phone from whichever column has it,
 * and the other fields in the order of the template or of the export. Returns undefined for a single cell. Only `columns` are read.
 */
export function pastedCells(text: string, columns: readonly Column[] = employeeSheet): Pasted | undefined {
  const lines = text
    .split(/\r?\n/)
    .filter(line => line.trim())
    .map(line => line.split('\t').map(cell => cell.trim()))
  if (lines.length < 2 && !text.includes('\t')) return undefined
  const [first = [], ...rest] = lines
  const titles = first.map(plainHeading)
  if (required.every(label => titles.includes(label))) return taken(columns, byHeadings(titles, rest))
  const isHeading = !first.some(isPhone) && /姓名|手机/.test(first.join())
  return taken(columns, inOrder(isHeading ? rest : lines))
}

const byHeadings = (titles: readonly string[], lines: readonly string[][]): Cell[][] =>
  lines.map(cells =>
    cells.map((text, at) => ({ name: columnOf.get(titles[at] ?? ''), title: titles[at] || placeOf(at), text })),
  )

function inOrder(lines: readonly string[][]): Cell[][] {
  const usual = lines.map(cells => cells.findIndex(isPhone)).find(at => at >= 0)
  const split = lines.map(cells => {
    const own = cells.findIndex(isPhone)
    const at = own < 0 ? usual : own
    return { phone: at === undefined ? '' : (cells[at] ?? ''), others: cells.filter((_, index) => index !== at) }
  })
  const rolesAt = employeeExport.indexOf('role') - 1
  const isExport = split.some(({ others }) => roles.includes(others[rolesAt] ?? ''))
  const [, ...names] = isExport ? employeeExport : employeeSheet
  return split.map(({ phone, others }) => [
    { name: 'phone', title: employeeFields.phone.label, text: phone },
    ...others.map((text, at) => {
      const name = names[at]
      return { name, title: name ? sheetFields[name].label : placeOf(at + 1), text }
    }),
  ])
}

function taken(columns: readonly Column[], rows: readonly Cell[][]): Pasted {
  const isTaken = ({ name }: Cell) => columns.some(column => column === name)
  const rest = rows.flat().filter(cell => cell.text && !isTaken(cell))
  return {
    rows: rows.map(cells => {
      const texts = cells.filter(isTaken).map(({ name, text }) => [name, text])
      // Object.fromEntries forgets the names.
      return { ...blank, ...(Object.fromEntries(texts) as Partial<SheetRow>) }
    }),
    others: [...new Set(rest.map(({ title }) => title))],
  }
}

const blank = recordOf(employeeSheet, () => '')

/** The line groups by id, if any row names one; undefined after reporting that they could not be loaded. */
export async function groupsNamedIn(rows: readonly SheetRow[]): Promise<ReadonlyMap<string, string> | undefined> {
  if (!rows.some(({ groups }) => groups)) return new Map()
  const answer = await api.getVplGroupList({})
  if (answer.ok) return new Map(answer.data.list.map(({ group_id, name }) => [group_id, name]))
  showRefusal(answer)
}

/** Inserts rows at the one with this key, replacing it if it is blank, as far as there is room; no filled row is lost. */
export function withPasted(now: readonly DraftRow[], key: number, added: readonly DraftRow[]) {
  const found = now.findIndex(row => row.key === key)
  const at = found < 0 ? now.length : found
  const blanks = now.slice(at, at + 1).filter(row => isEmpty(row) && !hasAssets(row)).length
  const room = maxRows - now.length + blanks
  return { rows: now.toSpliced(at, blanks, ...added.slice(0, room)), left: added.slice(room) }
}

/** Describes which parts of a sheet were left out; empty if none. */
export function leftOutText(left: readonly DraftRow[], others: readonly string[]): string {
  const [first] = left
  return [
    first && `一次最多 ${maxRows} 行，从“${first.name || first.phone}”起的 ${count(left.length)} 行没有填入`,
    others.length > 0 && `没有填入的列：${others.join('、')}`,
  ]
    .filter(Boolean)
    .join('；')
}
