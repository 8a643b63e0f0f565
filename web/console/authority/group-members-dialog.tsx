import { Form, TreeSelect } from 'antd'
import { always, type GrantTimes } from '#contract/access-times.ts'
import { employeeSearch } from '#contract/records/employee-fields.ts'
import { api } from '#web/data/api.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { useDraft } from '#web/ui/use-draft.tsx'
import { departmentOptions } from '../departments/tree.ts'
import { useDepartments } from '../departments/use-departments.ts'
import { EmployeesPicker } from '../employees/employees-picker.tsx'
import { differences } from './differences.ts'
import type { GroupDialogProps } from './group.ts'
import { MemberTimes } from './member-times.tsx'

const timesOf = ({ departments, employees }: GroupDialogProps['group']): Record<string, GrantTimes> =>
  Object.fromEntries([
    ...departments.map(({ dept_id, until, hours }) => [dept_id, { until, hours }]),
    ...employees.map(({ employee_id, until, hours }) => [employee_id, { until, hours }]),
  ])

export function GroupMembersDialog({ group, open, close, done }: GroupDialogProps) {
  const { tree } = useDepartments()
  const draft = useDraft(`members ${group.group_id}`, {
    departments: group.departments.map(({ dept_id }) => dept_id),
    employees: group.employees.map(({ employee_id, name }) => ({ employee_id, name })),
    times: timesOf(group),
  })
  const { departments, times } = draft.value
  const employees = draft.value.employees.map(({ employee_id }) => employee_id)
  const names = new Map(draft.value.employees.map(({ employee_id, name }) => [employee_id, name]))
  const members = [
    ...departments.map(id => ({ id, name: tree.byId.get(id)?.path ?? '部门' })),
    ...employees.map(id => ({ id, name: names.get(id) ?? '员工' })),
  ]
  const began = draft.beginning
  const retimed = members.flatMap(({ id }) => {
    const [own, had = always] = [times[id], began.times[id]]
    return own && (own.until !== had.until || own.hours !== had.hours) ? [{ id, ...own }] : []
  })
  // Grants that another manager adds, revokes or prolongs meanwhile are left alone.
  const ofDepartments = differences(began.departments, departments)
  const ofEmployees = differences(
    began.employees.map(({ employee_id }) => employee_id),
    employees,
  )
  const changed = {
    add_dept_ids: ofDepartments.added,
    remove_dept_ids: ofDepartments.removed,
    add_employee_ids: ofEmployees.added,
    remove_employee_ids: ofEmployees.removed,
    times: retimed.length ? retimed : undefined,
  }
  const isChanged = Object.values(changed).some(Boolean)
  const input = isChanged ? { group_id: group.group_id, ...changed } : undefined
  const plan = usePlan('setVplGroupMembers', open ? input : undefined)

  return (
    <ConfirmDialog
      title={`调整授权：${group.name}`}
      open={open}
      close={close}
      giveUp={draft.drop}
      okText="保存"
      waiting={!input || plan.loading || plan.refused !== undefined}
      call={api.setVplGroupMembers}
      input={input}
      message={`已保存：${(plan.data?.gained.people ?? 0) + (plan.data?.unserved.people ?? 0)} 人获得、${plan.data?.lost.people ?? 0} 人失去权限`}
      done={() => done(group.group_id)}
      width={560}
    >
      <Form layout="vertical" className="dialog-form">
        {draft.note}
        <Form.Item label="部门（含下级部门）" htmlFor="group-departments">
          <TreeSelect
            id="group-departments"
            multiple
            allowClear={clearable}
            placeholder="选择部门"
            treeData={departmentOptions(tree.roots)}
            value={departments.filter(id => tree.byId.size === 0 || tree.byId.has(id))}
            onChange={(next: string[]) => draft.set({ ...draft.value, departments: next })}
            treeNodeLabelProp="path"
            showSearch={{ treeNodeFilterProp: 'path' }}
            treeDefaultExpandAll
            listHeight={320}
          />
        </Form.Item>
        <Form.Item label="单独授权的员工" htmlFor="group-employees">
          <EmployeesPicker
            id="group-employees"
            placeholder={`按${employeeSearch}查找`}
            value={employees}
            selected={[...group.employees, ...draft.value.employees]}
            onChange={(ids, known) =>
              draft.set({
                ...draft.value,
                employees: ids.map(employee_id => ({ employee_id, name: known.get(employee_id) ?? '员工' })),
              })
            }
          />
        </Form.Item>
        {members.length > 0 && (
          <Form.Item label="期限与时段">
            <MemberTimes
              members={members}
              times={times}
              onChange={next => draft.set({ ...draft.value, times: next })}
            />
          </Form.Item>
        )}
        {input && <Plan plan={plan} />}
      </Form>
    </ConfirmDialog>
  )
}
