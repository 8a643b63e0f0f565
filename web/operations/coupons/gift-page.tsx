import './coupons.css'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { giftOutcomeNames, giftOutcomes } from '#contract/operations/coupons-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { giftLooks, giftOutcomeLooks } from '#web/ui/states.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { WaitingRequest } from '../approvals/waiting-request.tsx'
import { BackButton } from '../back-link.tsx'
import { couponPath } from '../paths.ts'
import { useOperation, useRemembered } from '../use-operation.ts'
import { GiftProgress } from './gift-progress.tsx'

type Row = OperationOutput<'getCouponGiftRowList'>['list'][number]

/** Milliseconds between two polls of a running gift. */
const pause = 800
const fields = { outcome: oneOf(giftOutcomes) }

const columns: Column<Row>[] = [
  { key: 'line', title: '名单中的内容', render: row => row.line },
  {
    key: 'outcome',
    title: '结果',
    render: row => (
      <>
        <StateTag state={giftOutcomeLooks[row.outcome]} />
        {row.reason && <span className="quiet"> {row.reason}</span>}
      </>
    ),
  },
  { key: 'company', title: '企业', render: row => row.company_name ?? '—' },
  { key: 'position', title: '行', end: true, render: row => count(row.position) },
]

export function GiftPage() {
  const { gift: gift_id = '', id = '' } = useParams()
  const at = useListAddress(fields)
  const called = useOperation('getCouponGift', { gift_id })
  const rows = useRemembered('getCouponGiftRowList', { ...at.query, gift_id })
  const { data: gift, refused, reload } = called
  const running = gift?.state === 'running'
  const reloadRows = rows.reload
  usePolling(called, running ? pause : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with its progress
  useEffect(() => {
    if (gift && gift.state !== 'previewed') reloadRows()
  }, [gift?.state, gift?.done, reloadRows])

  const { busy, submit } = useSubmission({ call: api.giveCouponGift, message: '', outdatedBy: 'any', done: reload })
  if (refused && !gift) return <Failure refused={refused} retry={reload} />
  const options = giftOutcomes
    .filter(outcome => gift?.outcomes[outcome])
    .map(value => ({ value, label: `${giftOutcomeNames[value]} ${count(gift?.outcomes[value] ?? 0)}` }))
  return (
    <>
      <ListHead
        title={gift ? `赠送“${gift.name}”` : '赠送优惠券'}
        text={
          gift && (
            <>
              <StateTag state={giftLooks[gift.state]} /> {gift.operator} {dateTime(gift.started_at ?? gift.created_at)}
            </>
          )
        }
      >
        <BackButton to={couponPath(id)}>查看优惠券</BackButton>
        {(gift?.state === 'previewed' || gift?.state === 'failed') && (
          <ActButton
            look="primary"
            loading={busy}
            disabled={!gift.total || gift.waiting !== null}
            onClick={() => void submit({ gift_id })}
          >
            {gift.state === 'failed'
              ? '继续赠送'
              : gift.total
                ? `赠送给 ${count(gift.total)} 家企业`
                : '没有可以赠送的企业'}
          </ActButton>
        )}
      </ListHead>
      {gift?.waiting && <WaitingRequest request={gift.waiting} className="coupon-waiting" />}
      {gift && (
        <section className="sheet gift-about" aria-label="赠送概况">
          <GiftProgress gift={gift} />
        </section>
      )}
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SelectFilter label="结果" options={options} {...at.field('outcome')} />
      </FilterBar>
      <DataList
        name="operations-gift"
        noun="行"
        at={at}
        called={rows}
        columns={columns}
        idOf={row => String(row.position)}
        labelOf={row => row.line}
        empty={{ title: '名单是空的', text: '到优惠券的页面重新提交名单。' }}
      />
    </>
  )
}
