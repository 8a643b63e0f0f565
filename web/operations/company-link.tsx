import { Link } from 'react-router'
import type { Column } from '#web/ui/list/columns.ts'
import { companyPath, operationsPaths } from './paths.ts'
import { useReach } from './reachable.ts'

/** A company's name, linked for operators who may open companies. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  const reaches = useReach()
  return reaches(operationsPaths.companies) ? <Link to={companyPath(id)}>{name}</Link> : name
}

export const companyColumn: Column<{ company_id: string; company_name: string }> = {
  key: 'company',
  title: '企业',
  render: ({ company_id, company_name }) => <CompanyLink id={company_id} name={company_name} />,
}
