import { Form, Select } from 'antd'
import { paths } from '#contract/paths.ts'
import { describeTemplate } from '#web/console/templates/template.ts'
import { useTemplates } from '#web/console/templates/use-templates.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { namesOf } from '../../departments/move-people.tsx'
import type { EmployeeDialogProps } from '../simple-dialogs.tsx'

/** Assigns people what a template holds, after showing the plan. */
export function ApplyDialog({ people, ...dialog }: EmployeeDialogProps) {
  const [form] = Form.useForm<{ template_id: string }>()
  const { templates, groups, found } = useTemplates()
  const template_id = Form.useWatch('template_id', form)
  const employee_ids = people.map(({ employee_id }) => employee_id)
  const chosen = templates?.find(template => template.template_id === template_id)
  const plan = usePlan('applyTemplate', dialog.open && template_id ? { template_id, employee_ids } : undefined)
  const days = (chosen?.days ?? 0) * people.length
  return (
    <DialogForm
      title={`给 ${people.length} 人套用入职模板`}
      subject={employee_ids}
      okText="套用"
      {...dialog}
      form={form}
      waiting={plan.loading || (chosen !== undefined && plan.refused !== undefined)}
      call={api.applyTemplate}
      input={values => ({ ...values, employee_ids })}
      message={({ data }) => `已给 ${data.applied} 人套用“${chosen?.name ?? ''}”`}
      outdatedBy={[-47050]}
    >
      <p className="dialog-about">{namesOf(people)}</p>
      <Form.Item name="template_id" label="入职模板" rules={[{ required: true, message: '请选择模板' }]}>
        <Select
          placeholder="选择模板"
          loading={found.loading}
          options={templates?.map(({ template_id: value, name }) => ({ value, label: name }))}
          {...outcomeOf(
            found,
            <LinkButton look="link" to={`${paths.employees}?tab=templates`}>
              还没有模板，去新建
            </LinkButton>,
            templates,
          )}
        />
      </Form.Item>
      {chosen && (
        <p className="quiet">
          {describeTemplate(chosen, groups)}
          {days > 0 && `；共 ${days} 人天`}
        </p>
      )}
      {chosen && <Plan plan={plan} />}
    </DialogForm>
  )
}
