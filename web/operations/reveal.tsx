import { EyeOutlined } from '@ant-design/icons'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type DialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { useMay } from './operator.ts'

interface RevealProps {
  masked: string
  name: string
  /** The kind of value, such as 号码. */
  what: string
  /** Seconds after which the full value is hidden again. */
  seconds?: number
  copyable?: boolean
  /** The dialog that asks for the reason and calls `show` with the full value. */
  children: (dialog: DialogProps, show: (whole: string) => void) => ReactNode
}

/** A masked value, which support may see in full for a reason. */
export function Reveal({ masked, name, what, seconds, copyable, children }: RevealProps) {
  const dialog = useDialog<true>()
  const [whole, setWhole] = useState<string>()
  const may = useMay(['support'])
  const hide = () => setWhole(undefined)
  useEffect(() => {
    if (whole === undefined || seconds === undefined) return
    const timer = setTimeout(() => setWhole(undefined), seconds * 1000)
    return () => clearTimeout(timer)
  }, [whole, seconds])
  return (
    <span className="unmask">
      {masked}
      {may && (
        <Button
          look="text"
          size="small"
          icon={<EyeOutlined />}
          aria-label={`查看${name}的完整${what}`}
          onClick={() => dialog.show(true)}
        />
      )}
      {dialog.subject && <Fragment key={dialog.key}>{children(dialog.props, setWhole)}</Fragment>}
      <Dialog
        title={`${name}的${what}`}
        open={whole !== undefined}
        onCancel={hide}
        footer={
          <Button look="primary" onClick={hide}>
            知道了
          </Button>
        }
      >
        <p className="row unmasked">
          <code>{whole}</code>
          {copyable && <CopyButton text={whole ?? ''} label={what} />}
        </p>
        {seconds !== undefined && <p className="quiet">{seconds} 秒后自动隐藏。</p>}
      </Dialog>
    </span>
  )
}
