import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { dateTime } from '#web/ui/format.ts'

/** Shows the linked identity at the company's provider, or nothing without a link. */
export function SignInCard() {
  const { data, reload } = useCall('getOwnSignIn', {})
  if (!data?.link) return null
  const { company_name, shown, created_at, last_used_at } = data.link
  return (
    <section className="sheet" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">企业登录</h2>
      <div className="line">
        <div>
          <h3>{shown}</h3>
          <p className="figures">
            {company_name}的身份提供方可以让这个人以您的账号登录 · {dateTime(created_at)} 关联
            {last_used_at && ` · 最近 ${dateTime(last_used_at)} 使用`}
          </p>
        </div>
        <ConfirmButton
          label="解除关联"
          title="解除关联？"
          okText="解除关联"
          call={api.removeOwnSignIn}
          input={{}}
          outdatedBy={[-59110]}
          done={reload}
        >
          <p>由企业登录打开的会话随即结束；以后可以再关联。</p>
        </ConfirmButton>
      </div>
    </section>
  )
}
