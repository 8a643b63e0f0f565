import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'

export interface EndSessions {
  of: 'session' | 'account' | 'company'
  id: string
  /** Whose. */
  name: string
  /** Of one session: what it is. */
  about?: string
}

interface EndSessionsDialogProps {
  asked: EndSessions
  open: boolean
  close: () => void
  done: () => void
}

export function EndSessionsDialog({ asked: { of, id, name, about }, open, close, done }: EndSessionsDialogProps) {
  async function send() {
    const answer = await api.endSessionsFor({ of, id })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return false
    }
    toast.success(`已结束 ${answer.data.sessions} 个登录`)
    done()
    return true
  }
  const what = of === 'session' ? '的这个登录' : of === 'account' ? '的全部登录' : '全部成员的登录'
  return (
    <ConfirmDialog
      title={of === 'session' ? '结束登录' : '结束全部登录'}
      okText="结束登录"
      danger
      open={open}
      close={close}
      send={send}
    >
      <p>
        立即结束 <strong>{name}</strong> {what}
        {about && `：${about}`}。可以重新登录。
      </p>
    </ConfirmDialog>
  )
}
