import { Alert } from '#web/ui/alert.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { OnceDialog } from '#web/ui/once-dialog.tsx'

interface SecretDialogProps {
  title: string
  /** Null when an earlier attempt created it and its answer was lost. */
  secret: string | null | undefined
  /** Advice for a holder who has lost the secret. */
  lost: string
  close: () => void
}

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ title, secret, lost, close }: SecretDialogProps) {
  return (
    <OnceDialog title={title} open={secret !== undefined} close={close} okText={secret ? '我已保存' : '知道了'}>
      {secret ? (
        <div className="confirm">
          <Alert type="warning" title="密钥只显示这一次，请立即复制并妥善保存；不要写进代码或发到群里。" />
          <p>
            <code className="secret">{secret}</code>
          </p>
          <CopyButton text={secret} label="密钥">
            复制密钥
          </CopyButton>
        </div>
      ) : (
        <Alert type="warning" title={`密钥已经产生，但没有送达这里，也不能再显示。${lost}`} />
      )}
    </OnceDialog>
  )
}
