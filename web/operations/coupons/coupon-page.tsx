import './coupons.css'
import { useParams, useSearchParams } from 'react-router'
import { couponWayNames } from '#contract/operations/coupons-names.ts'
import { categoriesOf, occasionOf } from '#web/ui/coupon/coupon-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, yuan } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { couponTypeLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActLink } from '../act.tsx'
import { WaitingRequest } from '../approvals/waiting-request.tsx'
import { couponPath, newCouponPath } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import { Claims } from './claims.tsx'
import { CouponPreview } from './coupon-preview.tsx'
import { claimWindowOf, type ListedType, promiseOf, validityOf } from './coupon-type.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { Gifts } from './gifts.tsx'
import { PublishDialog } from './publish-dialog.tsx'

const tabs = [
  { tab: null, name: '领取记录' },
  { tab: 'gifts', name: '赠送记录' },
]

const figureNames = [
  ['unused', '可使用'],
  ['locked', '订单占用'],
  ['used', '已使用'],
  ['expired', '已过期'],
] as const

function About({ type }: { type: ListedType }) {
  const { figures, total } = type
  const facts = [
    { label: '优惠', value: promiseOf(type) },
    { label: '适用', value: `${categoriesOf(type)}（${occasionOf(type)}）` },
    { label: '发放方式', value: couponWayNames[type.way] },
    { label: '每家企业限领', value: `${count(type.per_company)} 张` },
    { label: '领取时间', value: claimWindowOf(type) },
    { label: '有效期', value: validityOf(type) },
    { label: '排序', value: type.sort },
    { label: '创建时间', value: dateTime(type.created_at) },
  ]
  return (
    <section className="sheet" aria-label="概况">
      <dl className="sums">
        <div>
          <dt>已领取</dt>
          <dd>
            {count(figures.claimed)}
            {total !== null && <small> / {count(total)}</small>}
          </dd>
        </div>
        {figureNames.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{count(figures[name])}</dd>
          </div>
        ))}
        <div>
          <dt>已优惠</dt>
          <dd>{yuan(figures.discount)}</dd>
        </div>
      </dl>
      <p className="quiet">已优惠：已使用的优惠券在订单上减免的金额；订单退款后优惠券退回，不再计入。</p>
      <Facts list={facts} />
    </section>
  )
}

export function CouponPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { data: type, refused, reload } = useOperation('getCouponTypeDetail', { coupon_type_id: id })
  const publish = useDialog<ListedType>()
  const gift = useDialog<ListedType>()
  if (!type) return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
  const untilDecided = type.waiting ? { disabled: true, title: '已有申请等待确认，确认或驳回之后才能再提交' } : {}
  const shown = search.get('tab') === 'gifts' ? 'gifts' : null
  return (
    <>
      <ListHead
        title={type.name}
        text={
          <>
            <StateTag state={couponTypeLooks[type.state]} /> 已领取的优惠券保留领取时的规则，修改与下架不影响它们。
          </>
        }
      >
        <ActLink to={newCouponPath(id)}>复制</ActLink>
        {/* Taking it off needs no second operator, so it is possible while a request waits. */}
        <ActButton {...(type.published ? {} : untilDecided)} onClick={() => publish.show(type)}>
          {type.published ? '下架' : '上架'}
        </ActButton>
        <ActLink to={couponPath(id, 'edit')}>修改</ActLink>
        <ActButton look="primary" {...untilDecided} onClick={() => gift.show(type)}>
          赠送
        </ActButton>
      </ListHead>
      {type.waiting && <WaitingRequest request={type.waiting} className="coupon-waiting" />}
      <div className="coupon-detail">
        <About type={type} />
        <CouponPreview type={type} claimed={type.figures.claimed} />
      </div>
      <PageTabs label="记录" path={couponPath(id)} tabs={tabs} active={shown} />
      {shown === 'gifts' ? <Gifts id={id} /> : <Claims id={id} />}
      {publish.subject && <PublishDialog key={publish.key} type={publish.subject} {...publish.props} done={reload} />}
      {gift.subject && <GiftDialog key={`gift-${gift.key}`} type={gift.subject} {...gift.props} />}
    </>
  )
}
