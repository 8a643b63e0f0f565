import { Form, Input, Select } from 'antd'
import { maxPersonDays, maxPersonDevices } from '#contract/people.ts'
import { employeeFields } from '#contract/records/employee-fields.ts'
import type { Template } from '#web/console/templates/template.ts'
import { api } from '#web/data/api.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { between } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import { DepartmentSelect } from '../../departments/department-select.tsx'
import type { DepartmentTree } from '../../departments/tree.ts'

interface Values {
  name: string
  dept_id: string | null
  days: number | null
  device_limit: number | null
  group_ids: string[]
}

interface TemplateFormProps extends ChangeDialogProps {
  /** Undefined to create a template. */
  template: Template | undefined
  tree: DepartmentTree
  groups: ReadonlyMap<string, string>
  groupsFound: RequestState
}

/** Blank fields change nothing about people. */
export const TemplateForm = ({ template, tree, groups, groupsFound, ...dialog }: TemplateFormProps) => (
  <DialogForm
    title={template ? `修改模板 ${template.name}` : '新建入职模板'}
    subject={template?.template_id}
    okText="保存"
    {...dialog}
    call={api.setTemplate}
    record={template}
    input={(values: Values, record) => ({
      ...(record && { template_id: record.template_id }),
      ...changedFrom(record, values),
    })}
    fieldOf={{ [-46001]: 'dept_id', [-47051]: 'name', [-52010]: 'group_ids' }}
    outdatedBy={[-47050]}
  >
    <Form.Item name="name" label="模板名称" initialValue={template?.name} rules={[ruled(lineProblem('模板名称', 30))]}>
      <Input maxLength={30} autoComplete="off" placeholder="如：日本站运营" />
    </Form.Item>
    <Form.Item name="dept_id" label="移到部门（选填）" initialValue={template?.dept_id ?? null}>
      <DepartmentSelect tree={tree} noneText="不改变" />
    </Form.Item>
    <Form.Item
      name="days"
      label="每人分配时长（选填）"
      initialValue={template?.days ?? null}
      rules={[between(1, maxPersonDays, '天')]}
    >
      <WholeNumber suffix="天" />
    </Form.Item>
    <Form.Item
      name="device_limit"
      label={`${employeeFields.device_limit.label}（选填）`}
      initialValue={template?.device_limit ?? null}
      rules={[between(0, maxPersonDevices, '台')]}
    >
      <WholeNumber suffix="台" />
    </Form.Item>
    <Form.Item name="group_ids" label="加入专线组（选填）" initialValue={template?.group_ids ?? []}>
      <Select
        mode="multiple"
        allowClear={clearable}
        placeholder="选择专线组"
        options={[...new Set([...groups.keys(), ...(template?.group_ids ?? [])])].map(value => ({
          value,
          label: groups.get(value) ?? '所选专线组',
        }))}
        {...outcomeOf(groupsFound, '还没有专线组', [...groups, ...(template?.group_ids ?? [])])}
        // Otherwise a second Enter would choose the first option of the whole list.
        showSearch={{ optionFilterProp: 'label', autoClearSearchValue: false }}
      />
    </Form.Item>
  </DialogForm>
)
