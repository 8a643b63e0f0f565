import { Link } from 'react-router'
import { companyPath, operationsPaths } from './paths.ts'
import { useReach } from './reachable.ts'

/** A company's name, linked for operators who may open companies. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  const reaches = useReach()
  return reaches(operationsPaths.companies) ? <Link to={companyPath(id)}>{name}</Link> : name
}
