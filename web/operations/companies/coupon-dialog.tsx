import { Form, Select } from 'antd'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { day } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import type { ActionDialogProps } from './actions.tsx'

export function CouponDialog({ company: { info }, intent, open, close, done }: ActionDialogProps) {
  const [form] = Form.useForm<{ coupon_type_id: string }>()
  const types = useOperation('getGiftCouponTypes', {})
  const chosen = Form.useWatch('coupon_type_id', form)
  const type = types.data?.list.find(({ coupon_type_id }) => coupon_type_id === chosen)

  async function send({ coupon_type_id }: { coupon_type_id: string }) {
    const given = { company_id: info.company_id, coupon_type_id }
    const answer = await api.giftCompanyCoupon({ ...given, request_key: intent.keyFor(given) })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53020]: 'coupon_type_id' }, '再次提交不会重复赠送')
      return false
    }
    done(`已赠送“${answer.data.name}”，有效至 ${day(answer.data.valid_until)}`)
    return true
  }

  return (
    <DialogForm title="赠送优惠券" okText="赠送" open={open} close={close} form={form} send={send}>
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
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          loading={types.loading}
          placeholder="请选择"
          notFoundContent={types.loading ? '正在读取' : '没有可以赠送的优惠券类型'}
          options={types.data?.list.map(({ coupon_type_id, name, left }) => ({
            value: coupon_type_id,
            label: left === null ? name : `${name}（剩 ${left} 张）`,
          }))}
        />
      </Form.Item>
    </DialogForm>
  )
}
