import { Link } from 'react-router'
import { companyPath, operationsPaths } from './paths.ts'
import { useReach } from './reachable.ts'

/** A company's name; a link for who may look into companies. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  const reaches = useReach()
  return reaches(operationsPaths.companies) ? <Link to={companyPath(id)}>{name}</Link> : name
}
