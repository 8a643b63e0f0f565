import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { operator, useRecoveryCodes } from '../operator.ts'

/** The codes are shown only once, so closing the dialog asks for confirmation. It is mounted above the pages, which may change. */
export function RecoveryCodes() {
  const codes = useRecoveryCodes()
  if (!codes) return null
  const text = codes.join('\n')
  // `OnceDialog` is in a chunk of the pages, which needs the app's own chunk to be initialised.
  return (
    <Dialog
      open
      title="请保存恢复码"
      okText="已保存"
      onOk={() => operator.showRecoveryCodes(undefined)}
      // The attribute `hidden` does not hide an antd button.
      cancelButtonProps={{ style: { display: 'none' } }}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
    >
      <p>
        验证器丢失时，每个恢复码可代替动态验证码使用一次。它们只显示这一次，请存放在手机以外的安全地方；此前若有恢复码，已经失效。
      </p>
      <pre className="recovery-codes">{text}</pre>
      <CopyButton text={text} label="恢复码" />
    </Dialog>
  )
}
