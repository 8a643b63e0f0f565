import type { Column } from '#web/ui/list/columns.ts'
import { companyPath } from './paths.ts'
import { ReachLink } from './reach-link.tsx'

/** A company's name, linked for operators who may open companies. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  return <ReachLink to={companyPath(id)}>{name}</ReachLink>
}

export const companyColumn: Column<{ company_id: string; company_name: string }> = {
  key: 'company',
  title: '企业',
  render: ({ company_id, company_name }) => <CompanyLink id={company_id} name={company_name} />,
}
