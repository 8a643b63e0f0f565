import { Form, Input } from 'antd'
import { paymentReference } from '#contract/records/channel-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Channel, Settlement } from './channel.ts'

interface PaidDialogProps extends ChangeDialogProps {
  channel: Channel
  settlement: Settlement
}

/** The money is sent by bank transfer; the portal only records the payment. */
export function PaidDialog({ channel, settlement, ...dialog }: PaidDialogProps) {
  const { settlement_id, month, commission, carried } = settlement
  return (
    <DialogForm
      title={`登记 ${month} 已付款`}
      subject={settlement_id}
      okText="登记"
      {...dialog}
      call={api.markSettlementPaid}
      input={({ reference }: { reference: string }) => ({ settlement_id, reference })}
      // Another operator was first: the reloaded list shows who.
      outdatedBy={[-53517]}
    >
      <p className="dialog-about">
        付给 <strong>{channel.name}</strong> 的佣金 <strong>{yuan(commission + carried)}</strong>
        {carried < 0 && `（${yuan(commission)} 减去结转的 ${yuan(-carried)}）`}
        。只登记已经汇出的款项：门户不会汇款。
      </p>
      <Form.Item
        name="reference"
        label={paymentReference.label}
        rules={[{ required: true, whitespace: true, min: 4, message: '请填写银行流水号，至少4位' }]}
      >
        <Input autoComplete="off" maxLength={paymentReference.max} />
      </Form.Item>
    </DialogForm>
  )
}
