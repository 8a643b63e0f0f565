import { Checkbox, Form, Input, InputNumber, Radio, TreeSelect } from 'antd'
import type { Rule } from 'antd/es/form'
import type { couponWayNames } from '#contract/operations/coupons-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { couponFields, highestCoupon } from '#contract/records/coupon-fields.ts'
import { couponSources, orderKindNames } from '#contract/shop.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { count } from '#web/ui/format.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { FormValues } from './form-values.ts'

type Category = OperationOutput<'getCouponCategoryList'>['list'][number]

interface FieldsProps {
  values: FormValues
  /** At least one was claimed, so the promises can no longer change. */
  frozen: boolean
}

const wayAbout = {
  center: '领券中心：企业自己领取',
  promotion: '推广码：通过绑定它的推广码注册的企业自动得到',
  gift: '平台赠送：由您赠送',
} as const satisfies Record<keyof typeof couponWayNames, string>

const money = { min: 0.01, max: highestCoupon / 100, precision: 2, prefix: '¥' } as const

/** `required` is not used, because it would mark the group with an attribute that groups must not have. */
const atLeastOne: Rule = {
  validator: (_, chosen: unknown[]) =>
    chosen?.length ? Promise.resolve() : Promise.reject(new Error('新购与续费至少选择一项')),
}

interface Node {
  value: string
  title: string
  children: Node[]
}

const treeOf = (categories: readonly Category[], parent: string | null = null): Node[] =>
  categories
    .filter(({ parent_id }) => parent_id === parent)
    .map(({ category_id, name }) => ({ value: category_id, title: name, children: treeOf(categories, category_id) }))

interface DealFieldsProps extends FieldsProps {
  categories: readonly Category[]
  /** How the categories load. */
  found: RequestState
}

/** The discount and the things it applies to. */
export function DealFields({ values, frozen, categories, found }: DealFieldsProps) {
  return (
    <>
      <h2>优惠</h2>
      <Form.Item
        name="name"
        label={couponFields.name.label}
        rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
      >
        <Input maxLength={couponFields.name.max} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item name="about" label={`${couponFields.about.label}（选填）`} extra="显示在券面上">
        <Input maxLength={couponFields.about.max} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label="优惠方式">
        <Radio.Group
          disabled={frozen}
          options={[
            { value: 'amount', label: '减免金额' },
            { value: 'percent', label: '折扣' },
          ]}
        />
      </Form.Item>
      <div className="coupon-pair">
        {values.kind === 'amount' ? (
          <Form.Item
            name="amount"
            label={couponFields.amount.label}
            rules={[{ required: true, message: '请输入减免金额' }]}
          >
            <InputNumber {...money} disabled={frozen} />
          </Form.Item>
        ) : (
          <>
            <Form.Item
              name="percent"
              label={couponFields.percent.label}
              extra="8.5 即实付 85%"
              rules={[{ required: true, message: '请输入折扣' }]}
            >
              <InputNumber min={0.1} max={9.9} step={0.5} precision={1} suffix="折" disabled={frozen} />
            </Form.Item>
            <Form.Item name="cap" label="最多减" extra="不填则不封顶">
              <InputNumber {...money} disabled={frozen} />
            </Form.Item>
          </>
        )}
        <Form.Item name="threshold" label="使用门槛" extra={thresholdHint(values)}>
          <InputNumber {...money} min={0} disabled={frozen} />
        </Form.Item>
      </div>
      <Form.Item name="category_ids" label="适用商品" extra="选择上级分类即包含其下全部；不选则全部商品可用">
        <TreeSelect
          treeData={treeOf(categories)}
          {...outcomeOf(found, '还没有商品分类', categories)}
          treeCheckable
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          treeDefaultExpandAll
          allowClear={clearable}
          placeholder="全部商品"
          disabled={frozen}
        />
      </Form.Item>
      <Form.Item name="occasions" label="可用于" rules={[atLeastOne]}>
        <Checkbox.Group
          disabled={frozen}
          options={[
            { value: 'purchase', label: orderKindNames.purchase },
            { value: 'renewal', label: orderKindNames.renewal },
          ]}
        />
      </Form.Item>
    </>
  )
}

/** How coupons are issued, their number and their period. */
export function IssueFields({ frozen, claimed }: FieldsProps & { claimed: number }) {
  return (
    <>
      <h2>发放</h2>
      <Form.Item name="way" label="发放方式">
        <Radio.Group
          vertical
          disabled={frozen}
          options={couponSources.map(value => ({ value, label: wayAbout[value] }))}
        />
      </Form.Item>
      <div className="coupon-pair">
        <Form.Item
          name="total"
          label={couponFields.total.label}
          extra={claimed ? `不填则不限；已领取 ${count(claimed)} 张` : '不填则不限'}
        >
          <InputNumber min={1} max={couponFields.total.max} precision={0} suffix="张" />
        </Form.Item>
        <Form.Item
          name="per_company"
          label={couponFields.per_company.label}
          rules={[{ required: true, message: '请输入每家企业限领' }]}
        >
          <InputNumber min={1} max={couponFields.per_company.max} precision={0} suffix="张" />
        </Form.Item>
        <Form.Item
          name="claim_starts_at"
          label="开始领取"
          rules={[{ required: true, message: '请选择开始领取的时间' }]}
        >
          <MinutePicker />
        </Form.Item>
        <Form.Item name="claim_ends_at" label="截止领取" extra="不填则一直可领；赠送不受领取时间限制">
          <MinutePicker />
        </Form.Item>
        <Form.Item name="sort" label={couponFields.sort.label} extra="小的在前">
          <InputNumber min={0} max={couponFields.sort.max} precision={0} />
        </Form.Item>
        <Form.Item name="published" label="上架" valuePropName="checked" extra="上架后才能领取">
          <Switch />
        </Form.Item>
      </div>
    </>
  )
}

export function ValidityFields({ values, frozen }: FieldsProps) {
  return (
    <>
      <h2>有效期</h2>
      <Form.Item name="validity" label="有效期算法">
        <Radio.Group
          disabled={frozen}
          options={[
            { value: 'days', label: '领取后若干天' },
            { value: 'fixed', label: '固定日期' },
          ]}
        />
      </Form.Item>
      {values.validity === 'days' ? (
        <Form.Item
          name="valid_days"
          label={couponFields.valid_days.label}
          extra="到最后一天的 24 点为止"
          rules={[{ required: true, message: '请输入有效天数' }]}
        >
          <InputNumber min={1} max={couponFields.valid_days.max} precision={0} suffix="天" disabled={frozen} />
        </Form.Item>
      ) : (
        <div className="coupon-pair">
          <Form.Item name="valid_from" label="开始使用" extra="不填则领取后即可使用">
            <MinutePicker disabled={frozen} />
          </Form.Item>
          <Form.Item name="valid_until" label="截止使用" rules={[{ required: true, message: '请选择截止使用的时间' }]}>
            <MinutePicker disabled={frozen} />
          </Form.Item>
        </div>
      )}
    </>
  )
}

/** A threshold below the amount is mostly a slip: whoever just passes it pays nothing. */
const thresholdHint = ({ kind, amount, threshold }: FormValues) =>
  kind === 'amount' && amount && threshold && threshold < amount ? (
    <span className="coupon-warning">
      门槛低于减免金额：满 ¥{threshold}、不到 ¥{amount} 的订单由券付清
    </span>
  ) : (
    '适用商品满多少可用，0 为无门槛'
  )
