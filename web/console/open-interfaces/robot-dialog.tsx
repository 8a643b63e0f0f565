import { Checkbox, Form, Input } from 'antd'
import {
  type RobotNotice,
  type RobotProvider,
  robotAddresses,
  robotFields,
  robotNotices,
  robotProviderNames,
  robotProviders,
  signs,
} from '#contract/robot-names.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { maskedAddress, type Robot } from './robot-looks.ts'

interface Values {
  provider: RobotProvider
  name: string
  kinds: RobotNotice[]
  /** Its name keeps the address, which contains a key, out of the drafts that survive a reload. */
  secret_url?: string
  secret?: string
}

const providerOptions = robotProviders.map(value => ({ value, label: robotProviderNames[value] }))
const kindOptions = Object.entries(robotNotices).map(([value, label]) => ({ value, label }))
/** Where each provider displays the requested values. */
const places: Record<RobotProvider, string> = {
  wecom: '企业微信群 → 消息推送（群机器人）→ 添加 → 复制 Webhook 地址。',
  dingtalk: '钉钉群 → 群设置 → 机器人 → 自定义 → 安全设置选“加签”。',
  feishu: '飞书群 → 设置 → 群机器人 → 自定义机器人 → 打开“签名校验”。',
}
/** Empty fields keep their values. */
const filled = ({ secret_url: url, secret }: Pick<Values, 'secret_url' | 'secret'>) => ({
  ...(url && { url }),
  ...(secret && { secret }),
})

function Fields({ provider, robot }: { provider: RobotProvider; robot?: Robot }) {
  const { url, secret } = robotFields
  const keep = robot && '不填则沿用现有的。'
  return (
    <>
      <TextItem
        name="name"
        field={robotFields.name}
        initialValue={robot?.name}
        required="请输入名称"
        placeholder="例如 运营群"
      />
      <Form.Item
        name="secret_url"
        label={url.label}
        extra={keep ? `现有：${maskedAddress(robot)}。${keep}` : places[provider]}
        rules={robot ? [] : [{ required: true, whitespace: true, message: '请输入 Webhook 地址' }]}
      >
        <Input.Password maxLength={url.max} autoComplete="off" placeholder={robotAddresses[provider].start} />
      </Form.Item>
      {signs(provider) && (
        <Form.Item
          name="secret"
          label={secret.label}
          extra={keep}
          rules={robot ? [] : [{ required: true, whitespace: true, message: '请输入加签密钥' }]}
        >
          <Input.Password maxLength={secret.max} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="kinds"
        label="通知"
        initialValue={robot?.kinds ?? ['requests', 'services', 'lines']}
        extra="群里的人都会看到：其中有员工姓名与订单金额，没有申请的理由与工单的内容。"
        rules={[{ required: true, message: '请选择通知的种类' }]}
      >
        <Checkbox.Group className="robot-kinds" options={kindOptions} />
      </Form.Item>
    </>
  )
}

export function AddRobotDialog(dialog: ChangeDialogProps) {
  const [form] = Form.useForm<Values>()
  const provider = Form.useWatch('provider', form) ?? 'wecom'
  return (
    <DialogForm
      {...dialog}
      form={form}
      title="添加群机器人"
      subject={undefined}
      okText="添加"
      width={560}
      call={api.addCompanyRobot}
      input={({ provider, name, kinds, secret_url: url = '', secret }: Values) => ({
        ...{ provider, name, kinds, url },
        ...(signs(provider) && secret && { secret }),
      })}
      fieldOf={{ [-59701]: 'secret_url', [-59703]: 'secret' }}
    >
      <Form.Item name="provider" label="平台" initialValue="wecom">
        <Segmented aria-label="平台" options={providerOptions} block />
      </Form.Item>
      <Fields provider={provider} />
    </DialogForm>
  )
}

export function EditRobotDialog({ robot, ...dialog }: ChangeDialogProps & { robot: Robot }) {
  const { robot_id, provider } = robot
  return (
    <DialogForm
      {...dialog}
      title={`修改${robotProviderNames[provider]}群机器人`}
      subject={robot_id}
      okText="保存"
      width={560}
      call={api.setCompanyRobot}
      record={robot}
      input={({ name, kinds, ...secrets }: Values, record) => ({
        robot_id,
        ...changedFrom(record, { name, kinds }),
        ...filled(secrets),
      })}
      message="已保存"
      fieldOf={{ [-59701]: 'secret_url', [-59705]: 'secret_url' }}
      outdatedBy={[-59700]}
    >
      <Fields provider={provider} robot={robot} />
    </DialogForm>
  )
}
