import { Form, Input, Select } from 'antd'
import { type ActivityName, activityGroups, activityNames } from '#contract/activity-names.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { webhookFields } from '#contract/webhook-names.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { Webhook } from './webhook-looks.ts'

interface Values {
  url: string
  description?: string
  events?: ActivityName[]
}

const eventOptions = Object.entries(activityGroups).map(([label, names]) => ({
  label,
  options: keysOf(names).map(value => ({
    value,
    label: `${activityNames[value]}（${value}）`,
  })),
}))
const inputOf = ({ url, description = '', events = [] }: Values) => ({
  url,
  description,
  events: events.length ? events : null,
})

function Fields({ webhook }: { webhook?: Webhook }) {
  return (
    <>
      <TextItem
        name="url"
        field={webhookFields.url}
        initialValue={webhook?.url}
        required="请输入接收地址"
        placeholder="https://erp.example.com/hooks/portal"
        extra="须为公网可以访问的 https 地址；不跟随跳转。"
      />
      <Form.Item
        name="description"
        label={`${webhookFields.description.label}（选填）`}
        initialValue={webhook?.description}
      >
        <Input maxLength={webhookFields.description.max} autoComplete="off" placeholder="例如 ERP 的离职处理" />
      </Form.Item>
      <Form.Item name="events" label="事件" initialValue={webhook?.events ?? []} extra="不选则为全部事件。">
        <Select
          mode="multiple"
          allowClear={clearable}
          options={eventOptions}
          optionFilterProp="label"
          placeholder="全部事件"
        />
      </Form.Item>
    </>
  )
}

export function CreateWebhookDialog({ made, ...dialog }: ChangeDialogProps & { made: (secret: string) => void }) {
  return (
    <DialogForm
      {...dialog}
      title="添加 Webhook"
      subject={undefined}
      okText="添加"
      width={560}
      call={api.createWebhook}
      input={inputOf}
      message="Webhook 已添加"
      onSuccess={({ data }) => made(data.secret)}
      fieldOf={{ [-55002]: 'url' }}
    >
      <Fields />
    </DialogForm>
  )
}

export function EditWebhookDialog({ webhook, ...dialog }: ChangeDialogProps & { webhook: Webhook }) {
  return (
    <DialogForm
      {...dialog}
      title="修改 Webhook"
      subject={webhook.webhook_id}
      okText="保存"
      width={560}
      call={api.setWebhook}
      record={webhook}
      input={(values: Values, record) => ({ webhook_id: webhook.webhook_id, ...changedFrom(record, inputOf(values)) })}
      message="已保存"
      fieldOf={{ [-55002]: 'url' }}
      outdatedBy={[-55001]}
    >
      <Fields webhook={webhook} />
    </DialogForm>
  )
}
