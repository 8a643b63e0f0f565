import { DownloadOutlined } from '@ant-design/icons'
import { Button } from '#web/ui/button.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
import type { InvoiceQuestion } from './invoice-dialog.tsx'

interface ActionsProps {
  row: Invoice
  /** True if a tax service issues invoices; those that it cannot issue are registered by hand. */
  service: boolean
  issue: (invoice: Invoice) => void
  ask: (question: InvoiceQuestion) => void
  done: () => void
}

export function InvoiceActions({ row, service, issue, ask, done }: ActionsProps) {
  const { state, changed, to_reverse, file_url, tax } = row
  const question = (action: InvoiceQuestion['action']) => () => ask({ action, invoice: row })
  if (tax?.state === 'waiting')
    return (
      <span className="row-actions">
        <AskNow row={row} done={done} />
        <ActButton size="small" danger onClick={question('stop')}>
          停止办理
        </ActButton>
        <Pdf url={file_url} />
      </span>
    )
  const label = `${row.title}的更多操作`
  return (
    <span className="row-actions">
      {state === 'asked' && service && (
        <>
          <ActButton size="small" look="primary" disabled={changed.length > 0} onClick={question('issue')}>
            {tax?.state === 'failed' ? '再次提交' : '开具'}
          </ActButton>
          <ActMenu
            label={label}
            actions={[
              { key: 'register', label: '登记开具', disabled: changed.length > 0, run: () => issue(row) },
              { key: 'reject', label: '驳回', danger: true, run: question('reject') },
            ]}
          />
        </>
      )}
      {state === 'asked' && !service && (
        <>
          <ActButton size="small" look="primary" disabled={changed.length > 0} onClick={() => issue(row)}>
            登记开具
          </ActButton>
          <ActButton size="small" danger onClick={question('reject')}>
            驳回
          </ActButton>
        </>
      )}
      <Pdf url={file_url} />
      {state === 'issued' && (
        <>
          <ActButton
            size="small"
            look={to_reverse ? 'primary' : 'default'}
            danger
            onClick={question(service ? 'red' : 'reverse')}
          >
            {service ? '红冲' : '登记红冲'}
          </ActButton>
          {service && (
            <ActMenu label={label} actions={[{ key: 'reverse', label: '登记红冲', run: question('reverse') }]} />
          )}
        </>
      )}
    </span>
  )
}

const Pdf = ({ url }: { url: string | null }) =>
  url && (
    <Button size="small" icon={<DownloadOutlined />} href={url} target="_blank">
      PDF
    </Button>
  )

function AskNow({ row: { invoice_id }, done }: Pick<ActionsProps, 'row' | 'done'>) {
  const { busy, submit } = useSubmission({ call: api.askTaxServiceNow, onSuccess: done })
  return (
    <ActButton size="small" loading={busy} onClick={() => void submit({ invoice_id })}>
      立即查询
    </ActButton>
  )
}
