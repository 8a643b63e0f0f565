import { Button } from 'antd'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Half of a first password, of which the server keeps just the hash. */
export const ShownOnce = ({ text, close }: { text: string | undefined; close: () => void }) => (
  <Dialog
    title="仅显示一次"
    open={Boolean(text)}
    onCancel={close}
    mask={{ closable: false }}
    footer={
      <Button type="primary" onClick={close}>
        我已记下
      </Button>
    }
  >
    <p>关闭后无法再次查看。</p>
    <p className="row">
      <code className="figures">{text}</code>
      <CopyButton text={text ?? ''} label="复制" />
    </p>
  </Dialog>
)
