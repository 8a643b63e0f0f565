import { useState } from 'react'
import type { CallState } from '#web/data/use-request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { PageWait } from '#web/ui/page-wait.tsx'
import { DifferingLines } from '../differing-lines.tsx'

interface Saved {
  revision: number
  saved_by: string
  saved_at: string
  markdown: string
}

interface ConflictDialogProps<Theirs extends Saved> {
  /** The version saved by the other operator. */
  called: CallState<Theirs>
  mine: string
  open: boolean
  close: () => void
  /** Saves the user's text over the other version; returns whether it succeeded. */
  overwrite: (revision: number) => Promise<boolean>
  take: (theirs: Theirs) => void
  /** Explains what happens to the other version. */
  note: string
}

/** Shows the version that another operator has saved meanwhile, and lets the writer choose. */
export function ConflictDialog<Theirs extends Saved>(props: ConflictDialogProps<Theirs>) {
  const { called, mine, open, close, overwrite, take, note } = props
  const [busy, setBusy] = useState(false)
  const theirs = called.data
  async function save(revision: number) {
    setBusy(true)
    const saved = await overwrite(revision)
    setBusy(false)
    if (saved) close()
  }
  return (
    <Dialog
      title="其他人刚刚保存过"
      open={open}
      onCancel={close}
      mask={{ closable: false }}
      width={720}
      footer={
        <>
          <Button onClick={close}>继续编辑</Button>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (theirs) take(theirs)
              close()
            }}
          >
            改用对方的版本
          </Button>
          <Button look="primary" disabled={!theirs} loading={busy} onClick={() => theirs && void save(theirs.revision)}>
            保存为我的版本
          </Button>
        </>
      }
    >
      {called.refused && !theirs && <Failure refused={called.refused} retry={called.reload} />}
      {!theirs && !called.refused && <PageWait />}
      {theirs && (
        <>
          <p>
            <strong>{theirs.saved_by}</strong> 于 {dateTime(theirs.saved_at)} 保存。下面是对方的正文，您没有的行已标出。
            {note}
          </p>
          <DifferingLines label="对方的正文" text={theirs.markdown} than={mine} />
        </>
      )}
    </Dialog>
  )
}
