import { approvalNames } from '#contract/operations/operator-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { useOperation } from '../use-operation.ts'
import type { ListedApproval } from './approval-dialog.tsx'
import { Evidence } from './evidence.tsx'

interface SettledEvidenceProps extends Omit<ChangeDialogProps, 'done'> {
  approval: ListedApproval
}

/** Shows the evidence of a settled request in its present state, including requests for which one operator was enough. */
export function SettledEvidence({ approval, open, close }: SettledEvidenceProps) {
  const { approval_id, kind, summary, requested_by, requested_at, alone } = approval
  const called = useOperation('getApprovalEvidence', { approval_id })
  return (
    <Dialog title={`依据：${approvalNames[kind]}`} open={open} onCancel={close} footer={null} width={640}>
      <p>
        <strong>
          <Sentence text={summary} />
        </strong>
      </p>
      <p className="quiet">
        {requested_by} 于 {dateTime(requested_at)} {alone ? '按审批规则独自执行' : '提交'}。下面是现在的情况。
      </p>
      <Evidence approvalId={approval_id} called={called} settled />
    </Dialog>
  )
}
