import { Alert } from 'antd'
import { hidden } from '#web/ui/confirm-question.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface SecretDialogProps {
  title: string
  /** Null where an earlier attempt has made it and its answer was lost. */
  secret: string | null | undefined
  /** Advice for a holder who has lost the secret. */
  lost: string
  close: () => void
}

/** Shows a secret the only time that it is shown. */
export function SecretDialog({ title, secret, lost, close }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      open={secret !== undefined}
      onCancel={close}
      onOk={close}
      okText="我已保存"
      cancelButtonProps={hidden}
      mask={{ closable: false }}
      width={520}
    >
      {secret ? (
        <div className="confirm">
          <Alert showIcon type="warning" title="密钥只显示这一次，请立即复制并妥善保存；不要写进代码或发到群里。" />
          <p>
            <code className="secret">{secret}</code>
          </p>
          <CopyButton text={secret} label="密钥">
            复制密钥
          </CopyButton>
        </div>
      ) : (
        <Alert showIcon type="warning" title={`密钥已经产生，但没有送达这里，也不能再显示。${lost}`} />
      )}
    </Dialog>
  )
}
