import { DatePicker, Form, Input, Select } from 'antd'
import { chinaNow } from '#web/ui/china-time.ts'
import { clearable } from '#web/ui/clearable.tsx'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useOperator } from '../operator.ts'
import { useOperation } from '../use-operation.ts'

interface Values {
  text: string
  follow_up_on?: Dayjs | null
  assignee_id?: string
}

interface NoteDialogProps extends ChangeDialogProps {
  companyId: string
}

/** Writes a note, optionally with a follow-up. */
export function NoteDialog({ companyId, ...dialog }: NoteDialogProps) {
  const { data, ...found } = useOperation('getFollowUpAssignees', {})
  const self = useOperator()
  const [form] = Form.useForm<Values>()
  const follows = Boolean(Form.useWatch('follow_up_on', form))
  return (
    <DialogForm
      title="写备注"
      subject={companyId}
      okText="保存"
      {...dialog}
      form={form}
      call={api.addCompanyNote}
      input={({ text, follow_up_on, assignee_id }: Values) => ({
        company_id: companyId,
        text,
        ...(follow_up_on && { follow_up_on: follow_up_on.format('YYYY-MM-DD'), ...(assignee_id && { assignee_id }) }),
      })}
      fieldOf={{ [-57004]: 'assignee_id' }}
    >
      <Form.Item name="text" label="内容" rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
        <Input.TextArea rows={4} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item name="follow_up_on" label="跟进日期（选填）">
        <DatePicker minDate={chinaNow()} />
      </Form.Item>
      {follows && (
        <Form.Item name="assignee_id" label="由谁跟进（不选则为自己）">
          <Select
            allowClear={clearable}
            showSearch={{ optionFilterProp: 'label' }}
            {...outcomeOf(found, '没有别的同事', data?.list)}
            placeholder={self && `${self.display_name}（自己）`}
            options={data?.list.map(({ operator_id, display_name }) => ({ value: operator_id, label: display_name }))}
          />
        </Form.Item>
      )}
    </DialogForm>
  )
}
