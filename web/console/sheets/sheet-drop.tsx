import '../employees/add/add.css'
import { FileExcelOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { fileSize } from '#web/ui/format.ts'
import { type Upload, useUpload } from '#web/ui/use-upload.ts'

const megabytes = 5

function problemOf(file: File): string | undefined {
  if (!/\.xlsx$/i.test(file.name)) return `“${file.name}”不是 .xlsx 表格，请用模板填写，或在 Excel 中另存为 .xlsx`
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB，请分成几份导入`
}

interface SheetDropProps<Preview> extends Omit<Upload<Preview>, 'problemOf'> {
  label: string
}

/** Accepts a dropped or chosen sheet, and shows its upload and the check of its rows. */
export function SheetDrop<Preview>({ label, ...upload }: SheetDropProps<Preview>) {
  const input = useRef<HTMLInputElement>(null)
  const { progress, problem, dropProps, onChange } = useUpload({ problemOf, ...upload })
  return (
    <>
      <div className="import-drop" {...dropProps}>
        <FileExcelOutlined aria-hidden="true" />
        {progress === undefined ? (
          <>
            <p>把 .xlsx 文件拖到这里，或</p>
            <Button look="primary" onClick={() => input.current?.click()}>
              选择文件
            </Button>
          </>
        ) : (
          <div className="import-sending" role="status">
            <p>{progress < 1 ? '正在上传…' : '正在检查每一行…'}</p>
            <Progress percent={Math.round(progress * 100)} showInfo={progress < 1} status="active" />
          </div>
        )}
        <input ref={input} type="file" hidden accept=".xlsx" aria-label={label} onChange={onChange} />
      </div>
      {problem && (
        <p className="draft-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
