import { Form, Radio } from 'antd'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { overlaps } from './rotate-token-dialog.tsx'
import type { Webhook } from './webhook-looks.ts'

interface RotateWebhookDialogProps extends ChangeDialogProps {
  webhook: Webhook
  made: (secret: string) => void
}

export function RotateWebhookDialog({ webhook, made, ...dialog }: RotateWebhookDialogProps) {
  const [form] = Form.useForm<{ overlap_hours: number }>()
  const hours = Form.useWatch('overlap_hours', form)
  return (
    <DialogForm
      form={form}
      {...dialog}
      title="轮换签名密钥"
      subject={webhook.webhook_id}
      okText="产生新密钥"
      call={api.rotateWebhookSecret}
      input={({ overlap_hours }: { overlap_hours: number }) => ({ webhook_id: webhook.webhook_id, overlap_hours })}
      message="新密钥已产生"
      onSuccess={({ data }) => made(data.secret)}
      outdatedBy={[-55001]}
    >
      <Form.Item
        name="overlap_hours"
        label="原来的密钥还一同签名"
        initialValue={24}
        extra={
          hours === 0
            ? '原来的与更早轮换的都不再签名：换上新密钥之前，您的系统核对不了签名。'
            : '在此期间每个事件同时带着新旧两个签名；更早轮换的，各到当时说好的时间为止。'
        }
      >
        <Radio.Group options={overlaps} />
      </Form.Item>
    </DialogForm>
  )
}
