import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { day } from '#web/ui/format.ts'
import { CompanyDialog } from './company-dialog.tsx'

type Company = OutputOf<'getCompanyInfo'>

const optional = (value: string | null) => value ?? <span className="quiet">未填写</span>
const copied = (value: string | null, label: string) =>
  value ? (
    <>
      {value}
      <CopyButton text={value} label={label} />
    </>
  ) : (
    optional(value)
  )

const factsOf = (company: Company) => [
  { label: '统一社会信用代码', value: copied(company.credit_code, '统一社会信用代码') },
  { label: '所属行业', value: optional(company.industry) },
  { label: '所有者', value: company.owner_name },
  { label: '企业规模', value: optional(company.size) },
  { label: '联系人', value: optional(company.contact_name) },
  { label: '联系电话', value: copied(company.contact_phone, '联系电话') },
  { label: '企业地址', value: copied(company.address, '企业地址') },
  { label: '认证通过', value: day(company.verified_at) },
]

export function RegisteredCard({ company, changed }: { company: Company | undefined; changed: () => void }) {
  const [editing, setEditing] = useState(false)
  return (
    <section className="sheet" aria-labelledby="registered-title">
      <div className="sheet-head">
        <h2 id="registered-title">登记资料</h2>
        <span className="quiet">名称、信用代码与行业来自实名认证，如需变更请联系客服</span>
        <Button disabled={!company} onClick={() => setEditing(true)}>
          编辑
        </Button>
      </div>
      {company ? <Facts list={factsOf(company)} /> : <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {company && <CompanyDialog company={company} open={editing} close={() => setEditing(false)} changed={changed} />}
    </section>
  )
}
