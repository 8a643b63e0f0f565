import { Checkbox, Form, Select } from 'antd'
import type { ReactNode } from 'react'
import { apiTokenFields } from '#contract/records/api-token-fields.ts'
import { type ScopeName, scopeLabel, scopeNames } from '#contract/scope-names.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { DepartmentsField, isAllDeleted } from '../departments/departments-field.tsx'
import type { Token } from './token-looks.ts'

interface Values {
  name: string
  scopes: ScopeName[]
  days: number
  departments?: string[]
  networks?: string[]
}

const createToken = withRequestKey(api.createApiToken)
const lifetimes = [30, 90, 180, 365].map(days => ({ value: days, label: `${days} 天` }))
const required = (message: string) => [{ required: true, message }]

interface CreateTokenDialogProps extends ChangeDialogProps {
  made: (secret: string | null) => void
}

export function CreateTokenDialog({ made, ...dialog }: CreateTokenDialogProps) {
  return (
    <DialogForm
      {...dialog}
      title="创建接口令牌"
      subject={undefined}
      okText="创建令牌"
      width={560}
      call={createToken}
      input={({ departments = [], networks = [], ...values }: Values) => ({
        ...values,
        networks,
        dept_ids: departments.length ? departments : null,
      })}
      message="令牌已创建"
      onSuccess={({ data }) => made(data.secret)}
      fieldOf={{ [-46001]: 'departments' }}
    >
      <TokenFields>
        <Form.Item name="days" label="有效期" initialValue={90} rules={required('请选择有效期')}>
          <Select options={lifetimes} />
        </Form.Item>
      </TokenFields>
    </DialogForm>
  )
}

/** The scopes and networks of a token; `children` are shown below its scopes. */
export function TokenFields({ token, children }: { token?: Token; children?: ReactNode }) {
  return (
    <>
      <TextItem
        name="name"
        field={apiTokenFields.name}
        initialValue={token?.name}
        required="请输入名称"
        placeholder="例如 人事系统"
      />
      <Form.Item
        name="scopes"
        label="权限"
        initialValue={token?.scopes}
        rules={required('请选择权限')}
        extra="只给需要的。付款、发票、密码、管理员与安全设置不对令牌开放。"
      >
        <Checkbox.Group
          className="scopes"
          options={scopeNames.map(scope => ({ value: scope, label: scopeLabel(scope) }))}
        />
      </Form.Item>
      {children}
      <Form.Item
        name="departments"
        initialValue={token?.dept_ids ?? undefined}
        label="只限部门（含下级）"
        rules={isAllDeleted(token?.dept_ids) ? required('原来所限的部门已删除，请重新选择') : []}
        extra="不选则为全企业；选了之后，只能查询与更改其中的员工。"
      >
        <DepartmentsField placeholder="全企业" />
      </Form.Item>
      <Form.Item
        name="networks"
        initialValue={token?.networks}
        label={apiTokenFields.networks.label}
        extra="填写系统的出口地址或网段，如 203.0.113.8、203.0.113.0/24，回车分隔；不填则不限。"
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ', ';']} placeholder="不限" />
      </Form.Item>
    </>
  )
}
