import { type ReactNode, useState } from 'react'
import { keys, readJson, write } from '#web/storage.ts'

export interface Column<Row> {
  key: string
  /** The head; a short word. */
  title: string
  render: (row: Row) => ReactNode
  /** Always shown. The first column of a list is, and leads a phone's card. */
  fixed?: boolean
  /** Not shown until it is chosen. */
  extra?: boolean
  /** For figures. */
  end?: boolean
  /** The list's order that a click at the head asks for, and again takes back. */
  order?: string
}

type Choice = Record<string, Record<string, boolean>>
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(each => typeof each === 'object' && each !== null)

const stored = (): Choice => readJson(keys.columns, isChoice) ?? {}

/** Which columns are shown; kept in this browser for each list. Only what differs from the list's own choice is kept. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const [choice, setChoice] = useState(() => stored()[list] ?? {})
  const isShown = ({ key, fixed, extra }: Column<Row>) => fixed || (choice[key] ?? !extra)
  function keep(next: Record<string, boolean>) {
    setChoice(next)
    write(keys.columns, JSON.stringify({ ...stored(), [list]: next }))
  }
  return {
    shown: columns.filter((column, index) => index === 0 || isShown(column)),
    /** What may be switched off. */
    choices: columns
      .filter((column, index) => index > 0 && !column.fixed)
      .map(column => ({ key: column.key, title: column.title, on: isShown(column) })),
    set: (key: string, on: boolean) => keep({ ...choice, [key]: on }),
    reset: () => keep({}),
  }
}
