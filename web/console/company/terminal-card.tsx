import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'

type Login = OutputOf<'getTerminalApproval'>['logins'][number]

/** Sets whether a manager's login from a new browser needs another manager's approval, and lists those waiting for it. */
export function TerminalCard() {
  const { data, refused, reload } = useRemembered('getTerminalApproval', {})
  const { busy, submit } = useSubmission({
    call: api.setTerminalApproval,
    message: (_, { on }) => (on ? '已开启新终端批准' : '已关闭新终端批准'),
    done: reload,
    outdatedBy: [-41044],
  })
  const section = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  const isLoaded = data !== undefined
  // The bell leads to the logins that wait, which stand at the end of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led there again
  useEffect(() => {
    if (isLoaded && hash === '#terminals') section.current?.scrollIntoView({ block: 'start' })
  }, [isLoaded, hash, key])
  return (
    <section className="sheet" id="terminals" ref={section} aria-labelledby="terminals-title">
      <div className="sheet-head">
        <h2 id="terminals-title">新终端批准</h2>
        {data && !data.settable && <span className="badge">{data.on ? '已开启' : '已关闭'}</span>}
        {data?.settable && (
          <Switch
            checked={data.on}
            loading={busy}
            aria-labelledby="terminals-title"
            onChange={on => void submit({ on })}
          />
        )}
      </div>
      <p className="quiet">
        开启后，管理员在没有登录过的浏览器或客户端登录，须由另一位管理员批准；由所有者开启或关闭。员工的登录不受影响。
      </p>
      {!data && <Placeholder refused={refused} retry={reload} rows={1} />}
      {data?.resting && (
        <Alert type="warning" title="企业现在只有一名在职的管理员，没有人可以批准，因此暂不生效；添加管理员后恢复。" />
      )}
      {data && data.logins.length > 0 && (
        <ul className="lines">
          {data.logins.map(login => (
            <HeldLogin key={login.login_id} login={login} done={reload} />
          ))}
        </ul>
      )}
    </section>
  )
}

function HeldLogin({ login, done }: { login: Login; done: () => void }) {
  const { login_id, name, phone, device, ip, approved, rejected, own, requested_at, expires_at } = login
  const outcome = { done, outdatedBy: [-41042] }
  const rejecting = useSubmission({ call: api.rejectHeldLogin, ...outcome })
  return (
    <li className="line">
      <div>
        <h3>
          {name}（{phone}）{approved && <span className="badge">已批准，等待再次登录</span>}
          {rejected && <span className="badge">已拒绝</span>}
        </h3>
        <p className="figures">
          {device} · {ip} · {dateTime(requested_at)} · {fromNow(expires_at)}失效
          {own && ' · 您自己的登录由其他管理员批准；不是您本人的请拒绝，并修改密码'}
        </p>
      </div>
      <div className="row">
        {!rejected && (
          <Button
            loading={rejecting.busy}
            aria-label={`拒绝${name}的登录`}
            onClick={() => void rejecting.submit({ login_id })}
          >
            {approved ? '收回' : '拒绝'}
          </Button>
        )}
        {!approved && !own && (
          <ConfirmButton
            label="批准"
            button={{ look: 'primary', 'aria-label': `批准${name}的登录` }}
            title="批准这次登录？"
            okText="批准登录"
            call={api.approveHeldLogin}
            input={{ login_id, ...(rejected && { overrule: true }) }}
            {...outcome}
          >
            <p>
              {rejected && '它已被拒绝。'}请先向{name}本人核实：{device}（{ip}）。
            </p>
          </ConfirmButton>
        )}
      </div>
    </li>
  )
}
