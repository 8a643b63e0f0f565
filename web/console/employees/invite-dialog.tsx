import { hasJoined, invitationDays, invitationHours } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { namesOf } from '../departments/move-people.tsx'
import type { Employee } from './employee.ts'
import type { EmployeeDialogProps } from './simple-dialogs.tsx'

const idsOf = (people: readonly Employee[]) => people.map(({ employee_id }) => employee_id)

export function InviteDialog({ people, ...dialog }: EmployeeDialogProps) {
  const waiting = people.filter(person => !hasJoined(person))
  const declined = waiting.filter(({ state }) => state === 'declined')
  return (
    <ConfirmDialog
      title={waiting.length ? `再次邀请 ${waiting.length} 人` : '没有待本人同意的员工'}
      {...dialog}
      okText="发送短信"
      impossible={!waiting.length}
      call={api.inviteCompanyUser}
      input={{ employee_ids: idsOf(waiting) }}
      message={({ data: { invited, skipped } }) =>
        `已发送 ${invited} 条邀请短信${skipped ? `，${skipped} 人没有发送：今日已达上限，或已更换手机号` : ''}`
      }
    >
      {waiting.length ? (
        <>
          <p>
            <b>{namesOf(waiting)}</b> 将收到新的邀请短信，其中的链接 {invitationHours}{' '}
            小时内有效，之后仍可登录答复，至多 {invitationDays} 天；之前的链接随即失效。
          </p>
          {declined.length > 0 && <p className="quiet">{namesOf(declined)} 此前谢绝过邀请，请先与本人沟通。</p>}
          {waiting.length < people.length && (
            <p className="quiet">所选中另有 {people.length - waiting.length} 人已是员工，不会收到短信。</p>
          )}
        </>
      ) : (
        <p>所选员工都已加入企业，无需再次邀请。</p>
      )}
    </ConfirmDialog>
  )
}
