import { Form } from 'antd'
import { useState } from 'react'
import { employeeFields } from '#contract/records/employee-fields.ts'
import { TemplateChoice } from '#web/console/templates/template-choice.tsx'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { DepartmentSelect } from './department-select.tsx'
import type { DepartmentTree } from './tree.ts'

interface MovePeopleProps extends ChangeDialogProps {
  tree: DepartmentTree
  people: readonly { employee_id: string; name: string; dept_id: string | null }[]
}

/** Lists the first few names and the number of the others. */
export const namesOf = (people: readonly { name: string }[], most = 5) => {
  const names = people
    .slice(0, most)
    .map(({ name }) => name)
    .join('、')
  return people.length > most ? `${names}等 ${people.length} 人` : names
}

/** Names one person, or counts several, for a title that must fit in a line. */
export const forWhom = (people: readonly { name: string }[]) =>
  people.length === 1 && people[0] ? ` ${people[0].name} ` : ` ${people.length} 人`

export function MovePeople({ tree, people, ...dialog }: MovePeopleProps) {
  const [form] = Form.useForm<{ dept_id: string | null }>()
  const [first] = people
  // People of different departments have no common value, not even 未分配部门, so the user has to choose.
  const common = first && people.every(({ dept_id }) => dept_id === first.dept_id) ? first.dept_id : undefined
  const target = Form.useWatch('dept_id', form) as string | null | undefined
  const moving = target === undefined ? 0 : people.filter(({ dept_id }) => dept_id !== target).length
  const staying = target === undefined ? 0 : people.length - moving
  const employee_ids = people.map(({ employee_id }) => employee_id)
  const [template, setTemplate] = useState<string>()
  const extra = template ? { template_id: template } : {}
  const acting = target !== undefined && (moving || template)
  const plan = usePlan(
    'batchSetDepartment',
    dialog.open && acting ? { employee_ids, dept_id: target, ...extra } : undefined,
  )

  return (
    <DialogForm
      title="移动到部门"
      subject={employee_ids}
      okText={moving ? `移动 ${moving} 人` : template ? '套用模板' : '移动'}
      {...dialog}
      // Nothing changes for people who are already there and are assigned nothing.
      waiting={plan.loading || !acting}
      form={form}
      call={api.batchSetDepartment}
      {...(!template && { atOnce: true })}
      input={({ dept_id }) => ({ employee_ids, dept_id, ...extra })}
      fieldOf={{ [-46001]: 'dept_id' }}
      message={({ data }, { dept_id }) =>
        `已把 ${data.moved} 人移到${dept_id === null ? '未分配部门' : `“${tree.byId.get(dept_id)?.name ?? ''}”`}`
      }
    >
      <p className="dialog-about">
        {namesOf(people)}
        {moving > 0 && staying > 0 && `；其中 ${staying} 人已在这个部门，不必移动`}
      </p>
      <Form.Item
        name="dept_id"
        label={employeeFields.dept_path.label}
        initialValue={common}
        rules={[
          { validator: () => (target === undefined ? Promise.reject(new Error('请选择部门')) : Promise.resolve()) },
        ]}
      >
        <DepartmentSelect tree={tree} noneText="未分配部门" placeholder="请选择部门" />
      </Form.Item>
      <TemplateChoice value={template} change={setTemplate} note="部门以上面选的为准" />
      {acting ? <Plan plan={plan} /> : null}
    </DialogForm>
  )
}
