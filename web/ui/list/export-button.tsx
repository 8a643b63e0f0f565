import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { exportedRows } from '#contract/people.ts'
import type { Refused } from '#web/data/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '../format.ts'
import { saveFile } from '../save-file.ts'
import { showRefusal } from '../show-refusal.ts'
import { toast } from '../toast.ts'

interface Exported {
  url: string
  file_name: string
  rows?: number
  /** True if the list has more rows than the file. */
  more?: boolean | undefined
}

interface ExportButtonProps {
  /** Exports the filtered rows: `() => api.exportCompanyUsers(filters)`. */
  load: () => Promise<{ ok: true; data: Exported } | Refused>
  disabled?: boolean
  /** `small` inside a row. */
  size?: 'small'
  children?: string
}

export function ExportButton({ load, disabled, size, children = '导出' }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    const answer = await load()
    setBusy(false)
    if (answer.ok) {
      saveFile(answer.data)
      const { rows, more } = answer.data
      const done = rows === undefined ? '文件已生成，正在下载' : `已导出 ${count(rows)} 行，正在下载`
      if (more) toast.info(`${done}；一次至多 ${count(exportedRows)} 行，其余请缩小筛选再导出`)
      else toast.success(done)
    } else showRefusal(answer)
  }
  return (
    <Button size={size} icon={<DownloadOutlined />} loading={busy} disabled={disabled} onClick={() => void run()}>
      {children}
    </Button>
  )
}
