import { Form, Input } from 'antd'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { outdatedBy, type Proposal } from './proposal.ts'

export const DeclineDialog = ({ proposal, ...dialog }: ChangeDialogProps & { proposal: Proposal }) => (
  <DialogForm
    title="拒绝报价"
    subject={proposal.proposal_id}
    okText="拒绝"
    danger
    {...dialog}
    call={api.declineProposal}
    input={({ reason }: { reason: string }) => ({ proposal_id: proposal.proposal_id, reason: reason.trim() })}
    outdatedBy={outdatedBy}
  >
    <p className="dialog-about">「{proposal.subject}」将不能再接受；需要时可以请客服重新报价。</p>
    <Form.Item name="reason" label="原因" extra="平台会看到" rules={[ruled(lineProblem('原因', 200, 2))]}>
      <Input maxLength={200} />
    </Form.Item>
  </DialogForm>
)
