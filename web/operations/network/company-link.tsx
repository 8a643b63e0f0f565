import { Link } from 'react-router'
import { useMay } from '../operator.ts'

/** A company's name; a link for who may look into companies. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  const may = useMay(['support'])
  return may ? <Link to={`/operations/companies/${id}`}>{name}</Link> : name
}
