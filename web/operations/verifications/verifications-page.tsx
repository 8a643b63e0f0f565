import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import '../reviews/reviews.css'
import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { verificationKindNames } from '#contract/operations/reviews-names.ts'
import { verificationKinds, verificationStates } from '#contract/people.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { date, oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { verificationStates as looks } from '#web/ui/states.ts'
import { verificationPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getVerificationList'>['list'][number]

const fields = {
  state: oneOf(verificationStates),
  kind: oneOf(verificationKinds),
  keyword: text(),
  from: date,
  to: date,
}
const labelOf = (row: Row) => row.company_name ?? row.person_name

const columns: Column<Row>[] = [
  {
    key: 'who',
    title: '认证主体',
    render: row => (
      <TwoLines
        first={<Link to={verificationPath(row.verification_id)}>{labelOf(row)}</Link>}
        second={row.credit_code ?? '个人认证'}
      />
    ),
  },
  { key: 'state', title: '状态', render: row => <StateTag state={looks[row.state]} /> },
  { key: 'kind', title: '类型', render: row => verificationKindNames[row.kind] },
  { key: 'person', title: '申请人', render: row => row.person_name },
  { key: 'phone', title: '手机号', render: row => row.phone },
  {
    key: 'submitted',
    title: '提交',
    render: row => (
      <>
        {dateTime(row.submitted_at)} <span className="quiet">{fromNow(row.submitted_at)}</span>
      </>
    ),
  },
  {
    key: 'reviewed',
    title: '审核',
    render: row =>
      row.reviewed_at ? (
        <>
          {row.reviewer} <span className="quiet">{dateTime(row.reviewed_at)}</span>
        </>
      ) : (
        '—'
      ),
  },
  {
    key: 'reason',
    title: '驳回原因',
    extra: true,
    render: row => <span className="review-reason">{row.reason ?? '—'}</span>,
  },
]

export function VerificationsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getVerificationList', at.query)
  const { filters } = at
  return (
    <>
      <ListHead title="实名认证" text="待审核的排在前面，先提交的先审。结果会以站内通知和短信告知申请人。" />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="企业、姓名、信用代码或手机号" {...at.field('keyword')} />
        <NamedFilter label="状态" values={verificationStates} names={looks} {...at.field('state')} />
        <NamedFilter label="类型" values={verificationKinds} names={verificationKindNames} {...at.field('kind')} />
        <LazyDaysFilter label="提交日期" from={filters.from} to={filters.to} onChange={days => at.filter(days)} />
      </FilterBar>
      <DataList
        name="operations-verifications"
        noun="条认证"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.verification_id}
        labelOf={labelOf}
        actions={row => (
          <LinkButton
            size="small"
            look={row.state === 'under_review' ? 'primary' : 'default'}
            to={verificationPath(row.verification_id)}
            aria-label={`${row.state === 'under_review' ? '审核' : '查看'} ${labelOf(row)}`}
          >
            {row.state === 'under_review' ? '审核' : '查看'}
          </LinkButton>
        )}
        empty={{ title: '还没有实名认证', text: '用户提交企业或个人认证后，会出现在这里等待审核。' }}
      />
    </>
  )
}
