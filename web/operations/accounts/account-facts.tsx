import { Link } from 'react-router'
import { employeeRoleNames } from '#contract/people.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { companyStates } from '#web/ui/states.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { companyPath } from '../paths.ts'
import type { Account } from './account.ts'

const none = <span className="quiet">—</span>

export function AccountFacts({ account, reload }: { account: Account; reload: () => void }) {
  const { company, throttle } = account
  const { submit } = useSubmission({ call: api.releaseLogin, done: reload })
  return (
    <section className="sheet" aria-labelledby="account-data">
      <h2 id="account-data">资料</h2>
      {account.state === 'deleted' && (
        <p className="quiet">本人已注销账号：手机号、密码、姓名与认证材料已清除，只保留编号供审计与订单引用。</p>
      )}
      <Facts
        list={[
          {
            label: '企业',
            value: company ? (
              <>
                <Link to={companyPath(company.company_id)}>{company.name}</Link> {employeeRoleNames[company.role]}{' '}
                <StateTag state={companyStates[company.state]} />
              </>
            ) : (
              '没有加入企业'
            ),
          },
          {
            label: '服务到期',
            value: company?.service_ends_at
              ? `${dateTime(company.service_ends_at)}（${fromNow(company.service_ends_at)}）`
              : none,
          },
          { label: '注册时间', value: dateTime(account.created_at) },
          {
            label: '最近登录',
            value: account.last_login_at
              ? `${dateTime(account.last_login_at)}（${fromNow(account.last_login_at)}）`
              : '从未',
          },
          {
            label: '密码',
            value: account.has_password ? '已设置' : account.state === 'deleted' ? '已清除' : '未设置（未接受邀请）',
          },
          {
            label: '登录限制',
            value: throttle ? (
              <span className="row">
                {throttle.blocked_until
                  ? `密码错误 ${throttle.failures} 次，限制至 ${dateTime(throttle.blocked_until)}`
                  : `密码错误 ${throttle.failures} 次，未限制`}
                <ActButton size="small" onClick={() => void submit({ account_id: account.account_id })}>
                  解除
                </ActButton>
              </span>
            ) : (
              '无'
            ),
          },
          {
            label: '同意协议',
            value: account.agreed_at ? `${account.agreement_version}（${dateTime(account.agreed_at)}）` : none,
          },
          { label: '推广码', value: account.promotion_code ?? none },
        ]}
      />
    </section>
  )
}
