import { Form, Input } from 'antd'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { requestTitle } from '#web/ui/request-looks.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { Request } from './request.ts'

export const RefuseDialog = ({ request, ...dialog }: ChangeDialogProps & { request: Request }) => (
  <DialogForm
    title={`拒绝${request.name}的申请`}
    subject={request.request_id}
    okText="拒绝"
    danger
    {...dialog}
    call={api.refuseRequest}
    input={({ reason }: { reason: string }) => ({ request_id: request.request_id, reason })}
    outdatedBy={[-47042]}
  >
    <p>{requestTitle(request)}</p>
    <Form.Item name="reason" label="原因（员工可见）" rules={[ruled(lineProblem('原因', 200, 2))]}>
      <Input.TextArea rows={3} maxLength={200} showCount />
    </Form.Item>
  </DialogForm>
)
