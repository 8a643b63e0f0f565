import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedOperator } from './operators-page.tsx'

export interface StandingQuestion {
  action: 'reset' | 'totp' | 'disable' | 'enable'
  operator: ListedOperator
}

const words = {
  reset: { title: '重置密码', text: '会得到一个一次性的新密码，原密码失效，所有登录立即结束。' },
  totp: { title: '重置密码与验证器', text: '会得到一个一次性的新密码，动态验证器须重新绑定，所有登录立即结束。' },
  disable: { title: '停用操作员', text: '不能再登录，所有登录立即结束。做过的操作仍留在审计日志里。' },
  enable: { title: '恢复操作员', text: '可以用原来的密码重新登录。' },
}

interface StandingDialogProps {
  asked: StandingQuestion
  open: boolean
  close: () => void
  done: (given: { name: string; password: string } | undefined) => void
}

export function StandingDialog({ asked: { action, operator }, open, close, done }: StandingDialogProps) {
  const { title, text } = words[action]
  const { operator_id } = operator
  const tell = (refused: Refused) => {
    if (!isSessionRefusal(refused)) toast.error(sentence(refused))
    return false
  }
  async function send() {
    if (action === 'disable' || action === 'enable') {
      const answer = await api.setOperatorState({ operator_id, state: action === 'disable' ? 'disabled' : 'active' })
      if (!answer.ok) return tell(answer)
      toast.success(answer.msg)
      done(undefined)
      return true
    }
    const answer = await api.resetOperator({ operator_id, totp: action === 'totp' })
    if (!answer.ok) return tell(answer)
    done({ name: operator.display_name, password: answer.data.password })
    return true
  }
  return (
    <ConfirmDialog title={title} okText={title} danger={action !== 'enable'} open={open} close={close} send={send}>
      <p>
        <strong>{operator.display_name}</strong>（{operator.name}）：{text}
      </p>
    </ConfirmDialog>
  )
}
