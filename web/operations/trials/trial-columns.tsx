import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { trialLooks } from '#web/ui/trial-looks.ts'
import { companyPath } from '../paths.ts'

export type Row = OperationOutput<'getTrialList'>['list'][number]

export const trialColumns: Column<Row>[] = [
  {
    key: 'company',
    title: '企业',
    render: row => (
      <span className="two-lines">
        <Link to={companyPath(row.company_id)}>{row.company_name}</Link>
        <span>{row.channel_name ? `渠道：${row.channel_name}` : '直接注册'}</span>
      </span>
    ),
  },
  { key: 'state', title: '状态', render: row => <StateTag state={trialLooks[row.state]} /> },
  {
    key: 'requested',
    title: '申请',
    render: ({ requested_at, requested_by, note }) =>
      requested_at ? (
        <span className="two-lines">
          <span>
            {requested_by} {fromNow(requested_at)}
          </span>
          <span>{note || '没有说明'}</span>
        </span>
      ) : (
        '平台主动开通'
      ),
  },
  {
    key: 'decided',
    title: '处理',
    render: ({ decided_at, decided_by, reason }) =>
      decided_at ? (
        <span className="two-lines">
          <span>
            {decided_by} {dateTime(decided_at)}
          </span>
          <span>{reason ?? ''}</span>
        </span>
      ) : (
        '—'
      ),
  },
  { key: 'ends', title: '到期', render: row => (row.ends_at ? dateTime(row.ends_at) : '—') },
]
