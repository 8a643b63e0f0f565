import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { trialLooks } from '#web/ui/trial-looks.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { companyPath } from '../paths.ts'

export type Row = OperationOutput<'getTrialList'>['list'][number]

export const trialColumns: Column<Row>[] = [
  {
    key: 'company',
    title: '企业',
    render: row => (
      <TwoLines
        first={<Link to={companyPath(row.company_id)}>{row.company_name}</Link>}
        second={row.channel_name ? `渠道：${row.channel_name}` : '直接注册'}
      />
    ),
  },
  { key: 'state', title: '状态', render: row => <StateTag state={trialLooks[row.state]} /> },
  {
    key: 'requested',
    title: '申请',
    render: ({ requested_at, requested_by, note }) =>
      requested_at ? (
        <TwoLines first={`${requested_by ?? ''} ${fromNow(requested_at)}`} second={note || '没有说明'} />
      ) : (
        '平台主动开通'
      ),
  },
  {
    key: 'decided',
    title: '处理',
    render: ({ decided_at, decided_by, reason }) =>
      decided_at ? <TwoLines first={`${decided_by ?? ''} ${dateTime(decided_at)}`} second={reason ?? ''} /> : '—',
  },
  {
    key: 'ends',
    title: '到期',
    render: ({ ends_at }) => (ends_at ? <TwoLines first={dateTime(ends_at)} second={fromNow(ends_at)} /> : '—'),
  },
]
