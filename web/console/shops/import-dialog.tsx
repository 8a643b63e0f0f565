import '../employees/add/add.css'
import { useState } from 'react'
import { shopFields, shopImport, shopImportRows } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { FirstRows } from '#web/console/sheets/first-rows.tsx'
import { api } from '#web/data/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { count } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ImportCount } from '../sheets/import-table.tsx'
import { saveTable } from '../sheets/save-table.ts'
import { columnsOf } from '../sheets/sheet.ts'
import { SheetDrop } from '../sheets/sheet-drop.tsx'
import { UnreadNote } from '../sheets/unread-note.tsx'

type Preview = OutputOf<'previewShopImport'>

const columns = columnsOf(shopImport, shopFields)

/** Chooses a sheet of shops, shows its problems, and writes it once confirmed. */
export function ImportDialog({ open, close, done }: ChangeDialogProps) {
  const [preview, setPreview] = useState<Preview>()
  const { busy, submit } = useSubmission({
    call: api.commitShopImport,
    message: ({ data: { added, skipped } }) =>
      `已导入 ${count(added)} 家${skipped ? `，${count(skipped)} 家的编号已被占用，略过` : ''}`,
    done,
  })
  const wrong = preview?.rows.filter(({ problems }) => problems.length > 0) ?? []
  async function commit({ import_id, bad }: Preview) {
    if (await submit({ import_id, good_only: bad > 0 })) close()
  }
  return (
    <Dialog
      title="导入店铺与账号"
      open={open}
      onCancel={close}
      width={760}
      mask={{ closable: false }}
      footer={
        // Without a preview there is nothing to confirm; undefined would show antd's default buttons.
        preview
          ? [
              <Button key="again" onClick={() => setPreview(undefined)}>
                重新上传
              </Button>,
              wrong.length > 0 && (
                <Button key="keep" onClick={() => saveTable('有问题的店铺.csv', columns, wrong)}>
                  存下有问题的行
                </Button>
              ),
              preview.good > 0 && (
                <Button key="commit" look="primary" loading={busy} onClick={() => void commit(preview)}>
                  {preview.bad ? `只导入无误的 ${count(preview.good)} 行` : `导入全部 ${count(preview.good)} 行`}
                </Button>
              ),
            ]
          : null
      }
    >
      {preview ? (
        <div className="import-preview">
          <ImportCount
            good={preview.good}
            bad={preview.bad}
            note={preview.bad > 0 ? '有问题的行不会写入：存下来，按原因改好后另存为 .xlsx，再导入一次。' : undefined}
          />
          <UnreadNote columns={preview.unread_columns} />
          {preview.warnings.length > 0 && (
            <Alert
              className="same-platform"
              type="warning"
              title="同一平台的店铺从一个地址登录，平台可能判定它们有关联"
              description={preview.warnings.map(({ row, message }) => `第 ${row} 行：${message}`).join('；')}
            />
          )}
          <FirstRows columns={columns} rows={preview.rows} total={preview.good + preview.bad} label="检查结果表格" />
        </div>
      ) : (
        <Choose chosen={setPreview} />
      )}
    </Dialog>
  )
}

const Choose = ({ chosen }: { chosen: (preview: Preview) => void }) => (
  <div className="sheet-choose">
    <p className="quiet">
      列为{shopImport.map(name => shopFields[name].label).join('、')}，最多 {count(shopImportRows)}{' '}
      行；先逐行检查并预览，确认之后才会写入。
    </p>
    <ExportButton load={() => api.getShopImportTemplate({})}>下载模板</ExportButton>
    <SheetDrop label="店铺表格" send={sending => api.previewShopImport({}, sending)} onUploaded={chosen} />
  </div>
)
