import { Form, Input } from 'antd'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'

/** Requests the trial that `offer` describes. */
export function TrialDialog({ offer, open, close, done }: ChangeDialogProps & { offer: string }) {
  return (
    <DialogForm
      title="申请产品试用"
      subject={undefined}
      okText="提交申请"
      open={open}
      close={close}
      call={api.requestTrial}
      input={({ note = '' }: { note?: string }) => ({ note })}
      fieldOf={{}}
      message="已提交，客服会尽快为您开通"
      outdatedBy={[-52020, -52021]}
      done={done}
    >
      <p>{offer}；每家企业一次，不需要付款。</p>
      <Form.Item name="note" label="说明（选填）">
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="例如：要访问的地区与平台" />
      </Form.Item>
    </DialogForm>
  )
}
