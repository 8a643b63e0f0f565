import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { CopiedAddress } from '#web/ui/copied-address.tsx'
import { dateTime, fromNow, placeName } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { addressLooks } from '#web/ui/states.ts'
import { CompanyLink } from '../company-link.tsx'
import { operatedLinePath } from '../paths.ts'

export type ListedAddress = OperationOutput<'getAddressList'>['list'][number]

export const addressColumns: Column<ListedAddress>[] = [
  { key: 'address', title: '地址', render: row => <CopiedAddress address={row.address} /> },
  { key: 'place', title: '地区', render: row => placeName(row) },
  { key: 'way', title: '接入方式', render: row => row.access_way },
  {
    key: 'state',
    title: '状态',
    render: row => (
      <>
        <StateTag state={addressLooks[row.state]} />
        {row.free_at && <span className="quiet"> {fromNow(row.free_at)}空闲</span>}
      </>
    ),
  },
  {
    key: 'line',
    title: '专线',
    render: row => (row.line ? <Link to={operatedLinePath(row.line)}>{row.line.name}</Link> : '—'),
  },
  {
    key: 'company',
    title: '企业',
    render: row => (row.line ? <CompanyLink id={row.line.company_id} name={row.line.company} /> : '—'),
  },
  { key: 'gateway', title: '网关', render: row => <code>{row.gateway}</code> },
  { key: 'created', title: '入库时间', extra: true, render: row => dateTime(row.created_at) },
]
