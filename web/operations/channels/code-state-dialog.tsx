import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { PromotionCode } from './channel.ts'

interface CodeStateDialogProps extends ChangeDialogProps {
  code: PromotionCode
}

export function CodeStateDialog({ code, ...dialog }: CodeStateDialogProps) {
  const { promotion_code, used } = code
  const disables = code.disabled_at === null
  const title = disables ? '停用推广码' : '恢复推广码'
  return (
    <ConfirmDialog
      title={title}
      okText={disables ? '停用' : '恢复'}
      danger={disables}
      {...dialog}
      call={api.setPromotionCodeState}
      input={{ promotion_code, disabled: disables }}
      message={disables ? `已停用 ${promotion_code}` : `已恢复 ${promotion_code}`}
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
