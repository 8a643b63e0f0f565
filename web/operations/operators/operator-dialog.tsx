import { Checkbox, Form, Input } from 'antd'
import {
  type OperatorRole,
  operatorName,
  operatorRoles,
  roleDuties,
  roleNames,
  rolesProblem,
} from '#contract/operations/operator-names.ts'
import { operatorFields } from '#contract/records/operator-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { ListedOperator } from './listed-operator.ts'

interface Values {
  name: string
  display_name: string
  roles: OperatorRole[]
}

interface OperatorDialogProps extends ChangeDialogProps {
  /** Undefined to create an operator. */
  operator: ListedOperator | undefined
}

export function OperatorDialog({ operator, ...dialog }: OperatorDialogProps) {
  return (
    <DialogForm
      title={operator ? `修改 ${operator.display_name}` : '添加操作员'}
      subject={operator?.operator_id}
      okText={operator ? '保存' : '添加'}
      {...dialog}
      call={api.setOperator}
      record={operator}
      input={(values: Values, record) => ({ operator_id: record?.operator_id, ...changedFrom(record, values) })}
      fieldOf={{ [-53030]: 'name' }}
    >
      <Form.Item
        name="name"
        label={operatorFields.name.label}
        initialValue={operator?.name}
        extra="登录时使用，之后不能修改"
        rules={[{ required: true, pattern: operatorName, message: '以小写字母开头，3–32 位小写字母、数字或 . _ -' }]}
      >
        <Input disabled={Boolean(operator)} autoComplete="off" maxLength={operatorFields.name.max} />
      </Form.Item>
      <TextItem
        name="display_name"
        field={operatorFields.display_name}
        initialValue={operator?.display_name}
        required="请输入姓名"
      />
      <Form.Item
        name="roles"
        label="角色"
        initialValue={operator?.roles ?? []}
        // `required` would make antd write an attribute that a checkbox group must not have.
        rules={[
          { type: 'array', min: 1, message: '请至少选择一个角色' },
          {
            validator: (_rule, roles: OperatorRole[]) => {
              const message = rolesProblem(roles)
              return message ? Promise.reject(new Error(message)) : Promise.resolve()
            },
          },
        ]}
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
