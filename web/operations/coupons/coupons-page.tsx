import './coupons.css'
import { Link, useNavigate } from 'react-router'
import { couponTypeStateNames, couponTypeStates, couponWayNames } from '#contract/operations/coupons-names.ts'
import { couponSources } from '#contract/shop.ts'
import { count, dateTime, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { couponTypeLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActLink, ActMenu } from '../act.tsx'
import { WaitingRequest } from '../approvals/waiting-request.tsx'
import { couponPath, newCouponPath, operationsPaths } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { claimedOf, claimWindowOf, type ListedType, promiseOf, validityOf } from './coupon-type.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

const waitingCoupons = `${operationsPaths.approvals}?state=waiting&kind=coupon`
const fields = { keyword: text(), way: oneOf(couponSources), state: oneOf(couponTypeStates) }

const columns: Column<ListedType>[] = [
  {
    key: 'name',
    title: '优惠券',
    render: row => (
      <TwoLines first={<Link to={couponPath(row.coupon_type_id)}>{row.name}</Link>} second={promiseOf(row)} />
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: row => (
      <span className="row-actions">
        <StateTag state={couponTypeLooks[row.state]} />
        {row.waiting && <StateTag state={{ word: '有申请待确认', tone: 'warn' }} />}
      </span>
    ),
  },
  { key: 'way', title: '发放方式', render: row => couponWayNames[row.way] },
  { key: 'claimed', title: '已领取 / 总量', end: true, render: claimedOf },
  { key: 'unused', title: '可使用', end: true, render: row => count(row.figures.unused) },
  { key: 'locked', title: '订单占用', end: true, extra: true, render: row => count(row.figures.locked) },
  { key: 'used', title: '已使用', end: true, render: row => count(row.figures.used) },
  { key: 'expired', title: '已过期', end: true, render: row => count(row.figures.expired) },
  { key: 'discount', title: '已优惠', end: true, render: row => yuan(row.figures.discount) },
  { key: 'window', title: '领取时间', extra: true, render: claimWindowOf },
  { key: 'validity', title: '有效期', extra: true, render: validityOf },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

export function CouponsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getCouponTypeList', at.query)
  const publish = useDialog<ListedType>()
  const gift = useDialog<ListedType>()
  const navigate = useNavigate()
  return (
    <>
      <ListHead title="优惠券" text="已领取的优惠券保留领取时的规则；修改或下架一种优惠券，不影响已经领取的。">
        <ActLink look="primary" to={newCouponPath()}>
          新建优惠券
        </ActLink>
      </ListHead>
      {called.data?.waiting_new.map(request => (
        <WaitingRequest key={request.approval_id} request={request} className="coupon-waiting" />
      ))}
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="优惠券名称" {...at.field('keyword')} />
        <NamedFilter label="状态" values={couponTypeStates} names={couponTypeStateNames} {...at.field('state')} />
        <NamedFilter label="发放方式" values={couponSources} names={couponWayNames} {...at.field('way')} />
      </FilterBar>
      <DataList
        name="operations-coupons"
        noun="种优惠券"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.coupon_type_id}
        labelOf={row => row.name}
        actions={row => (
          <span className="row-actions">
            {row.waiting ? (
              <LinkButton look="link" size="small" to={waitingCoupons} aria-label={`查看${row.name}的申请`}>
                查看申请
              </LinkButton>
            ) : (
              <ActButton look="link" size="small" aria-label={`赠送${row.name}`} onClick={() => gift.show(row)}>
                赠送
              </ActButton>
            )}
            <ActMenu
              label={`${row.name}的操作`}
              actions={[
                { key: 'edit', label: '修改', run: () => void navigate(couponPath(row.coupon_type_id, 'edit')) },
                { key: 'copy', label: '复制为新的一种', run: () => void navigate(newCouponPath(row.coupon_type_id)) },
                null,
                {
                  key: 'publish',
                  label: row.published ? '下架' : '上架',
                  // Taking it off needs no second operator, so it is possible while a request waits.
                  disabled: row.waiting !== null && !row.published,
                  run: () => publish.show(row),
                },
              ]}
            />
          </span>
        )}
        empty={{
          title: '还没有优惠券',
          text: '新建一种，上架后企业就能在领券中心领取，或由您赠送。',
          action: <ActLink to={newCouponPath()}>新建优惠券</ActLink>,
        }}
      />
      {publish.subject && (
        <PublishDialog key={publish.key} type={publish.subject} {...publish.props} done={called.reload} />
      )}
      {gift.subject && <GiftDialog key={`gift-${gift.key}`} type={gift.subject} {...gift.props} />}
    </>
  )
}
