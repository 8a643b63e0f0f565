import type { OutputOf } from '#contract/index.ts'
import { signInKinds, signInWords } from '#contract/sign-in-names.ts'
import { api } from '#web/data/api.ts'
import { leaveForProvider } from '#web/data/sign-in-way.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

const ProviderDialog = idlePart(async () => (await import('./provider-dialog.tsx')).ProviderDialog)

type Settings = OutputOf<'getCompanySignIn'>['settings']

interface ProviderCardProps {
  settings: Settings
  callback: string
  entry: string
  done: () => void
}

/** The provider, whether it works, and whether people have to use it. */
export function ProviderCard({ settings, callback, entry, done }: ProviderCardProps) {
  const editing = useDialog<true>()
  return (
    <section className="sheet" aria-labelledby="provider-title">
      <div className="sheet-head">
        <h2 id="provider-title">身份提供方</h2>
        <Button onClick={() => editing.show(true)}>{settings ? '修改' : '填写'}</Button>
      </div>
      <div className="sign-in-record">
        <p>请在身份提供方登记这个回调地址（OpenID Connect 还须允许授权码流程、PKCE 与 openid、profile、email）：</p>
        <p>
          <code>{callback}</code>
          <CopyButton text={callback} label="回调地址" />
        </p>
        <p>在企业微信、钉钉、飞书里打开的应用主页：</p>
        <p>
          <code>{entry}</code>
          <CopyButton text={entry} label="应用主页" />
        </p>
      </div>
      {!settings && <p>还没有填写。</p>}
      {settings && <Provider settings={settings} done={done} />}
      <ProviderDialog key={editing.key} {...editing.props} settings={settings} done={done} />
    </section>
  )
}

function Provider({ settings, done }: { settings: NonNullable<Settings>; done: () => void }) {
  const { kind, issuer, client_id, state, required, tested_at } = settings
  const demanding = useDialog<true>()
  const outcome = { done, outdatedBy: [-59102] }
  const testing = useSubmission({
    call: api.beginSignInTest,
    message: '',
    onSuccess: ({ data }) => leaveForProvider(data),
    ...outcome,
  })
  const switching = useSubmission({
    call: api.switchCompanySignIn,
    message: (_, { state: newState, required: demanded }) =>
      demanded === false ? '不再要求企业登录' : newState === 'on' ? '企业登录已启用' : '企业登录已停用',
    ...outcome,
  })
  return (
    <>
      <div className="line">
        <div>
          <h3>{issuer}</h3>
          <p className="figures">
            {signInKinds[kind]} · {signInWords[kind].client_id} {client_id} ·{' '}
            {tested_at ? `${dateTime(tested_at)} 测试通过` : '这份设置还没有测试过'}
          </p>
        </div>
        <Button loading={testing.busy} onClick={() => void testing.submit({})}>
          测试登录
        </Button>
      </div>
      <div className="line">
        <div>
          <h3 id="sign-in-on">启用</h3>
          <p>员工可以在登录页选“企业登录”。停用时，由它打开的登录随即结束。</p>
        </div>
        <Switch
          checked={state === 'on'}
          loading={switching.busy}
          disabled={state === 'off' && !tested_at}
          aria-labelledby="sign-in-on"
          onChange={on => void switching.submit({ state: on ? 'on' : 'off' })}
        />
      </div>
      <div className="line">
        <div>
          <h3 id="sign-in-required">必须用企业登录</h3>
          <p>员工不能再用密码登录，已打开的登录不受影响。提供方不可用时，管理员可用通行密钥，或密码加短信验证码。</p>
        </div>
        <Switch
          checked={required}
          loading={switching.busy}
          disabled={state === 'off'}
          aria-labelledby="sign-in-required"
          onChange={on => (on ? demanding.show(true) : void switching.submit({ state: 'on', required: false }))}
        />
      </div>
      {!tested_at && <Alert type="info" title="先点“测试登录”：真的去身份提供方登录一次再回来，之后才能启用。" />}
      <ConfirmDialog
        key={demanding.key}
        {...demanding.props}
        title="员工只能用企业登录？"
        okText="必须用企业登录"
        call={api.switchCompanySignIn}
        input={{ state: 'on', required: true }}
        message="已要求企业登录"
        done={done}
      >
        <p>没有关联的员工第一次从身份提供方回来时，仍要以自己的密码确认一次。</p>
        <p>管理员以通行密钥或短信验证码登录时，其他管理员都会收到通知。</p>
      </ConfirmDialog>
    </>
  )
}
