import './coupons.css'
import { useParams, useSearchParams } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { useOperation } from '../use-operation.ts'
import { CouponForm } from './coupon-form.tsx'

/** Edits a type, or starts a new one with the same rules. */
function ExistingCoupon({ id, copied }: { id: string; copied: boolean }) {
  const { data, refused, reload } = useOperation('getCouponTypeDetail', { coupon_type_id: id })
  if (data) return <CouponForm existing={data} copied={copied} />
  return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
}

export function EditPage() {
  const { id } = useParams()
  const [search] = useSearchParams()
  const like = search.get('like') ?? undefined
  const couponId = id ?? like
  return (
    <>
      <ListHead
        title={id ? '修改优惠券' : '新建优惠券'}
        text={
          id
            ? '已领取的优惠券保留领取时的规则；有人领取之后，只能改名称、说明、数量、领取时间与排序。'
            : like
              ? '从另一种优惠券复制了规则；保存后是独立的一种。'
              : undefined
        }
      />
      {couponId ? (
        <ExistingCoupon key={couponId} id={couponId} copied={!id} />
      ) : (
        <CouponForm existing={undefined} copied={false} />
      )}
    </>
  )
}
