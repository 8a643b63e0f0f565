import { CopyButton } from '#web/ui/copy-button.tsx'
import { OnceDialog } from '#web/ui/once-dialog.tsx'

/** Half of a first password, of which the server keeps only the hash. */
export const ShownOnce = ({ text, close }: { text: string | undefined; close: () => void }) => (
  <OnceDialog title="仅显示一次" open={Boolean(text)} close={close} okText="我已记下">
    <p>关闭后无法再次查看。</p>
    <p className="row">
      <code className="figures">{text}</code>
      <CopyButton text={text ?? ''} label="复制" />
    </p>
  </OnceDialog>
)
