import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { count } from '../format.ts'
import type { Selection } from './use-selection.ts'

/** Selects every row that matches the filters. */
export interface ChooseAll<Row> {
  /** Returns undefined after reporting a failure. */
  load: () => Promise<readonly Row[] | undefined>
  /** The most rows that it returns. */
  most: number
}

interface BulkBarProps<Row> {
  noun: string
  selection: Selection<Row>
  total: number
  /** There are more than `total`, or more than can be listed. */
  more: boolean | undefined
  chooseAll: ChooseAll<Row> | undefined
  /** The rows of the page, if there is no table head with a checkbox for all of them. */
  page: readonly Row[] | undefined
  children: ReactNode
}

/** Stays visible below the console's header while rows are selected. */
export function BulkBar<Row>({ noun, selection, total, more, chooseAll, page, children }: BulkBarProps<Row>) {
  const [busy, setBusy] = useState(false)
  const selected = selection.rows.length
  async function selectAll() {
    if (!chooseAll) return
    setBusy(true)
    const rows = await chooseAll.load()
    setBusy(false)
    if (rows) selection.set(rows, true)
  }
  const selectable = Math.min(total, chooseAll?.most ?? 0)
  return (
    <div className="bulk-bar" role="toolbar" aria-label="批量操作">
      <span className="bulk-count" aria-live="polite">
        已选 <b>{count(selected)}</b> {noun}
      </span>
      {children}
      <span className="bulk-end">
        {page?.some(row => !selection.has(row)) && (
          <Button look="link" size="small" onClick={() => selection.set(page, true)}>
            选择本页
          </Button>
        )}
        {chooseAll && selected < selectable && (
          <Button look="link" size="small" loading={busy} onClick={() => void selectAll()}>
            {more || total > selectable ? `选择前 ${count(selectable)} ${noun}` : `选择全部 ${count(total)} ${noun}`}
          </Button>
        )}
        <Button look="link" size="small" onClick={selection.clear}>
          取消选择
        </Button>
      </span>
    </div>
  )
}
