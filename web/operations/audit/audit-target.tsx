import { Link } from 'react-router'
import { auditTarget } from '#contract/operations/audit-names.ts'
import { accountPath, channelPath, companyPath, couponPath, editArticlePath, salesOrderPath } from '../paths.ts'
import type { Audited } from './audit-page.tsx'

/** Where each kind of thing is looked at; who reads the log may open every page. */
const pages: Record<string, (id: string) => string> = {
  company: id => companyPath(id),
  account: accountPath,
  channel: channelPath,
  coupon_type: id => couponPath(id),
  article: editArticlePath,
  order: salesOrderPath,
}

/** What an entry is about, by its name where it has one. */
export function AuditTarget({ entry }: { entry: Audited }) {
  const { kind, word, id } = auditTarget(entry.target)
  if (!id) return <>{word}</>
  const page = pages[kind]
  const name = entry.target_name ?? <code>{id}</code>
  return (
    <span className="audit-target">
      <span className="quiet">{word}</span> {page ? <Link to={page(id)}>{name}</Link> : name}
    </span>
  )
}
