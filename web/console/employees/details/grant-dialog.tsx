import { Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmDialog, ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { Employee } from '../employee.ts'

interface GrantDialogProps extends ChangeDialogProps {
  employee: Employee
}

/** Grants one person the lines of a group, from the person's own page. */
export function GrantDialog({ employee, open, close, done }: GrantDialogProps) {
  const { data, refused, reload } = useCall('getVplGroupList', {})
  const [groupId, setGroupId] = useState<string>()
  const dialog = { title: `给 ${employee.name} 授权专线`, open, close }
  const choice = (
    <Form layout="vertical" className="dialog-form">
      <Form.Item label="专线组" htmlFor="grant-group">
        <Select
          id="grant-group"
          autoFocus
          // An open list would hide the consequences of the chosen group.
          defaultOpen={!groupId}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择专线组"
          value={groupId}
          onChange={setGroupId}
          options={data?.list.map(({ group_id, name, lines }) => ({
            value: group_id,
            label: `${name}（${count(lines)} 条）`,
          }))}
          notFoundContent={<Link to={paths.authority}>还没有专线组，去新建</Link>}
        />
      </Form.Item>
    </Form>
  )
  if (groupId)
    return (
      <Chosen key={groupId} {...dialog} employee={employee} groupId={groupId} done={done}>
        {choice}
      </Chosen>
    )
  return (
    <ConfirmQuestion {...dialog} okText="授权" waiting confirm={close}>
      {refused && !data ? <Failure refused={refused} retry={reload} /> : data ? choice : <Skeleton />}
    </ConfirmQuestion>
  )
}

interface ChosenProps extends GrantDialogProps {
  title: string
  groupId: string
  children: ReactNode
}

function Chosen({ employee, groupId, children, ...dialog }: ChosenProps) {
  const { data, refused, reload } = useCall('getVplGroupDetail', { group_id: groupId })
  const member = data?.employees.some(({ employee_id }) => employee_id === employee.employee_id) === true
  const input = data && !member ? { group_id: groupId, add_employee_ids: [employee.employee_id] } : undefined
  const plan = usePlan('setVplGroupMembers', dialog.open ? input : undefined, 0)
  return (
    <ConfirmDialog
      {...dialog}
      okText="授权"
      waiting={!input || plan.loading || plan.refused !== undefined}
      call={api.setVplGroupMembers}
      input={input}
      message={`已把 ${employee.name} 加入 ${data?.name ?? '专线组'}`}
    >
      {children}
      {refused && !data && <Failure refused={refused} retry={reload} />}
      {member ? <p>{employee.name} 已经在这个专线组里。</p> : <Plan plan={plan} />}
    </ConfirmDialog>
  )
}
