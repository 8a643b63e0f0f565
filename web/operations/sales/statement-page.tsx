import { FileTextOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { useRef, useState } from 'react'
import { statementMegabytes, statementRows } from '#contract/operations/sales-names.ts'
import { Button } from '#web/ui/button.tsx'
import { count, fileSize } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useUpload } from '#web/ui/use-upload.ts'
import { api } from '../api.ts'
import { StatementPreview } from './statement-preview.tsx'
import type { StatementRow } from './statement-row.ts'

export function StatementPage() {
  const [shown, setShown] = useState<{ name: string; rows: StatementRow[] }>()
  return (
    <>
      <ListHead
        title="导入银行流水"
        text="从网银导出 XLSX 或 CSV，按备注码、金额与付款户名核对；相符的每一笔各提交一项确认，其余逐行列出原因。"
      />
      {shown ? <StatementPreview {...shown} again={() => setShown(undefined)} /> : <Choose chosen={setShown} />}
    </>
  )
}

function problemOf(file: File): string | undefined {
  if (!/\.(xlsx|csv|txt)$/i.test(file.name))
    return `“${file.name}”不是 XLSX 或 CSV 文件，请在网银导出，旧式 XLS 请在 Excel 中另存为 XLSX`
  if (file.size > statementMegabytes * 1024 * 1024)
    return `文件为 ${fileSize(file.size)}，超过 ${statementMegabytes} MB，请分成几份导入`
}

function Choose({ chosen }: { chosen: (shown: { name: string; rows: StatementRow[] }) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const {
    progress: share,
    problem,
    dropProps: area,
    onChange: choose,
  } = useUpload<{ rows: StatementRow[] }>({
    problemOf,
    send: sending => api.previewStatement({}, sending),
    onUploaded: ({ rows }, file) => chosen({ name: file.name, rows }),
  })
  return (
    <div className="sheet statement-choose" {...area}>
      <FileTextOutlined aria-hidden="true" />
      {share === undefined ? (
        <>
          <p>把 XLSX 或 CSV 文件拖到这里，或</p>
          <Button look="primary" onClick={() => input.current?.click()}>
            选择文件
          </Button>
        </>
      ) : (
        <div role="status">
          <p>{share < 1 ? '正在上传…' : '正在逐行核对…'}</p>
          <Progress percent={Math.round(share * 100)} showInfo={share < 1} status="active" />
        </div>
      )}
      <input ref={input} type="file" hidden accept=".xlsx,.csv,.txt,text/csv" aria-label="银行流水" onChange={choose} />
      {problem && (
        <p className="name-differs" role="alert">
          {problem}
        </p>
      )}
      <p className="quiet">
        表头须有日期、金额、付款户名、备注四列（网银常用的列名如“交易时间、贷方金额、对方户名、附言”也可识别；备注码在备注、附言、摘要、用途的哪一列都能找到）。XLSX
        读第一张表，CSV 为 UTF-8 或 GBK 编码，最多 {count(statementRows)} 行。此处只核对，不保存文件。
      </p>
    </div>
  )
}
