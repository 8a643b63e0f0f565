import { type OpenMatter, openMatterNames, openMatters } from '#contract/operations/companies-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ClosingConsequences } from '#web/ui/closing-consequences.tsx'
import { count, day, yuan } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { api } from '../api.ts'
import { plannedReason } from '../operation-plan.tsx'
import { balancePath, companyPath, operationsPaths, supportTicketPath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperationPreview } from '../use-operation.ts'
import type { ActionDialogProps } from './company.ts'

type Closing = OperationOutput<'getCompanyClosing'>

/** Where the operator finds each matter, and settles it or sees who does. */
const places: Record<OpenMatter, (id: string) => string> = {
  orders: id => companyPath(id, 'orders'),
  refunds: id => companyPath(id, 'money', { kind: 'refund' }),
  payments: id => companyPath(id, 'money', { kind: 'payment' }),
  lines: id => companyPath(id, 'lines'),
  trials: () => operationsPaths.trials,
  invoices: id => companyPath(id, 'invoices', { state: 'asked' }),
  tickets: id => companyPath(id, 'tickets'),
  requests: () => `${operationsPaths.approvals}?state=waiting`,
  balance: balancePath,
}

/** Closes a company. Whatever has to be settled first, and then the plan, is shown before a reason is written. */
export function CloseDialog({ company: { info }, open, close, done }: ActionDialogProps) {
  const { company_id, name } = info
  const closing = useOperationPreview('getCompanyClosing', open ? { company_id } : undefined)
  const { data, refused, reload } = closing
  const left = data && openMatters.filter(matter => data.open[matter])
  const settled = left?.length === 0
  const planned = { operation: 'closeCompany' as const, input: { company_id, reason: plannedReason } }
  const plan = useOperationPreview('planOperation', open && settled ? planned : undefined)
  return (
    <ReasonDialog
      title="注销企业"
      subject={company_id}
      okText="提交注销"
      danger
      // What is still open has to be settled elsewhere first.
      waiting={!settled || plan.refused?.code === -53020}
      hint="写明谁以什么方式提出、怎样核实的；只有操作员看到"
      placeholder="例如：公司已清算，法定代表人书面申请，已核对身份证与营业执照"
      open={open}
      close={close}
      call={api.closeCompany}
      input={reason => ({ company_id, reason })}
      message={`${name}已注销`}
      done={done}
    >
      <p>
        注销 <strong>{name}</strong>，由第二位操作员确认后执行，不能撤销：
      </p>
      <ClosingConsequences forfeited={data?.forfeited} />
      {data && <OwnersRequest request={data.request} />}
      {refused && (
        <p>
          <RetryNote refused={refused} reload={reload} />
        </p>
      )}
      {data && left && !settled && <OpenMatters company={company_id} open={data.open} left={left} again={reload} />}
      {settled && <Plan plan={plan} isRequest />}
    </ReasonDialog>
  )
}

/** Says who of the company asked for the closing. Support may also be asked in writing. */
const OwnersRequest = ({ request }: { request: Closing['request'] }) =>
  request ? (
    <p>
      {request.opened_by}于 {day(request.created_at)} 在控制台申请
      {!request.by_owner && <strong>（现在已不是所有者）</strong>}：
      <ReachLink to={supportTicketPath(request.ticket_id)} target="_blank">
        工单 {request.number}
      </ReachLink>
    </p>
  ) : (
    <p>所有者没有在控制台申请，或已撤回。</p>
  )

interface OpenMattersProps {
  company: string
  open: Closing['open']
  left: OpenMatter[]
  again: () => void
}

/** Lists what prevents the closing. The links open beside the dialog, which keeps the reason. */
const OpenMatters = ({ company, open, left, again }: OpenMattersProps) => (
  <section className="quote" data-tone="bad" aria-label="未了事项">
    <p>还不能注销，先处理完：</p>
    <ul>
      {left.map(matter => (
        <li key={matter}>
          <ReachLink to={places[matter](company)} target="_blank">
            {openMatterNames[matter](matter === 'balance' ? yuan(open.balance) : count(open[matter]))}
          </ReachLink>
        </li>
      ))}
    </ul>
    <Button size="small" onClick={again}>
      重新检查
    </Button>
  </section>
)
