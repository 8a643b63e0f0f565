import './reasons.css'
import type { OutputOf } from '#contract/index.ts'
import { authorityPath } from '#contract/paths.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { TimesLabel } from '#web/ui/times/times-label.tsx'

type Reason = OutputOf<'getVplUserList'>['list'][number]['reasons'][number]

/** The groups that grant access, and how the person belongs to each. */
export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <ul className="reasons" aria-label="原因">
    {reasons.map(({ group_id, group_name, dept_path, until, hours, holds }) => (
      <li key={`${group_id}:${dept_path}`}>
        <ReachedLink to={authorityPath(group_id)}>{group_name}</ReachedLink>
        <span className="quiet">{dept_path ? ` · 部门 ${dept_path}` : ' · 单独授权'}</span>{' '}
        <TimesLabel times={{ until, hours }} holds={holds} />
      </li>
    ))}
  </ul>
)
