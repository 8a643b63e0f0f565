import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import './channels.css'
import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { channelFields } from '#contract/records/channel-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { api } from '../api.ts'
import { channelPath } from '../paths.ts'
import { withoutMasked } from '../without-masked.ts'
import { GreetingPreview } from './greeting-preview.tsx'

interface Values {
  name: string
  greeting?: string
  contact_name?: string
  contact_phone?: string
}

interface ChannelDialogProps extends ChangeDialogProps {
  /** Undefined to create a channel. */
  channel: OperationOutput<'getChannelDetail'> | undefined
}

export function ChannelDialog({ channel, ...dialog }: ChannelDialogProps) {
  const [form] = Form.useForm<Values>()
  const name = Form.useWatch('name', form)
  const greeting = Form.useWatch('greeting', form)
  const navigate = useNavigate()
  return (
    <DialogForm
      title={channel ? `修改 ${channel.name}` : '添加合作伙伴'}
      subject={channel?.channel_id}
      okText={channel ? '保存' : '添加'}
      {...dialog}
      form={form}
      call={api.setChannel}
      record={channel}
      input={({ name, greeting = '', contact_name = '', contact_phone }, record) => ({
        channel_id: record?.channel_id,
        ...changedFrom(record, {
          ...{ name, greeting, contact_name },
          ...(contact_phone?.trim() && { contact_phone: contact_phone.trim() }),
        }),
      })}
      toFields={withoutMasked}
      fieldOf={{ [-53510]: 'name' }}
      message={({ msg }, { name }) => (channel ? msg : `已添加“${name}”，接着为他生成推广码`)}
      onSuccess={({ data }) => channel || void navigate(channelPath(data.channel_id))}
    >
      <TextItem
        name="name"
        field={channelFields.name}
        initialValue={channel?.name}
        extra="显示在推广页上"
        required="请输入名称"
      />
      <Form.Item name="greeting" label={`${channelFields.greeting.label}（选填）`} initialValue={channel?.greeting}>
        <Input autoComplete="off" maxLength={channelFields.greeting.max} showCount />
      </Form.Item>
      <GreetingPreview name={name ?? channel?.name ?? ''} greeting={greeting ?? channel?.greeting ?? ''} />
      <Form.Item
        name="contact_name"
        label={`${channelFields.contact_name.label}（选填）`}
        initialValue={channel?.contact_name}
      >
        <Input autoComplete="off" maxLength={channelFields.contact_name.max} />
      </Form.Item>
      <Form.Item
        name="contact_phone"
        label={`${channelFields.contact_phone.label}（选填）`}
        extra={channel?.contact_phone ? `现为 ${channel.contact_phone}，不填则不变` : undefined}
        rules={[{ pattern: /^\s*[0-9+() -]{5,20}\s*$/, message: '联系电话格式不正确' }]}
      >
        <Input autoComplete="off" inputMode="tel" maxLength={channelFields.contact_phone.max} />
      </Form.Item>
    </DialogForm>
  )
}
