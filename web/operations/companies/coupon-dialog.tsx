import { Form, Select } from 'antd'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { day } from '#web/ui/format.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import type { ActionDialogProps } from './company.ts'

const giftCoupon = withRequestKey(api.giftCompanyCoupon)

export function CouponDialog({ company: { info }, open, close, done }: ActionDialogProps) {
  const [form] = Form.useForm<{ coupon_type_id: string }>()
  const types = useOperation('getGiftCouponTypes', {})
  const chosen = Form.useWatch('coupon_type_id', form)
  const type = types.data?.list.find(({ coupon_type_id }) => coupon_type_id === chosen)

  return (
    <DialogForm
      title="赠送优惠券"
      subject={info.company_id}
      okText="赠送"
      open={open}
      close={close}
      form={form}
      call={giftCoupon}
      input={({ coupon_type_id }) => ({ company_id: info.company_id, coupon_type_id })}
      fieldOf={{ [-53020]: 'coupon_type_id' }}
      unanswered="再次提交不会重复赠送"
      message={({ data }) => `已赠送“${data.name}”，有效至 ${day(data.valid_until)}`}
      done={done}
    >
      <p className="dialog-about">
        送给 <strong>{info.name}</strong> 一张，管理员会收到通知。送出后不能收回。
      </p>
      <Form.Item
        name="coupon_type_id"
        label="优惠券"
        rules={[{ required: true, message: '请选择优惠券' }]}
        extra={type && `${type.about}（每家企业最多 ${type.per_company} 张）`}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={types.loading}
          placeholder="请选择"
          {...outcomeOf(types, '没有可以赠送的优惠券类型', types.data?.list)}
          options={types.data?.list.map(({ coupon_type_id, name, left }) => ({
            value: coupon_type_id,
            label: left === null ? name : `${name}（剩 ${left} 张）`,
          }))}
        />
      </Form.Item>
    </DialogForm>
  )
}
