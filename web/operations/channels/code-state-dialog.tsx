import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { PromotionCode } from './codes.tsx'

interface CodeStateDialogProps {
  code: PromotionCode
  open: boolean
  close: () => void
  done: () => void
}

export function CodeStateDialog({ code, open, close, done }: CodeStateDialogProps) {
  const { promotion_code, used } = code
  const disables = code.disabled_at === null
  const title = disables ? '停用推广码' : '恢复推广码'
  async function send() {
    const answer = await api.setPromotionCodeState({ promotion_code, disabled: disables })
    if (answer.ok) {
      toast.success(disables ? `已停用 ${promotion_code}` : `已恢复 ${promotion_code}`)
      done()
    } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return answer.ok
  }
  return (
    <ConfirmDialog
      title={title}
      okText={disables ? '停用' : '恢复'}
      danger={disables}
      open={open}
      close={close}
      send={send}
    >
      <p>
        <strong>{promotion_code}</strong>
        {disables
          ? `：链接与二维码立即失效，不能再用它注册。已用它注册的 ${count(used)} 个账号不受影响。`
          : '：在它的有效期与使用上限之内，可以再用它注册。'}
      </p>
    </ConfirmDialog>
  )
}
