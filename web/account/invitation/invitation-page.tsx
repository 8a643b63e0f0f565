import '#web/ui/fields/fields.css'
import './invitation.css'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { loginPath, paths } from '#contract/paths.ts'
import { invitationDays } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { useCall } from '#web/data/use-call.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { AccountFrame } from '../account-layout.tsx'
import { AcceptForm } from './accept-form.tsx'

/**
 * The page behind an invitation SMS. It names the inviting company and asks for a password; possession of the link proves the
 * phone.
 */
export function InvitationPage() {
  const { token = '' } = useParams()
  return (
    <AccountFrame className="invitation">
      <Invitation token={token} />
    </AccountFrame>
  )
}

function Invitation({ token }: { token: string }) {
  const { data, refused, reload } = useCall('getInvitation', { invitation: token })
  const phone = useStore(state => (state.sid ? state.phone : ''))
  // -41003 means that a part of the link is missing, as when the message was truncated.
  if (refused?.code === -47020 && phone) return <SignedIn phone={phone} company={session.userInfo()?.company_name} />
  if (refused?.code === -47020 || refused?.code === -41003) return <Ended cut={refused.code === -41003} phone={phone} />
  if (!data) return <Placeholder refused={refused} retry={reload} rows={6} />
  return (
    <section className="sheet" aria-labelledby="invitation-title">
      <Welcome invitation={data} />
      <AcceptForm token={token} company={data.company_name} phone={data.phone} />
      <Decline token={token} company={data.company_name} declined={reload} />
    </section>
  )
}

function Decline({ token, company, declined }: { token: string; company: string; declined: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <p className="quiet">
      不认识这家企业，或不想加入？
      <Button look="link" className="invitation-decline" onClick={() => setOpen(true)}>
        谢绝邀请
      </Button>
      <ConfirmDialog
        title={`谢绝加入${company}`}
        okText="谢绝邀请"
        cancelText="再想想"
        open={open}
        close={() => setOpen(false)}
        call={api.declineInvitation}
        input={{ invitation: token }}
        message="已谢绝邀请"
        outdatedBy={[-47020]}
        done={declined}
      >
        <p>链接随即失效，对方的管理员会看到您已谢绝。</p>
      </ConfirmDialog>
    </p>
  )
}

const Welcome = ({ invitation }: { invitation: OutputOf<'getInvitation'> }) => (
  <>
    <span className="initial" aria-hidden="true">
      {[...invitation.company_name][0]}
    </span>
    <h1 id="invitation-title">{invitation.company_name}邀请您加入</h1>
    <p className="invitation-about">
      {invitation.name}，您好。设置登录密码后，您将成为该企业的员工，用手机号 <b>{invitation.phone}</b>{' '}
      登录客户端即可使用企业分配的网络服务。
    </p>
    <p className="quiet">
      这个链接在 {dateTime(invitation.expires_at)} 前有效（{fromNow(invitation.expires_at)}
      ）；之后可用这个手机号登录或注册，在个人信息中答复，自邀请起至多 {invitationDays} 天。
    </p>
  </>
)

const Ended = ({ cut, phone }: { cut: boolean; phone: string }) => (
  <section className="sheet invitation-ended" role="alert">
    <h1>{cut ? '邀请链接不完整' : '邀请已失效'}</h1>
    <p>
      {cut
        ? '链接可能被截断，请从短信中完整打开。'
        : '链接可能已过期、已被使用或谢绝，或管理员又发送了新的邀请，请以最新一条短信为准。'}
      仍打不开时，请联系企业管理员重新发送。
    </p>
    <p>
      {phone
        ? `您已登录 ${maskPhone(phone)}。邀请的是这个手机号时，可以在个人信息中答复。`
        : '已有账号？用手机号登录，在个人信息中答复邀请。'}
    </p>
    <div className="row">
      {phone ? (
        <LinkButton look="primary" to={paths.personalDetails}>
          查看个人信息
        </LinkButton>
      ) : (
        <Button look="primary" href={loginPath}>
          去登录
        </Button>
      )}
      <Button href={paths.home}>回到首页</Button>
    </div>
  </section>
)

/** For a person who has accepted and opens the link again: nothing is left to do. */
const SignedIn = ({ phone, company }: { phone: string; company: string | null | undefined }) => (
  <section className="sheet invitation-ended">
    <h1>{company ? `您已加入${company}` : '这个邀请链接已经用过或失效'}</h1>
    <p>您已登录 {maskPhone(phone)}。加入的企业与等待答复的邀请，都在个人信息里。</p>
    <div className="row">
      <LinkButton look="primary" to={paths.personalDetails}>
        查看个人信息
      </LinkButton>
    </div>
  </section>
)
