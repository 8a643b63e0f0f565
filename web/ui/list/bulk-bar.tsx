import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { count } from '../format.ts'
import { bulkMost } from './limits.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps<Row> {
  noun: string
  selection: Selection<Row>
  total: number
  /** There are more than `total`, or than can be listed. */
  more: boolean | undefined
  chooseAll: (() => Promise<readonly Row[] | undefined>) | undefined
  children: ReactNode
}

/** Stays in sight below the console's head while rows are chosen. */
export function BulkBar<Row>({ noun, selection, total, more, chooseAll, children }: BulkBarProps<Row>) {
  const [busy, setBusy] = useState(false)
  const chosen = selection.rows.length
  async function all() {
    if (!chooseAll) return
    setBusy(true)
    const rows = await chooseAll()
    setBusy(false)
    if (rows) selection.set(rows, true)
  }
  const most = Math.min(total, bulkMost)
  return (
    <div className="bulk-bar" role="toolbar" aria-label="批量操作">
      <span className="bulk-count" aria-live="polite">
        已选 <b>{count(chosen)}</b> {noun}
      </span>
      {children}
      <span className="bulk-end">
        {chooseAll && chosen < most && (
          <Button type="link" size="small" loading={busy} onClick={() => void all()}>
            {more || total > bulkMost ? `选择前 ${count(most)} ${noun}` : `选择全部 ${count(total)} ${noun}`}
          </Button>
        )}
        <Button type="link" size="small" onClick={selection.clear}>
          取消选择
        </Button>
      </span>
    </div>
  )
}
