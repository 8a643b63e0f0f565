import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { consentNames, withdrawals } from '#contract/consent-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'

type Consent = OutputOf<'getConsents'>['list'][number]

const isWithdrawable = ({ kind, withdrawn_at }: Consent) => kind in withdrawals && withdrawn_at === null

/** What the person has agreed to, and the way back where the law gives one. */
export function ConsentsCard({ changed }: { changed: () => void }) {
  const { data, refused, reload } = useCall('getConsents', {})
  const [withdrawing, setWithdrawing] = useState(false)
  return (
    <section className="sheet" aria-labelledby="consents-title">
      <h2 id="consents-title">我的同意</h2>
      {!data && (refused ? <Failure refused={refused} retry={reload} /> : <Skeleton active paragraph={{ rows: 2 }} />)}
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
          {isWithdrawable(consent) && <Button onClick={() => setWithdrawing(true)}>撤回</Button>}
        </div>
      ))}
      <p className="quiet">协议的同意随注销账号结束；企业的营业执照在认证通过后归企业保存。</p>
      <ConfirmDialog
        title="撤回对处理身份证号的同意"
        okText="撤回并删除"
        cancelText="保留"
        danger
        open={withdrawing}
        close={() => setWithdrawing(false)}
        call={api.withdrawConsent}
        input={{ kind: 'identity' }}
        message="已撤回同意，实名信息已删除"
        outdatedBy={[-42008]}
        done={() => {
          reload()
          changed()
        }}
      >
        <p>{withdrawals.identity}</p>
      </ConfirmDialog>
    </section>
  )
}
