import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'

export interface EndSessions {
  of: 'session' | 'account' | 'company'
  id: string
  /** The name of the sessions' owner. */
  name: string
  /** Describes a single session. */
  about?: string
}

interface EndSessionsDialogProps extends ChangeDialogProps {
  question: EndSessions
}

export function EndSessionsDialog({ question: { of, id, name, about }, ...dialog }: EndSessionsDialogProps) {
  const what = of === 'session' ? '的这个登录' : of === 'account' ? '的全部登录' : '全部成员的登录'
  return (
    <ConfirmDialog
      title={of === 'session' ? '结束登录' : '结束全部登录'}
      okText="结束登录"
      danger
      {...dialog}
      call={api.endSessionsFor}
      input={{ of, id }}
      message={({ data }) => `已结束 ${data.sessions} 个登录`}
    >
      <p>
        立即结束 <strong>{name}</strong> {what}
        {about && `：${about}`}。可以重新登录。
      </p>
    </ConfirmDialog>
  )
}
