import { approvalNames } from '#contract/operations/operator-names.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { approvalLooks } from '#web/ui/states.ts'
import { auditOf } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import type { ListedApproval } from './approval-dialog.tsx'

export const approvalColumns: Column<ListedApproval>[] = [
  {
    key: 'summary',
    title: '内容',
    render: row => (
      <span className="approval-summary">
        <Sentence text={row.summary} />
      </span>
    ),
  },
  { key: 'kind', title: '类型', render: row => approvalNames[row.kind] },
  { key: 'state', title: '状态', render: row => <StateTag state={approvalLooks[row.state]} /> },
  {
    key: 'requested',
    title: '申请',
    render: row => (
      <>
        {row.requested_by} <span className="quiet">{fromNow(row.requested_at)}</span>
      </>
    ),
  },
  {
    key: 'decided',
    title: '处理',
    render: row =>
      row.decided_at ? (
        <>
          {row.alone ? '独自执行' : row.decided_by} <span className="quiet">{dateTime(row.decided_at)}</span>
        </>
      ) : (
        '—'
      ),
  },
  { key: 'result', title: '结果', render: row => row.reason ?? row.result ?? '—' },
  {
    key: 'audit',
    title: '记录',
    extra: true,
    render: row => (
      <ReachLink to={auditOf(row.target)} otherwise="—">
        审计日志
      </ReachLink>
    ),
  },
]
