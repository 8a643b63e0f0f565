import './company.css'
import { Skeleton } from 'antd'
import { useProfile } from '#web/account/use-profile.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count, day } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { companyStates } from '#web/ui/states.ts'
import { useCall } from '#web/ui/use-call.ts'

export function CompanyPage() {
  const { data: company, refused, reload } = useCall('getCompanyInfo', {})
  const { info } = useProfile({ quiet: true })
  if (refused && !company) return <Failure refused={refused} retry={reload} />
  if (!company) return <Skeleton active paragraph={{ rows: 8 }} />
  const days = info?.company_remain_days ?? null
  const figures = [
    { label: '员工', value: count(company.employee_count), unit: '人' },
    { label: '部门', value: count(company.department_count), unit: '个' },
    ...(days === null ? [] : [{ label: '剩余员工时长', value: count(days), unit: '人天' }]),
  ]
  const optional = (value: string | null) => value ?? <span className="quiet">未填写</span>
  const facts = [
    {
      label: '统一社会信用代码',
      value: (
        <>
          {company.credit_code}
          <CopyButton text={company.credit_code} label="统一社会信用代码" />
        </>
      ),
    },
    { label: '所属行业', value: optional(company.industry) },
    { label: '企业规模', value: optional(company.size) },
    { label: '企业地址', value: optional(company.address) },
    { label: '所有者', value: company.owner_name },
    { label: '联系人', value: optional(company.contact_name) },
    { label: '联系电话', value: optional(company.contact_phone) },
    { label: '认证通过', value: day(company.verified_at) },
  ]
  return (
    <div className="sheets">
      <section className="sheet" aria-labelledby="company-title">
        <div className="company-head">
          <span className="initial" aria-hidden="true">
            {[...company.name][0]}
          </span>
          <div>
            <h1 id="company-title">{company.name}</h1>
            <p>
              <StateTag state={companyStates[company.state]} />
              <span className="quiet">{company.industry}</span>
            </p>
          </div>
        </div>
        <dl className="figures-row">
          {figures.map(({ label, value, unit }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {value}
                <small>{unit}</small>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="sheet" aria-labelledby="registered-title">
        <div className="sheet-head">
          <h2 id="registered-title">登记资料</h2>
          <span className="quiet">来自实名认证，如需变更请联系客服</span>
        </div>
        <Facts list={facts} />
      </section>
    </div>
  )
}
