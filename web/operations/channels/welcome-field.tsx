import { Form, Select } from 'antd'
import { sentence } from '#web/data/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { clearable } from '#web/ui/clearable.tsx'
import { useOperation } from '../use-operation.ts'
import type { PromotionCode } from './channel.ts'

/** The coupon that a code gives to companies that come through it. */
export function WelcomeField({ code }: { code: PromotionCode | undefined }) {
  const { data: coupons, refused, reload } = useOperation('getWelcomeCouponList', {})
  // A coupon that is no longer issued stays with the code until another is selected.
  const known = code?.coupon_type_id && !coupons?.list.some(each => each.coupon_type_id === code.coupon_type_id)
  const options = [
    ...(known
      ? [{ value: code.coupon_type_id, label: `${code.coupon_name}${coupons ? '（已下架或过期）' : ''}` }]
      : []),
    ...(coupons?.list ?? []).map(({ coupon_type_id, name }) => ({ value: coupon_type_id, label: name })),
  ]
  return (
    <Form.Item
      name="coupon_type_id"
      label="欢迎礼"
      initialValue={code?.coupon_type_id}
      extra={
        refused && !coupons ? (
          <span role="alert">
            没有读到可选的优惠券：{sentence(refused)}
            <Button look="link" size="small" onClick={reload}>
              重试
            </Button>
          </span>
        ) : (
          '通过它注册的企业，认证后自动得到一张；可选发放方式为“推广码”的优惠券'
        )
      }
    >
      <Select allowClear={clearable} placeholder="没有欢迎礼" options={options} />
    </Form.Item>
  )
}
