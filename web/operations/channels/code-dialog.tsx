import { Form, Input, InputNumber, Radio } from 'antd'
import type { OperationInput } from '#contract/operations/index.ts'
import { maxPromotionUses } from '#contract/records/channel-fields.ts'
import { promotionCodePattern } from '#contract/rules.ts'
import type { Answered } from '#web/data/answers.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { fromPicker, toPicker } from '#web/ui/china-time.ts'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count } from '#web/ui/format.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Channel, PromotionCode } from './channel.ts'
import { WelcomeField } from './welcome-field.tsx'

interface Values {
  way?: 'generated' | 'chosen'
  promotion_code?: string
  starts_at: Dayjs
  ends_at?: Dayjs | null
  use_limit?: number | null
  coupon_type_id?: string | null
}

type Added = OperationInput<'addPromotionCode'>
type Changed = OperationInput<'setPromotionCode'>

interface CodeDialogProps extends ChangeDialogProps {
  channel: Channel
  /** Undefined to create a code. */
  code: PromotionCode | undefined
}

export function CodeDialog({ channel, code, ...dialog }: CodeDialogProps) {
  const [form] = Form.useForm<Values>()
  const way = Form.useWatch('way', form) ?? 'generated'

  return (
    <DialogForm
      title={code ? `修改推广码 ${code.promotion_code}` : `为“${channel.name}”新建推广码`}
      subject={code?.promotion_code ?? channel.channel_id}
      okText={code ? '保存' : '新建'}
      {...dialog}
      form={form}
      call={(input: Added | Changed, options): Promise<Answered<{ promotion_code?: string }>> =>
        'channel_id' in input ? api.addPromotionCode(input, options) : api.setPromotionCode(input, options)
      }
      record={code}
      input={({ promotion_code, starts_at, ends_at, use_limit, coupon_type_id }, record) => {
        const fields = {
          starts_at: fromPicker(starts_at, record?.starts_at),
          ends_at: ends_at ? fromPicker(ends_at, record?.ends_at) : null,
          use_limit: use_limit ?? null,
          coupon_type_id: coupon_type_id ?? null,
        }
        return record
          ? { promotion_code: record.promotion_code, ...changedFrom(record, fields) }
          : { channel_id: channel.channel_id, promotion_code, ...fields }
      }}
      toFields={({ starts_at, ends_at, ...seen }) => ({
        ...seen,
        ...(starts_at && { starts_at: toPicker(starts_at) }),
        ...(ends_at !== undefined && { ends_at: ends_at && toPicker(ends_at) }),
      })}
      fieldOf={{ [-53511]: 'promotion_code', [-53512]: 'use_limit' }}
      message={({ data, msg }) => (data.promotion_code ? `已新建推广码 ${data.promotion_code}` : msg)}
    >
      {!code && (
        <Form.Item name="way" label="推广码" initialValue="generated">
          <Radio.Group
            options={[
              { value: 'generated', label: '自动生成' },
              { value: 'chosen', label: '自己指定' },
            ]}
          />
        </Form.Item>
      )}
      {!code && way === 'chosen' && (
        <Form.Item
          name="promotion_code"
          label="指定的推广码"
          extra="6 位字母或数字，不分大小写"
          normalize={(value: string) => value.toUpperCase().trim()}
          rules={[{ required: true, pattern: promotionCodePattern, message: '推广码为6位字母或数字' }]}
        >
          <Input maxLength={6} autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item
        name="starts_at"
        label="开始时间"
        initialValue={toPicker(code?.starts_at ?? new Date().toISOString())}
        rules={[{ required: true, message: '请选择开始时间' }]}
      >
        <MinutePicker style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="ends_at"
        label="结束时间"
        initialValue={code?.ends_at ? toPicker(code.ends_at) : undefined}
        extra="不填则一直有效"
      >
        <MinutePicker style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="use_limit"
        label="使用上限"
        initialValue={code?.use_limit}
        extra={code?.used ? `不填则不限；已使用 ${count(code.used)} 次` : '每注册一个账号用一次，不填则不限'}
      >
        <InputNumber min={1} max={maxPromotionUses} precision={0} suffix="次" style={{ width: '100%' }} />
      </Form.Item>
      <WelcomeField code={code} />
    </DialogForm>
  )
}
