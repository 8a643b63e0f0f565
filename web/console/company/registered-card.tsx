import type { OutputOf } from '#contract/index.ts'
import { companyFields } from '#contract/records/company-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { day } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { May } from '#web/ui/may.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const CompanyDialog = idlePart(async () => (await import('./company-dialog.tsx')).CompanyDialog)

const { credit_code, industry, owner_name, size, contact_name, contact_phone, address } = companyFields

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
  { label: credit_code.label, value: copied(company.credit_code, credit_code.label) },
  { label: industry.label, value: optional(company.industry) },
  { label: owner_name.label, value: company.owner_name },
  { label: size.label, value: optional(company.size) },
  { label: contact_name.short, value: optional(company.contact_name) },
  { label: contact_phone.label, value: copied(company.contact_phone, contact_phone.label) },
  { label: address.label, value: copied(company.address, address.label) },
  { label: '认证通过', value: day(company.verified_at) },
]

export function RegisteredCard({ company, changed }: { company: Company | undefined; changed: () => void }) {
  const edited = useDialog<Company>()
  return (
    <section className="sheet" aria-labelledby="registered-title">
      <div className="sheet-head">
        <h2 id="registered-title">登记资料</h2>
        <span className="quiet">名称、信用代码与行业来自实名认证，如需变更请联系客服</span>
        <May call="setCompanyInfo">
          <Button disabled={!company} onClick={() => company && edited.show(company)}>
            修改
          </Button>
        </May>
      </div>
      {company ? <Facts list={factsOf(company)} /> : <Skeleton title={false} rows={4} />}
      {edited.subject && (
        <CompanyDialog key={edited.key} company={edited.subject} {...edited.props} changed={changed} />
      )}
    </section>
  )
}
