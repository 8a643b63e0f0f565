import { Form, Select } from 'antd'
import { always, type GrantTimes } from '#contract/access-times.ts'
import { maxPersonDays } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { requestTitle } from '#web/ui/request-looks.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { TimesFields } from '#web/ui/times/times-fields.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { between } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import { AdminCodeField } from '../admin-code/admin-code-field.tsx'
import type { Request } from './request.ts'

interface Values {
  group_id?: string
  times?: GrantTimes
  days?: number | null
  captcha?: string
}

/** Approving carries out the request; the manager chooses the group and its limits, or other days. */
export function ApproveDialog({ request, ...dialog }: ChangeDialogProps & { request: Request }) {
  const { request_id, kind, days, device_id } = request
  const [form] = Form.useForm<Values>()
  const chosen: Values = Form.useWatch([], form) ?? {}
  const actOf = ({ group_id, times, days: grantedDays }: Values) => ({
    request_id,
    ...(kind === 'line' && { group_id, ...(times ?? always) }),
    ...(kind === 'days' && { days: grantedDays ?? undefined }),
  })
  const isChosen = kind === 'device' || (kind === 'line' ? chosen.group_id : chosen.days)
  const plan = usePlan('approveRequest', dialog.open && isChosen ? actOf(chosen) : undefined)
  return (
    <DialogForm
      title={`同意${request.name}的申请`}
      subject={request.request_id}
      okText="同意"
      {...dialog}
      form={form}
      waiting={plan.loading || plan.refused !== undefined}
      call={api.approveRequest}
      input={(values: Values) => ({ ...actOf(values), ...(kind === 'device' && { captcha: values.captcha }) })}
      fieldOf={{ [-41005]: 'captcha', [-52010]: 'group_id', [-47030]: 'days' }}
      outdatedBy={[-47042]}
    >
      <p>
        {requestTitle(request)}：{request.note}
      </p>
      {kind === 'line' && <LineFields />}
      {kind === 'days' && (
        <Form.Item
          name="days"
          label="给多少天"
          initialValue={days}
          rules={[{ required: true, message: '请填写天数' }, between(1, maxPersonDays, '天')]}
        >
          <WholeNumber suffix="天" />
        </Form.Item>
      )}
      {kind === 'device' && device_id && (
        <AdminCodeField of={{ action: 'audit', device_ids: [device_id] }} only="只对这台设备有效" />
      )}
      {isChosen && <Plan plan={plan} />}
    </DialogForm>
  )
}

function LineFields() {
  const groups = useCall('getVplGroupList', {})
  return (
    <>
      <Form.Item name="group_id" label="加入专线组" rules={[{ required: true, message: '请选择专线组' }]}>
        <Select
          placeholder="选择一个组，本人将能使用组内的专线"
          loading={groups.loading}
          {...outcomeOf(groups, '还没有专线组', groups.data?.list)}
          options={groups.data?.list.map(({ group_id, name, lines }) => ({
            value: group_id,
            label: `${name}（${lines} 条专线）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="times" initialValue={always}>
        <TimesFields id="request-times" />
      </Form.Item>
    </>
  )
}
