import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { operator } from '../operator.ts'
import { useRemembered } from '../use-operation.ts'

/** The number of codes at or below which the operator is warned to make new ones. */
const few = 3

export function RecoveryCodesCard() {
  const { data, refused, reload } = useRemembered('getOwnRecoveryCodes', {})
  const dialog = useDialog<true>()
  return (
    <section className="sheet" aria-labelledby="recovery-title">
      <div className="totp-line">
        <div>
          <h2 id="recovery-title">恢复码</h2>
          {data ? (
            <p>
              还有 {data.left} 个没用过{data.left <= few && '，请重新生成'}
              。验证器丢失时，每个恢复码可代替动态验证码使用一次。
            </p>
          ) : (
            <Placeholder refused={refused} retry={reload} rows={1} />
          )}
        </div>
        <Button onClick={() => dialog.show(true)}>重新生成</Button>
      </div>
      {dialog.subject && (
        <ConfirmDialog
          key={dialog.key}
          title="重新生成恢复码"
          okText="重新生成"
          {...dialog.props}
          done={reload}
          input={{}}
          call={api.renewOwnRecoveryCodes}
          onSuccess={({ data: { recovery_codes } }) => operator.showRecoveryCodes(recovery_codes)}
        >
          <p>新的恢复码只显示一次，请存放在手机以外的安全地方；现有的{data ? ` ${data.left} 个` : ''}随即失效。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
