import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useRef } from 'react'
import { importRows } from '#contract/people.ts'
import { employeeFields, employeeImport, givenFields } from '#contract/records/employee-fields.ts'
import { api } from '#web/data/api.ts'
import { count, fileSize } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { useUpload } from '#web/ui/use-upload.ts'
import type { Preview } from './sheet-preview.tsx'

const megabytes = 5

function problemOf(file: File): string | undefined {
  if (!/\.xlsx$/i.test(file.name)) return `“${file.name}”不是 .xlsx 表格，请用模板填写，或在 Excel 中另存为 .xlsx`
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB，请分成几份导入`
}

export function ChooseSheet({ chosen }: { chosen: (preview: Preview) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const {
    progress: share,
    problem,
    dropProps: area,
    onChange: choose,
  } = useUpload({
    problemOf,
    send: sending => api.previewEmployeeImport({}, sending),
    onUploaded: (preview, file) => chosen({ ...preview, file: file.name }),
  })

  return (
    <div className="sheet import">
      <ol className="import-steps">
        <li>
          <h2>下载模板</h2>
          <p className="quiet">
            模板里有本企业的部门与专线组清单；前 {employeeImport.length} 列为
            {employeeImport.map(name => employeeFields[name].label).join('、')}，其后的
            {Object.values(givenFields)
              .map(({ label }) => label)
              .join('、')}
            可以留空；最多 {count(importRows)} 行。
          </p>
          <ExportButton load={() => api.getEmployeeImportTemplate({})}>下载模板</ExportButton>
        </li>
        <li>
          <h2>上传填好的表格</h2>
          <p className="quiet">先逐行检查并预览，确认之后才会写入。</p>
          <div className="import-drop" {...area}>
            <FileExcelOutlined aria-hidden="true" />
            {share === undefined ? (
              <>
                <p>把 .xlsx 文件拖到这里，或</p>
                <Button type="primary" onClick={() => input.current?.click()}>
                  选择文件
                </Button>
              </>
            ) : (
              <div className="import-sending" role="status">
                <p>{share < 1 ? '正在上传…' : '正在检查每一行…'}</p>
                <Progress percent={Math.round(share * 100)} showInfo={share < 1} status="active" />
              </div>
            )}
            <input ref={input} type="file" hidden accept=".xlsx" aria-label="员工表格" onChange={choose} />
          </div>
          {problem && (
            <p className="draft-problem" role="alert">
              {problem}
            </p>
          )}
        </li>
      </ol>
    </div>
  )
}
