import { Form, Input } from 'antd'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { Channel } from './channel-page.tsx'
import type { Settlement } from './settlements.tsx'

interface PaidDialogProps {
  channel: Channel
  settlement: Settlement
  open: boolean
  close: () => void
  done: () => void
}

/** The money goes by bank; the portal only keeps that it went. */
export function PaidDialog({ channel, settlement, open, close, done }: PaidDialogProps) {
  const [form] = Form.useForm<{ reference: string }>()
  const { settlement_id, month, commission } = settlement
  async function send({ reference }: { reference: string }) {
    const answer = await api.markSettlementPaid({ settlement_id, reference })
    if (!answer.ok) {
      tellRefusal(form, answer)
      // Somebody else was first: the list says who.
      if (answer.code === -53517) done()
      return answer.code === -53517
    }
    toast.success(answer.msg)
    done()
    return true
  }
  return (
    <DialogForm title={`登记 ${month} 已付款`} okText="登记" open={open} close={close} form={form} send={send}>
      <p className="dialog-about">
        付给 <strong>{channel.name}</strong> 的佣金 <strong>{yuan(commission)}</strong>
        。只登记已经汇出的款项：门户不会汇款。登记后不能撤销。
      </p>
      <Form.Item
        name="reference"
        label="银行流水号"
        rules={[{ required: true, whitespace: true, min: 4, message: '请填写银行流水号，至少4位' }]}
      >
        <Input autoFocus autoComplete="off" maxLength={60} />
      </Form.Item>
    </DialogForm>
  )
}
