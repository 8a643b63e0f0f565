import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { keepEscape } from './keyboard/keep-escape.ts'

interface LostPartProps {
  retry: () => Promise<void>
  /** Set for a part that opens over the page. */
  close: (() => void) | undefined
}

const text = '可能是网络中断，或门户刚刚更新了版本。'

/** Replaces a part whose scripts failed to load, in its place. */
export const LostPart = ({ retry, close }: LostPartProps) =>
  close ? <LostDialog retry={retry} close={close} /> : <LostPlace retry={retry} />

function Retry({ retry }: Pick<LostPartProps, 'retry'>) {
  const [busy, setBusy] = useState(false)
  async function ask() {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  return (
    <Button look="primary" loading={busy} onClick={() => void ask()}>
      重试
    </Button>
  )
}

const LostPlace = ({ retry }: Pick<LostPartProps, 'retry'>) => (
  <div className="failure" role="alert">
    <p>这一部分没有加载成功：{text}</p>
    <Retry retry={retry} />
  </div>
)

/** A native dialog, because the missing scripts may be those of antd's. */
function LostDialog({ retry, close }: LostPartProps & { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLButtonElement>('[data-look="primary"]')?.focus()
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  // Its surroundings may be hidden, such as the filters on a phone.
  return createPortal(
    <dialog ref={dialog} className="lost-part" aria-labelledby={id} onClose={close} onKeyDown={keepEscape}>
      <h2 id={id}>没有打开</h2>
      <p>{text}页面上填写的都还在；多次重试仍不行时，请刷新页面。</p>
      <div className="row">
        <Button onClick={close}>关闭</Button>
        <Retry retry={retry} />
      </div>
    </dialog>,
    document.body,
  )
}
