import { Link } from 'react-router'
import { authorityPath, linePath } from '#contract/paths.ts'
import { CopiedAddress } from '#web/ui/copied-address.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { lineLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import type { Line } from './line.ts'

export const LineAddress = ({ address }: Pick<Line, 'address'>) =>
  address ? <CopiedAddress address={address} /> : <span className="quiet">未绑定</span>

export const LineEnd = ({ ends_at }: Pick<Line, 'ends_at'>) => (
  <TwoLines first={dateTime(ends_at)} second={fromNow(ends_at)} />
)

export const lineColumns: Column<Line>[] = [
  {
    key: 'name',
    title: '专线',
    render: line => (
      <span className="two-lines">
        <Link to={linePath(line.svp_id)}>{line.name}</Link>
        <span className="line-remark" title={line.remark || undefined}>
          {line.remark || '无备注'}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: line => (
      <span className="line-state">
        <StateTag state={lineLooks[line.state]} />
        {line.state === 'suspended' && <span>{line.suspend_reason}</span>}
        {line.grace_ends_at && <span>保留至 {dateTime(line.grace_ends_at)}</span>}
      </span>
    ),
  },
  {
    key: 'place',
    title: '国家/地区',
    render: ({ country, city }) => <TwoLines first={city} second={!country.endsWith(city) && country} />,
  },
  {
    key: 'way',
    title: '接入方式',
    render: ({ access_way, bandwidth }) => (
      <TwoLines first={access_way} second={bandwidth ? `${bandwidth} Mbps` : ''} />
    ),
  },
  { key: 'address', title: '地址', render: line => <LineAddress address={line.address} /> },
  { key: 'ends', title: '到期', order: 'ends', render: line => <LineEnd ends_at={line.ends_at} /> },
  {
    key: 'groups',
    title: '专线组',
    render: ({ groups }) =>
      groups.length ? (
        <span className="line-groups">
          {groups.map(({ group_id, name }) => (
            <ReachedLink key={group_id} to={authorityPath(group_id)}>
              {name}
            </ReachedLink>
          ))}
        </span>
      ) : (
        <span className="quiet">未分组，无人可用</span>
      ),
  },
  { key: 'auto', title: '自动续费', extra: true, render: ({ auto_renew }) => (auto_renew ? '已开启' : '未开启') },
  { key: 'starts', title: '开通时间', extra: true, render: ({ starts_at }) => dateTime(starts_at) },
]
