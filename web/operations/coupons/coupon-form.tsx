import { Form } from 'antd'
import { useState } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConflictNote, useSeen } from '#web/ui/conflict.tsx'
import { FormDraft, useFormDraft } from '#web/ui/form-draft.tsx'
import { count } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { BackButton } from '../back-link.tsx'
import { couponPath, newCouponPath, operationsPaths } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import { CouponPreview } from './coupon-preview.tsx'
import { DealFields, IssueFields, ValidityFields } from './form-fields.tsx'
import { type FormValues, inputOf, newValues, valuesOf } from './form-values.ts'

interface CouponFormProps {
  existing: OperationOutput<'getCouponTypeDetail'> | undefined
  /** True if `known` is only the template of a new type. */
  copied: boolean
}

/** Maps fields of an error to form fields of other names. */
const fieldNames: Record<string, string> = { for_purchase: 'occasions', for_renewal: 'occasions' }

export function CouponForm({ existing, copied }: CouponFormProps) {
  const [form] = Form.useForm<FormValues>()
  const [initial] = useState(() => (existing ? valuesOf(existing, copied) : newValues()))
  const [values, setValues] = useState(initial)
  const leadOn = useLeadOn()
  const found = useOperation('getCouponCategoryList', {})
  const categories = found.data?.list ?? []
  const edited = copied ? undefined : existing
  const frozen = (edited?.figures.claimed ?? 0) > 0
  const input = inputOf(values, edited)
  const names = input.category_ids?.flatMap(id => categories.find(({ category_id }) => category_id === id)?.name ?? [])

  const draft = useFormDraft()
  const { record, newer, takes } = useSeen(edited)
  const { busy, submit } = useSubmission({
    call: api.setCouponType,
    message: `已保存“${input.name}”`,
    onSuccess: ({ data }) => void leadOn(couponPath(data.coupon_type_id)),
    onKept: () => leadOn(edited ? couponPath(edited.coupon_type_id) : operationsPaths.coupons),
    onRefused(answer) {
      if (takes(answer)) return
      const field = typeof answer.data === 'string' ? fieldNames[answer.data] : undefined
      showRefusal(field ? { ...answer, data: field } : answer, { form, fieldOf: { [-53501]: 'total' } })
    },
  })
  async function send() {
    const input = inputOf({ ...initial, ...form.getFieldsValue(true) }, edited)
    if (await submit({ ...input, coupon_type_id: edited?.coupon_type_id, revision: record?.revision })) draft.drop()
  }

  return (
    <div className="coupon-edit">
      <Form
        form={form}
        layout="vertical"
        className="sheet"
        initialValues={initial}
        onValuesChange={(changed, next: FormValues) => {
          draft.keep(changed)
          setValues(before => ({ ...before, ...next }))
        }}
        onFinish={() => void send()}
        scrollToFirstError={{ focus: true }}
      >
        <FormDraft
          name="coupon"
          subject={existing?.coupon_type_id}
          draft={draft}
          revised={edited !== undefined}
          restored={values => setValues(before => ({ ...before, ...values }))}
        />
        {frozen && edited && (
          <Alert
            type="info"
            title={`已有 ${count(edited.figures.claimed)} 张被领取`}
            description="优惠、门槛、适用范围、有效期与发放方式不能再改，灰色的部分只供查看。需要别的规则时，复制为新的一种。"
            action={<LinkButton to={newCouponPath(edited.coupon_type_id)}>复制</LinkButton>}
          />
        )}
        <DealFields values={values} frozen={frozen} categories={categories} found={found} />
        <IssueFields values={values} frozen={frozen} claimed={edited?.figures.claimed ?? 0} />
        <ValidityFields values={values} frozen={frozen} />
        <ConflictNote newer={newer} leave="取消" />
        <div className="row">
          <Button look="primary" type="submit" loading={busy}>
            保存
          </Button>
          <BackButton to={edited ? couponPath(edited.coupon_type_id) : operationsPaths.coupons}>取消</BackButton>
        </div>
      </Form>
      <div className="coupon-aside">
        <CouponPreview
          type={{ ...input, name: input.name || '优惠券名称', about: input.about, categories: names ?? [] }}
          claimed={edited?.figures.claimed ?? 0}
        />
      </div>
    </div>
  )
}
