import { Form, InputNumber } from 'antd'
import { channelFields } from '#contract/records/channel-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Channel } from './channel.ts'

interface CommissionDialogProps extends ChangeDialogProps {
  channel: Channel
}

export function CommissionDialog({ channel, ...dialog }: CommissionDialogProps) {
  return (
    <DialogForm
      title={`${channel.name}的佣金比例`}
      subject={channel.channel_id}
      okText="保存"
      {...dialog}
      call={api.setChannelCommission}
      record={channel}
      input={({ commission_percent }: { commission_percent: number }, { commission_percent: seen }) => ({
        channel_id: channel.channel_id,
        commission_percent,
        seen: { commission_percent: seen },
      })}
      message={(_, { commission_percent }) => `“${channel.name}”的佣金比例已设为 ${commission_percent}%`}
    >
      <Form.Item
        name="commission_percent"
        label={channelFields.commission_percent.label}
        initialValue={channel.commission_percent}
        extra="用于尚未结算的订单，包括已经付款的；已结算的月份不变"
        rules={[{ required: true, message: '请输入佣金比例' }]}
      >
        <InputNumber
          min={0}
          max={channelFields.commission_percent.max}
          precision={2}
          suffix="%"
          style={{ width: '100%' }}
        />
      </Form.Item>
    </DialogForm>
  )
}
