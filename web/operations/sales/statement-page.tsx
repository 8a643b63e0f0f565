import { ArrowLeftOutlined, FileTextOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { statementMegabytes, statementRows } from '#contract/operations/sales-names.ts'
import { count, fileSize } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { useUpload } from '#web/ui/use-upload.ts'
import { api } from '../api.ts'
import { refreshSelf } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'
import { StatementRows } from './statement-rows.tsx'

type Row = OperationOutput<'previewStatement'>['rows'][number]
type Sent = OperationOutput<'requestStatement'>

/** The server creates a request for each of thousands of rows, which takes its time. */
const patience = 120_000

export function StatementPage() {
  const [shown, setShown] = useState<{ name: string; rows: Row[] }>()
  const [sent, setSent] = useState<Sent>()
  return (
    <>
      <LinkButton className="sales-back" type="link" icon={<ArrowLeftOutlined />} to={operationsPaths.transfers}>
        对公转账
      </LinkButton>
      <ListHead
        title="导入银行流水"
        text="从网银导出 XLSX 或 CSV，按备注码、金额与付款户名核对；相符的每一笔各提交一项确认，其余逐行列出原因。"
      />
      {sent ? (
        <Result
          sent={sent}
          again={() => {
            setSent(undefined)
            setShown(undefined)
          }}
        />
      ) : shown ? (
        <Preview {...shown} again={() => setShown(undefined)} done={setSent} />
      ) : (
        <Choose chosen={setShown} />
      )}
    </>
  )
}

function problemOf(file: File): string | undefined {
  if (!/\.(xlsx|csv|txt)$/i.test(file.name))
    return `“${file.name}”不是 XLSX 或 CSV 文件，请在网银导出，旧式 XLS 请在 Excel 中另存为 XLSX`
  if (file.size > statementMegabytes * 1024 * 1024)
    return `文件为 ${fileSize(file.size)}，超过 ${statementMegabytes} MB，请分成几份导入`
}

function Choose({ chosen }: { chosen: (shown: { name: string; rows: Row[] }) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const {
    progress: share,
    problem,
    dropProps: area,
    onChange: choose,
  } = useUpload<{ rows: Row[] }>({
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
          <Button type="primary" onClick={() => input.current?.click()}>
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
        表头须有日期、金额、付款户名、备注四列（网银常用的列名如“交易时间、贷方金额、对方户名、附言”也可识别）。XLSX
        读第一张表，CSV 为 UTF-8 或 GBK 编码，最多 {count(statementRows)} 行。此处只核对，不保存文件。
      </p>
    </div>
  )
}

interface PreviewProps {
  name: string
  rows: Row[]
  again: () => void
  done: (sent: Sent) => void
}

function Preview({ name, rows, again, done }: PreviewProps) {
  const matches = rows.flatMap(({ verdict, remark_code, amount }) =>
    verdict === 'match' && remark_code && amount ? [{ remark_code, amount }] : [],
  )
  const parts = rows.flatMap(({ verdict, remark_code, amount, reference }) =>
    (verdict === 'split' || verdict === 'part') && remark_code && amount ? [{ remark_code, amount, reference }] : [],
  )
  const { busy, submit } = useSubmission({
    call: (input: OperationInput<'requestStatement'>, options) =>
      api.requestStatement(input, { ...options, timeout: patience }),
    message: '',
    onSuccess({ data }) {
      void refreshSelf()
      done(data)
    },
  })
  const counting = useSubmission({
    call: (input: OperationInput<'recordTransferParts'>, options) =>
      api.recordTransferParts(input, { ...options, timeout: patience }),
    message: ({ data }) => `已登记 ${count(data.recorded)} 笔部分到账`,
    onSuccess({ data }) {
      void refreshSelf()
      done(data)
    },
  })
  return (
    <>
      <div className="statement-counts">
        <p>
          <strong>{name}</strong>：共 {count(rows.length)} 行，<strong>{count(matches.length)}</strong> 笔相符
        </p>
        <Button type="primary" loading={busy} disabled={!matches.length} onClick={() => void submit({ matches })}>
          提交 {count(matches.length)} 笔待确认
        </Button>
        {parts.length > 0 && (
          <Button loading={counting.busy} onClick={() => void counting.submit({ parts })}>
            登记 {count(parts.length)} 笔分次到账
          </Button>
        )}
        <Button onClick={again}>换一个文件</Button>
      </div>
      <StatementRows rows={rows} />
    </>
  )
}

const Result = ({ sent: { requested, done, refused }, again }: { sent: Sent; again: () => void }) => (
  <div className="sheet statement-result">
    <Alert
      type={refused.length ? 'warning' : 'success'}
      showIcon
      title={titleOf(requested, done)}
      description={refused.length ? `${count(refused.length)} 笔在核对之后有变化，没有提交：` : undefined}
    />
    {refused.length > 0 && (
      <ul>
        {refused.map(({ remark_code, reason }) => (
          <li key={remark_code}>
            <strong>{remark_code}</strong> {reason}
          </li>
        ))}
      </ul>
    )}
    <p className="row">
      <LinkButton type="primary" to={`${operationsPaths.approvals}?state=waiting&kind=payment`}>
        查看待确认
      </LinkButton>
      <Button onClick={again}>再导入一份</Button>
    </p>
  </div>
)

function titleOf(requested: number, done: number): string {
  const parts = [
    ...(done ? [`已入账 ${count(done)} 笔`] : []),
    ...(requested ? [`已提交 ${count(requested)} 笔，等待另一位操作员确认`] : []),
  ]
  return parts.join('；') || '已登记，到账合计相符之后才提交确认'
}
