import type { OutputOf } from '#contract/index.ts'
import { maxPasskeys } from '#contract/records/passkey-fields.ts'
import type { PasskeyAttestation, PasskeyCreation } from '#contract/webauthn.ts'
import type { Answered } from '#web/data/answers.ts'
import { type BeginPasskey, makingPasskey } from '#web/data/passkeys.ts'
import type { CallState } from '#web/data/use-request.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { dateTime, fromNow } from '../format.ts'
import { idlePart } from '../lazy-part.tsx'
import { Placeholder } from '../placeholder.tsx'
import { useDialog } from '../use-dialog.ts'
import { useSubmission } from '../use-submission.ts'
import type { Rename } from './rename-dialog.tsx'

const RenameDialog = idlePart(async () => (await import('./rename-dialog.tsx')).RenameDialog)

export type Passkey = OutputOf<'getPasskeyList'>['list'][number]

export interface PasskeyCalls {
  begin: BeginPasskey<PasskeyCreation>
  add: (input: { passkey: PasskeyAttestation }) => Promise<Answered<Passkey>>
  rename: Rename
  remove: (input: { passkey_id: string }) => Promise<Answered<object>>
}

interface PasskeysCardProps {
  state: CallState<{ list: Passkey[] }>
  calls: PasskeyCalls
}

/** The passkeys of the logged-in customer or operator. */
export function PasskeysCard({ state: { data, refused, reload }, calls }: PasskeysCardProps) {
  const dialog = useDialog<Passkey>()
  const adding = useSubmission({
    // Each attempt creates another passkey, so none repeats an earlier one's key.
    call: (_: object) => makingPasskey(calls.begin, calls.add),
    done: reload,
  })
  const passkeys = data?.list ?? []
  return (
    <section className="sheet" aria-labelledby="passkeys-title">
      <div className="sheet-head">
        <h2 id="passkeys-title">通行密钥</h2>
        {passkeys.length < maxPasskeys && (
          <Button loading={adding.busy} onClick={() => void adding.submit({})}>
            添加通行密钥
          </Button>
        )}
      </div>
      <p className="quiet">
        用指纹、面容或锁屏密码登录，不必输入密码，也不会被钓鱼网站骗走。每台常用的设备可以各添加一个。
      </p>
      {!data && <Placeholder refused={refused} retry={reload} rows={1} />}
      {passkeys.length > 0 && (
        <ul className="lines">
          {passkeys.map(passkey => (
            <li key={passkey.passkey_id} className="line">
              <div>
                <h3>{passkey.name}</h3>
                <p className="figures">
                  添加于 {dateTime(passkey.created_at)} ·{' '}
                  {passkey.last_used_at ? `最近使用：${fromNow(passkey.last_used_at)}` : '尚未使用'}
                </p>
              </div>
              <div className="row">
                <Button aria-label={`改名：${passkey.name}`} onClick={() => dialog.show(passkey)}>
                  改名
                </Button>
                <ConfirmButton
                  label="移除"
                  button={{ 'aria-label': `移除：${passkey.name}` }}
                  title="移除这个通行密钥？"
                  okText="移除"
                  danger
                  call={calls.remove}
                  input={{ passkey_id: passkey.passkey_id }}
                  outdatedBy={[-41036]}
                  done={reload}
                >
                  <p>「{passkey.name}」不能再登录，其他设备上的登录也随即失效。</p>
                </ConfirmButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {dialog.subject && (
        <RenameDialog key={dialog.key} {...dialog.props} passkey={dialog.subject} call={calls.rename} done={reload} />
      )}
    </section>
  )
}
