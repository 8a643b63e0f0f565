import './channels.css'
import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import { channelPath } from '../paths.ts'
import { GreetingPreview } from './greeting-preview.tsx'

interface Values {
  name: string
  greeting?: string
  contact_name?: string
  contact_phone?: string
}

interface ChannelDialogProps {
  /** Undefined: a new one. */
  channel: OperationOutput<'getChannelDetail'> | undefined
  open: boolean
  close: () => void
  done: () => void
}

export function ChannelDialog({ channel, open, close, done }: ChannelDialogProps) {
  const [form] = Form.useForm<Values>()
  const name = Form.useWatch('name', form)
  const greeting = Form.useWatch('greeting', form)
  const navigate = useNavigate()
  async function send(values: Values) {
    const answer = await api.setChannel({
      channel_id: channel?.channel_id,
      name: values.name,
      greeting: values.greeting ?? '',
      contact_name: values.contact_name ?? '',
      contact_phone: values.contact_phone?.trim() || undefined,
    })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53510]: 'name' })
      return false
    }
    toast.success(channel ? answer.msg : `已添加“${values.name}”，接着为他生成推广码`)
    done()
    if (!channel) void navigate(channelPath(answer.data.channel_id))
    return true
  }
  return (
    <DialogForm
      title={channel ? `修改 ${channel.name}` : '添加合作伙伴'}
      okText={channel ? '保存' : '添加'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <Form.Item
        name="name"
        label="名称"
        initialValue={channel?.name}
        extra="显示在推广页上"
        rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
      >
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Form.Item>
      <Form.Item name="greeting" label="欢迎语" initialValue={channel?.greeting} extra="可不填">
        <Input autoComplete="off" maxLength={120} showCount />
      </Form.Item>
      <GreetingPreview name={name ?? channel?.name ?? ''} greeting={greeting ?? channel?.greeting ?? ''} />
      <Form.Item name="contact_name" label="联系人" initialValue={channel?.contact_name}>
        <Input autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item
        name="contact_phone"
        label="联系电话"
        extra={channel?.contact_phone ? `现为 ${channel.contact_phone}，不填则不变` : undefined}
        rules={[{ pattern: /^\s*[0-9+() -]{5,20}\s*$/, message: '联系电话格式不正确' }]}
      >
        <Input autoComplete="off" inputMode="tel" maxLength={20} />
      </Form.Item>
    </DialogForm>
  )
}
