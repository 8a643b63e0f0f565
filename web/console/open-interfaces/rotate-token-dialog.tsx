import { Form, Radio } from 'antd'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import type { Token } from './token-looks.ts'

const rotateToken = withRequestKey(api.rotateApiToken)
export const overlaps = [
  { value: 24, label: '24 小时' },
  { value: 168, label: '7 天' },
  { value: 0, label: '立即失效（密钥可能已泄露）' },
]

interface RotateTokenDialogProps extends ChangeDialogProps {
  token: Token
  made: (secret: string | null) => void
}

export function RotateTokenDialog({ token, made, ...dialog }: RotateTokenDialogProps) {
  return (
    <DialogForm
      {...dialog}
      title={`轮换“${token.name}”的密钥`}
      subject={token.token_id}
      okText="产生新密钥"
      call={rotateToken}
      input={({ overlap_hours }: { overlap_hours: number }) => ({ token_id: token.token_id, overlap_hours })}
      message="新密钥已产生"
      onSuccess={({ data }) => made(data.secret)}
      outdatedBy={[-41056]}
    >
      <Form.Item name="overlap_hours" label="原来的密钥还可以用" initialValue={24}>
        <Radio.Group options={overlaps} />
      </Form.Item>
    </DialogForm>
  )
}
