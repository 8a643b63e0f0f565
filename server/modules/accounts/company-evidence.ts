import { z } from 'zod'
import { company } from '#contract/records/company.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'

const companyRow = company.schema.pick({ name: true, state: true, verified_at: true }).extend({ closed: z.boolean() })

/** Returns the first rows of evidence about a company: its name, its age, and whether it is frozen. */
export async function companyEvidence(database: Database, companyId: string): Promise<Evidence[]> {
  const found = await database.row(companyRow)`
    select name, state, verified_at, closed_at is not null as closed from company where id = ${companyId}`
  if (!found) return []
  const { name, state, verified_at, closed } = found
  return [
    { label: '企业', value: name, link: { page: 'company', company_id: companyId } },
    { label: '认证', value: `${dayInChina(verified_at)} 通过` },
    ...(state === 'frozen' ? [{ label: '状态', value: closed ? '已注销' : '已冻结', tone: 'danger' } as const] : []),
  ]
}
