import type { Answered } from '#web/data/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { ListedOperator } from './listed-operator.ts'

export interface StandingQuestion {
  action: 'reset' | 'totp' | 'logins' | 'disable' | 'enable'
  operator: ListedOperator
}

const words = {
  reset: { title: '重置密码', text: '另一位负责人确认后会看到一次性的新密码，原密码失效，所有登录立即结束。' },
  totp: {
    title: '重置密码与验证器',
    text: '另一位负责人确认后会看到一次性的新密码，动态验证器须重新绑定，通行密钥全部移除，所有登录立即结束。',
  },
  logins: { title: '结束登录', text: '现有的登录立即全部结束，可以用原来的密码重新登录。' },
  disable: { title: '停用操作员', text: '不能再登录，所有登录立即结束。做过的操作仍留在审计日志里。' },
  enable: { title: '恢复操作员', text: '另一位负责人确认后，可以用原来的密码重新登录。' },
}

interface StandingDialogProps extends ChangeDialogProps {
  question: StandingQuestion
}

export function StandingDialog({ question: { action, operator }, ...dialog }: StandingDialogProps) {
  const { title, text } = words[action]
  const { operator_id } = operator
  return (
    <ConfirmDialog
      title={title}
      okText={title}
      danger={action !== 'enable'}
      {...dialog}
      input={{ operator_id, action }}
      call={(_, options): Promise<Answered<object>> => {
        if (action === 'logins') return api.endOperatorLogins({ operator_id }, options)
        return action === 'disable' || action === 'enable'
          ? api.setOperatorState({ operator_id, state: action === 'disable' ? 'disabled' : 'active' }, options)
          : api.resetOperator({ operator_id, totp: action === 'totp' }, options)
      }}
    >
      <p>
        <strong>{operator.display_name}</strong>（{operator.name}）：{text}
      </p>
    </ConfirmDialog>
  )
}
