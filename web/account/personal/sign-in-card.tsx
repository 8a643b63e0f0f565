import { Button, Popconfirm } from 'antd'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { dateTime } from '#web/ui/format.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

/** Shows the identity at the company's provider that this account is linked to; nothing without such a link. */
export function SignInCard() {
  const { data, reload } = useCall('getOwnSignIn', {})
  const { busy, submit } = useSubmission({ call: api.removeOwnSignIn, done: reload, outdatedBy: [-59110] })
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
        <Popconfirm
          title="解除关联？"
          description="由企业登录打开的会话随即结束；以后可以再关联。"
          okText="解除关联"
          onConfirm={() => submit({})}
        >
          <Button loading={busy}>解除关联</Button>
        </Popconfirm>
      </div>
    </section>
  )
}
