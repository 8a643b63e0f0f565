import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { employeeRoleNames } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import type { CallState } from '#web/data/use-request.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { employeeStateLooks } from '#web/ui/states.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ownLines } from './own-lines.ts'

const JoinDialog = idlePart(async () => (await import('./join-dialog.tsx')).JoinDialog)

type Memberships = OutputOf<'getMemberships'>
type Invitation = Memberships['invitations'][number]
type Membership = NonNullable<Memberships['membership']>

interface MembershipCardProps {
  memberships: CallState<Memberships>
  /** The message for managers of a frozen company. */
  frozen: string | undefined
  changed: () => void
}

/** Shows the person's company and its invitations; both are for the person to decide. */
export function MembershipCard({ memberships, frozen, changed }: MembershipCardProps) {
  const { data, refused, reload } = memberships
  const joining = useDialog<Invitation>()
  const declining = useDialog<Invitation>()
  const [leaving, setLeaving] = useState(false)
  const done = () => {
    reload()
    changed()
  }
  return (
    <section className="sheet" aria-labelledby="membership-title">
      <div className="sheet-head">
        <h2 id="membership-title">所属企业</h2>
        {data?.membership && <StateTag state={employeeStateLooks[data.membership.state]} />}
      </div>
      {!data && <Placeholder refused={refused} retry={reload} rows={1} />}
      {data?.invitations.map(invitation => (
        <div key={invitation.company_id} className="line">
          <div>
            <h3>{invitation.company_name}邀请您加入</h3>
            <p>
              邀请的姓名是“{invitation.name}”，{dateTime(invitation.lapses_at)} 前有效（{fromNow(invitation.lapses_at)}
              ）。
            </p>
          </div>
          <div className="row">
            <Button onClick={() => declining.show(invitation)}>谢绝</Button>
            <Button look="primary" onClick={() => joining.show(invitation)}>
              加入
            </Button>
          </div>
        </div>
      ))}
      {data?.membership && frozen && <Alert type="error" role="status" title={frozen} />}
      {data?.membership && (
        <Belonging membership={data.membership} frozen={frozen !== undefined} leave={() => setLeaving(true)} />
      )}
      {data && !data.membership && !data.invitations.length && (
        <p className="quiet">您不属于任何企业。企业邀请您时，会显示在这里，由您决定是否加入。</p>
      )}
      {joining.subject && (
        <JoinDialog
          key={joining.key}
          invitation={joining.subject}
          elsewhere={data?.membership ?? null}
          {...joining.props}
          done={done}
        />
      )}
      {declining.subject && (
        <ConfirmDialog
          key={declining.key}
          title={`谢绝加入${declining.subject.company_name}`}
          okText="谢绝邀请"
          cancelText="再想想"
          {...declining.props}
          call={api.declineCompany}
          input={{ company_id: declining.subject.company_id }}
          message="已谢绝邀请"
          outdatedBy={[-47020]}
          done={done}
        >
          <p>对方的管理员会看到您已谢绝，可以再次邀请。您的账号不受任何影响。</p>
        </ConfirmDialog>
      )}
      {data?.membership && (
        <LeaveDialog membership={data.membership} open={leaving} close={() => setLeaving(false)} done={done} />
      )}
    </section>
  )
}

interface BelongingProps {
  membership: Membership
  frozen: boolean
  leave: () => void
}

const Belonging = ({ membership, frozen, leave }: BelongingProps) => (
  <div className="line">
    <div>
      <h3>{membership.company_name}</h3>
      <p>
        您在企业里登记为“{membership.name}”，身份是{employeeRoleNames[membership.role]}。
        {membership.role === 'owner' &&
          (frozen ? '所有者须先转让企业，才能退出；冻结期间不能转让。' : '所有者须先在员工列表中转让企业，才能退出。')}
      </p>
    </div>
    {membership.role !== 'owner' && (
      <Button danger onClick={leave}>
        退出企业
      </Button>
    )}
  </div>
)

function LeaveDialog({ membership, open, close, done }: ChangeDialogProps & { membership: Membership }) {
  const { company_id, company_name } = membership
  const loss = usePreview('leaveCompany', open ? { company_id, preview: true } : undefined, 0)
  const { data } = loss
  const plan = usePreview('planMembership', open ? { company_id, act: 'leave' } : undefined, 0)
  const failed = loss.refused ? loss : plan
  return (
    <ConfirmDialog
      title={`退出${company_name}`}
      okText="退出企业"
      cancelText="留在企业"
      danger
      open={open}
      close={close}
      waiting={loss.loading || plan.loading || failed.refused !== undefined}
      call={api.leaveCompany}
      input={{ company_id }}
      message={`已退出${company_name}`}
      outdatedBy={[-48010]}
      onSuccess={() => session.setManager(0)}
      done={done}
    >
      {failed.refused && (
        <p role="alert">
          <RetryNote refused={failed.refused} reload={failed.reload} />
        </p>
      )}
      <ul className="consequences">
        <li>
          立即失去 <b>{plan.data ? count(plan.data.lost.lines) : '…'}</b> 条专线的使用权
          {plan.data && plan.data.lost.lines > 0 && `：${ownLines(plan.data.lost)}`}。
        </li>
        <li>
          名下 <b>{data ? count(data.devices) : '…'}</b> 台设备会被删除，正在使用的客户端随即断开。
        </li>
        <li>
          未用的 <b>{data ? count(data.reclaimed_days) : '…'}</b> 天时长退回企业，不归个人。
        </li>
        <li>您的账号与登录不受影响；再次加入须由企业邀请。</li>
      </ul>
    </ConfirmDialog>
  )
}
