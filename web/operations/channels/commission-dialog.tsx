import { Form, InputNumber } from 'antd'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { Channel } from './channel-page.tsx'

interface CommissionDialogProps {
  channel: Channel
  open: boolean
  close: () => void
  done: () => void
}

export function CommissionDialog({ channel, open, close, done }: CommissionDialogProps) {
  const [form] = Form.useForm<{ commission_percent: number }>()
  async function send({ commission_percent }: { commission_percent: number }) {
    const answer = await api.setChannelCommission({ channel_id: channel.channel_id, commission_percent })
    if (!answer.ok) {
      tellRefusal(form, answer)
      return false
    }
    toast.success(`“${channel.name}”的佣金比例已设为 ${commission_percent}%`)
    done()
    return true
  }
  return (
    <DialogForm title={`${channel.name}的佣金比例`} okText="保存" open={open} close={close} form={form} send={send}>
      <Form.Item
        name="commission_percent"
        label="佣金比例"
        initialValue={channel.commission_percent}
        extra="用于尚未结算的订单，包括已经付款的；已结算的月份不变"
        rules={[{ required: true, message: '请输入佣金比例' }]}
      >
        <InputNumber autoFocus min={0} max={100} precision={2} suffix="%" style={{ width: '100%' }} />
      </Form.Item>
    </DialogForm>
  )
}
