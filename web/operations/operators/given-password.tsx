import { Button, Modal } from 'antd'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** A password can be shown only once, because the server stores just its hash. */
export const GivenPassword = ({
  given,
  close,
}: {
  given: { name: string; password: string } | undefined
  close: () => void
}) => (
  <Modal
    title="一次性密码"
    open={Boolean(given)}
    onCancel={close}
    mask={{ closable: false }}
    footer={
      <Button type="primary" onClick={close}>
        我已记下
      </Button>
    }
  >
    <p>请把下面的密码安全地交给 {given?.name}，首次登录后须修改。关闭后无法再次查看，只能重置。</p>
    <p className="row">
      <code className="figures">{given?.password}</code>
      <CopyButton text={given?.password ?? ''} label="复制密码" />
    </p>
  </Modal>
)
