import { Form, Input } from 'antd'
import { api } from '#web/data/api.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { ClosingConsequences } from '#web/ui/closing-consequences.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { ClosingMatters } from './closing-matters.tsx'

/** Asks the provider to close the company, once the owner has read what this ends and what has to be settled first. */
export function ClosingDialog({ name, open, close, done }: ChangeDialogProps & { name: string }) {
  const { data, refused, reload } = usePreview('getClosing', open ? {} : undefined, 0)
  return (
    <DialogForm
      title="申请注销企业"
      subject={undefined}
      okText="提交申请"
      danger
      waiting={!data}
      open={open}
      close={close}
      call={api.requestClosing}
      input={({ reason }: { reason: string }) => ({ reason })}
      fieldOf={{}}
      outdatedBy={[-41044, -57003]}
      done={done}
    >
      <p>
        申请注销 <strong>{name}</strong>。客服核实后办理，在此之前企业照常使用，可以撤回；办理之后不能恢复：
      </p>
      <ClosingConsequences forfeited={data?.forfeited} />
      {refused && (
        <p role="alert">
          <RetryNote refused={refused} reload={reload} />
        </p>
      )}
      {data && <ClosingMatters open={data.open} />}
      <Form.Item name="reason" label="原因" rules={[ruled(lineProblem('原因', 200, 2))]}>
        <Input.TextArea rows={2} maxLength={200} placeholder="例如：公司已清算，不再经营" />
      </Form.Item>
    </DialogForm>
  )
}
