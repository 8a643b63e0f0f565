import { type ReactNode, useState } from 'react'
import { keys, readJson, write } from '#web/data/storage.ts'
import { useMedia } from '../use-media.ts'

export interface Column<Row> {
  key: string
  /** The column's heading, a short word. */
  title: string
  render: (row: Row) => ReactNode
  /** The column cannot be hidden. This holds for the first column of a list, which also heads a phone's card. */
  fixed?: boolean
  /** Hidden until the user chooses it, or until the screen is wide. */
  extra?: boolean
  /** Aligned to the end, for figures. */
  end?: boolean
  /** The sort order that a click on the heading sets, and that a second click removes. */
  order?: string
}

type Choice = Record<string, Record<string, boolean>>
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(each => typeof each === 'object' && each !== null)

const stored = (): Choice => readJson(keys.columns, isChoice) ?? {}

/** From this width on a list shows every column that it has. */
const wide = '(min-width: 2200px)'

/** The visible columns. This browser stores them for each list, and only where they differ from the defaults. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const [choice, setChoice] = useState(() => stored()[list] ?? {})
  const roomy = useMedia(wide)
  const isVisible = ({ key, fixed, extra }: Column<Row>) => fixed || (choice[key] ?? (roomy || !extra))
  function keep(next: Record<string, boolean>) {
    setChoice(next)
    write(keys.columns, JSON.stringify({ ...stored(), [list]: next }))
  }
  return {
    visible: columns.filter((column, index) => index === 0 || isVisible(column)),
    /** The columns that may be hidden. */
    choices: columns
      .filter((column, index) => index > 0 && !column.fixed)
      .map(column => ({ key: column.key, title: column.title, on: isVisible(column) })),
    set: (key: string, on: boolean) => keep({ ...choice, [key]: on }),
    reset: () => keep({}),
    /** The choice, as a saved view keeps it. */
    choice,
    choose: keep,
  }
}
