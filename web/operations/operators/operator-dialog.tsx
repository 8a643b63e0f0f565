import { Checkbox, Form, Input } from 'antd'
import {
  type OperatorRole,
  operatorName,
  operatorRoles,
  roleDuties,
  roleNames,
} from '#contract/operations/operator-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedOperator } from './operators-page.tsx'

interface Values {
  name: string
  display_name: string
  roles: OperatorRole[]
}

interface OperatorDialogProps {
  /** Undefined: a new one. */
  operator: ListedOperator | undefined
  open: boolean
  close: () => void
  done: (given: { name: string; password: string } | undefined) => void
}

export function OperatorDialog({ operator, open, close, done }: OperatorDialogProps) {
  const [form] = Form.useForm<Values>()
  async function send(values: Values) {
    const answer = await api.setOperator({ ...values, operator_id: operator?.operator_id })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53030]: 'name' })
      return false
    }
    const { password } = answer.data
    if (!password) toast.success(answer.msg)
    done(password ? { name: values.display_name, password } : undefined)
    return true
  }
  return (
    <DialogForm
      title={operator ? `修改 ${operator.display_name}` : '添加操作员'}
      okText={operator ? '保存' : '添加'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <Form.Item
        name="name"
        label="用户名"
        initialValue={operator?.name}
        extra="登录时使用，之后不能修改"
        rules={[{ required: true, pattern: operatorName, message: '以小写字母开头，3–32 位小写字母、数字或 . _ -' }]}
      >
        <Input disabled={Boolean(operator)} autoFocus={!operator} autoComplete="off" maxLength={32} />
      </Form.Item>
      <Form.Item
        name="display_name"
        label="姓名"
        initialValue={operator?.display_name}
        rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}
      >
        <Input autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item
        name="roles"
        label="角色"
        initialValue={operator?.roles ?? []}
        // `required` would make antd write an attribute that a group of boxes may not have.
        rules={[{ type: 'array', min: 1, message: '请至少选择一个角色' }]}
      >
        <Checkbox.Group
          className="role-choice"
          options={operatorRoles.map(role => ({
            value: role,
            label: (
              <>
                {roleNames[role]} <span className="quiet">{roleDuties[role]}</span>
              </>
            ),
          }))}
        />
      </Form.Item>
    </DialogForm>
  )
}
