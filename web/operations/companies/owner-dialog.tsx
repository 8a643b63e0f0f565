import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { employeeRoleNames } from '#contract/people.ts'
import { employeeSearch } from '#contract/records/employee-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { api } from '../api.ts'
import { reasonRule } from '../reason-rule.ts'
import { useOperationPreview } from '../use-operation.ts'
import { type ActionDialogProps, stateChanged } from './company.ts'

interface Values {
  employee_id: string
  reason: string
}

/** Replaces an owner who has left and can no longer transfer the company. */
export function OwnerDialog({ company: { info, owner }, open, close, done }: ActionDialogProps) {
  const { company_id, name } = info
  const [keyword, setKeyword] = useState('')
  const found = useOperationPreview('getCompanyPeople', {
    company_id,
    state: 'active',
    page_size: 20,
    ...(keyword.trim() && { keyword: keyword.trim() }),
  })
  const people = (found.data?.list ?? []).filter(({ role }) => role !== 'owner')

  return (
    <DialogForm
      title="更换所有者"
      subject={company_id}
      okText="更换"
      danger
      open={open}
      close={close}
      call={api.changeCompanyOwner}
      input={(values: Values) => ({ company_id, ...values })}
      fieldOf={{ [-53302]: 'employee_id' }}
      done={done}
      outdatedBy={stateChanged}
    >
      <p className="dialog-about">
        <strong>{name}</strong> 的所有者现为 {owner ? `${owner.name}（${owner.phone}）` : '空缺'}
        ，更换后成为普通员工。请先核实身份与授权文件；双方都会收到通知。
      </p>
      <Form.Item name="employee_id" label="新的所有者" rules={[{ required: true, message: '请选择新的所有者' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={found.loading}
          placeholder={`搜索${employeeSearch}`}
          {...outcomeOf(found, '没有符合条件的在职成员', people)}
          options={people.map(({ employee_id, name: person, phone, role }) => ({
            value: employee_id,
            label: `${person}（${phone}，${employeeRoleNames[role]}）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[reasonRule('请输入原因，至少 2 个字')]}>
        <Input.TextArea rows={2} maxLength={200} placeholder="例如：原所有者离职，已收到企业盖章的变更申请" />
      </Form.Item>
    </DialogForm>
  )
}
