import { consentNames, withdrawals } from '#contract/consent-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

type Consent = OutputOf<'getConsents'>['list'][number]

/** Returns the kind if the consent can be withdrawn. */
const withdrawable = ({ kind, withdrawn_at }: Consent) =>
  withdrawn_at === null && (kind === 'identity' || kind === 'cross_border') ? kind : undefined

const done = { identity: '已撤回同意，实名信息已删除', cross_border: '已撤回同意，客户端将停止使用专线' }

/** Lists the person's consents, with a way to withdraw them where the law allows it. */
export function ConsentsCard({ changed }: { changed: () => void }) {
  const { data, refused, reload } = useCall('getConsents', {})
  const withdrawing = useDialog<keyof typeof withdrawals>()
  return (
    <section className="sheet" aria-labelledby="consents-title">
      <h2 id="consents-title">我的同意</h2>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      {data?.list.length === 0 && <p className="quiet">还没有同意的记录；下次登录时同意的协议会显示在这里。</p>}
      {data?.list.map(consent => (
        <div key={`${consent.kind} ${consent.given_at}`} className="line">
          <div>
            <h3>{consentNames[consent.kind]}</h3>
            <p className="figures">
              {dateTime(consent.given_at)} 同意，版本 {consent.version}
              {consent.withdrawn_at && `；${dateTime(consent.withdrawn_at)} 撤回`}
            </p>
          </div>
          <WithdrawButton kind={withdrawable(consent)} show={withdrawing.show} />
        </div>
      ))}
      <p className="quiet">协议的同意随注销账号结束；企业的营业执照在认证通过后归企业保存。</p>
      {withdrawing.subject && (
        <ConfirmDialog
          key={withdrawing.key}
          title={`撤回对${consentNames[withdrawing.subject]}的同意`}
          okText={withdrawing.subject === 'identity' ? '撤回并删除' : '撤回同意'}
          cancelText="保留"
          danger
          {...withdrawing.props}
          call={api.withdrawConsent}
          input={{ kind: withdrawing.subject }}
          message={done[withdrawing.subject]}
          outdatedBy={[-42008]}
          done={() => {
            reload()
            changed()
          }}
        >
          <p>{withdrawals[withdrawing.subject]}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type Kind = keyof typeof withdrawals

const WithdrawButton = ({ kind, show }: { kind: Kind | undefined; show: (kind: Kind) => void }) =>
  kind && (
    <Button aria-label={`撤回对${consentNames[kind]}的同意`} onClick={() => show(kind)}>
      撤回
    </Button>
  )
