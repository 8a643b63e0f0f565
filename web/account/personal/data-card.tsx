import { useState } from 'react'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { day } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { saveBlob } from '#web/ui/save-file.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'

const DeleteDialog = idlePart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

export function DataCard({ phone }: { phone: string }) {
  const [deleting, setDeleting] = useState(false)
  const [exporting, setExporting] = useState(false)

  async function exportData() {
    setExporting(true)
    const answer = await api.exportAccount({})
    setExporting(false)
    if (!answer.ok) return showRefusal(answer)
    const text = JSON.stringify(answer.data, null, 2)
    saveBlob(new Blob([text], { type: 'application/json' }), `个人资料-${day(answer.data.exported_at)}.json`)
  }

  return (
    <section className="sheet" aria-labelledby="data-title">
      <h2 id="data-title">个人数据</h2>
      <div className="line">
        <div>
          <h3>导出我的资料</h3>
          <p>以 JSON 文件下载本站保存的全部本人资料。</p>
        </div>
        <Button loading={exporting} onClick={() => void exportData()}>
          导出
        </Button>
      </div>
      <div className="line">
        <div>
          <h3>注销账号</h3>
          <p>删除个人资料并结束全部登录，无法恢复。</p>
        </div>
        <Button danger onClick={() => setDeleting(true)}>
          注销账号
        </Button>
      </div>
      <DeleteDialog phone={phone} open={deleting} close={() => setDeleting(false)} />
    </section>
  )
}
