import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { authorityPath } from '#web/paths.ts'

type Reason = OutputOf<'getVplUserList'>['list'][number]['reasons'][number]

/** Through which group, and how the person belongs to it. */
export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <ul className="reasons" aria-label="原因">
    {reasons.map(({ group_id, group_name, dept_path }) => (
      <li key={`${group_id}:${dept_path}`}>
        <Link to={authorityPath(group_id)}>{group_name}</Link>
        <span className="quiet">{dept_path ? ` · 部门 ${dept_path}` : ' · 单独授权'}</span>
      </li>
    ))}
  </ul>
)
