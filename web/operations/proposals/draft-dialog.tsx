import './proposals.css'
import { Form, Input, InputNumber, Select } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { proposalNote } from '#contract/proposal-names.ts'
import { linesPerOrder, maxOrderDays } from '#contract/shop.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { day } from '#web/ui/format.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { between } from '#web/ui/whole.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import { contentOf, type DraftValues, validRule } from './draft-form.ts'
import { DraftItems } from './draft-items.tsx'
import { DraftPrice } from './draft-price.tsx'

interface DraftDialogProps extends DialogProps {
  company: { company_id: string; name: string }
  /** The draft to change, or the proposal that a new draft copies. */
  existing?: OperationOutput<'getSalesProposal'>
  copied?: boolean
  /** Opens the new draft. */
  saved?: (proposalId: string) => void
  done?: () => void
}

const kinds = [
  { value: 'purchase', label: '新购' },
  { value: 'renewal', label: '续费专线' },
]

/** Chooses the content of an offer to a company; the server sets the price. */
export function DraftDialog({
  company: { company_id, name },
  existing,
  copied = false,
  saved,
  ...dialog
}: DraftDialogProps) {
  const [form] = Form.useForm<DraftValues>()
  const { data: choices, ...found } = useOperation('getProposalChoices', { company_id })
  const values = Form.useWatch([], form) as Partial<DraftValues> | undefined
  const content = values && contentOf(values)
  const renewal = values?.kind === 'renewal'
  const before = existing?.content
  const changed = copied ? undefined : existing
  return (
    <DialogForm
      title={changed ? `修改报价 ${changed.number}` : `为${name}起草报价`}
      subject={existing?.proposal_id ?? company_id}
      okText="保存草稿"
      width={640}
      {...dialog}
      form={form}
      call={api.saveProposal}
      record={changed}
      input={(entered: DraftValues, record) => {
        const priced = contentOf(entered)
        const { note = '', valid_days } = entered
        const which = record && { proposal_id: record.proposal_id, revision: record.revision }
        return priced && { company_id, ...which, ...priced, note, valid_days }
      }}
      fieldOf={{ [-49024]: 'coupon_id', [-52001]: 'svp_ids' }}
      outdatedBy={[-59301]}
      onSuccess={({ data }) => saved?.(data.proposal_id)}
    >
      <p className="dialog-about">价格、套餐与优惠券的规则与企业自己购买时相同；草稿企业看不到。</p>
      <Form.Item name="kind" label="类型" initialValue={before?.kind ?? 'purchase'}>
        <Segmented aria-label="类型" options={kinds} />
      </Form.Item>
      {renewal ? (
        <>
          <Form.Item
            name="svp_ids"
            label="专线"
            initialValue={before?.svp_ids}
            rules={[{ required: true, message: '请选择专线' }]}
          >
            <Select
              mode="multiple"
              maxCount={linesPerOrder}
              loading={found.loading}
              {...outcomeOf(found, '没有可续费的专线', choices?.lines)}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择"
              options={choices?.lines.map(line => ({
                value: line.svp_id,
                label: `${line.name}（${day(line.ends_at)} 到期）`,
              }))}
            />
          </Form.Item>
          <Form.Item
            name="days"
            label="续费天数"
            initialValue={before?.days ?? 30}
            rules={[{ required: true, message: '请输入续费天数' }, between(1, maxOrderDays, '天')]}
          >
            <InputNumber min={1} max={maxOrderDays} precision={0} suffix="天" style={{ width: '100%' }} />
          </Form.Item>
        </>
      ) : (
        <DraftItems choices={choices} found={found} before={before?.items} />
      )}
      <Form.Item name="coupon_id" label="优惠券（选填）" initialValue={changed?.coupon_id ?? undefined}>
        <Select
          allowClear={clearable}
          placeholder="不使用"
          {...outcomeOf(found, '没有可用的优惠券', choices?.coupons)}
          options={choices?.coupons.map(coupon => ({
            value: coupon.coupon_id,
            label: `${coupon.name}（${day(coupon.valid_until)} 前有效）`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="valid_days"
        label="有效天数"
        extra="从发出的当天算起，价格保持到最后一天结束"
        initialValue={existing?.valid_days ?? 7}
        rules={[validRule]}
      >
        <InputNumber min={1} precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="note" label="说明（选填，企业会看到）" initialValue={existing?.note}>
        <Input.TextArea rows={3} maxLength={proposalNote} showCount />
      </Form.Item>
      <DraftPrice input={content && { company_id, ...content }} />
    </DialogForm>
  )
}
