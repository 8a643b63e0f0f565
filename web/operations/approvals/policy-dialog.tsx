import { Checkbox, Form, Input, Radio } from 'antd'
import { fenOf, yuanPattern } from '#contract/amount.ts'
import {
  type ActingRole,
  actingRoles,
  alwaysApprovedReasons,
  approvalNames,
  approvalUnitNames,
  approvalUnits,
  daySumName,
  decidedByOwners,
  finiteThresholdKinds,
  roleNames,
} from '#contract/operations/operator-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Policy } from './policy-words.ts'

type When = 'never' | 'always' | 'from'

interface Values {
  when?: When
  figure?: string
  roles: ActingRole[]
  limits?: Partial<Record<ActingRole, string>>
}

/** Explains what is counted, where that is not obvious. */
const measures: Partial<Record<Policy['kind'], string>> = {
  price: '各项涨跌的百分比之和（不足 1% 的按 1% 计）；上架、启用与原价为零的总须第二人',
  refund: '一人同意的退款，含发起的补偿与退回的异常款项；须由银行汇回的，汇出仍由财务在网银办理',
}

const whenOf = ({ threshold }: Policy): When => (threshold === null ? 'never' : threshold === 0 ? 'always' : 'from')
const thresholdOf = ({ when = 'always', figure = '' }: Values, figureOf: (typed: string) => number) =>
  when === 'never' ? null : when === 'always' ? 0 : figureOf(figure)

/** Changes the policy of one kind. A change that the server considers looser is kept for another owner. */
export function PolicyDialog({ policy, ...dialog }: ChangeDialogProps & { policy: Policy }) {
  const { kind, roles, limits } = policy
  const [form] = Form.useForm<Values>()
  const unit = approvalUnits[kind] ?? 'days'
  const fen = unit === 'fen'
  const why = alwaysApprovedReasons[kind]
  const when = Form.useWatch('when', form) ?? whenOf(policy)
  const figureOf = (typed: string) => (fen ? fenOf(typed) : Number(typed))
  const typedOf = (figure: number) => (fen ? (figure / 100).toFixed(2) : String(figure))
  const figureRule = fen
    ? { pattern: yuanPattern, message: '请输入金额，最多两位小数' }
    : { pattern: /^\d{1,5}$/, message: unit === 'percent' ? '请输入整数的百分比' : '请输入天数' }
  return (
    <DialogForm
      form={form}
      title={`审批规则：${approvalNames[kind]}`}
      subject={kind}
      okText="保存"
      width={520}
      {...dialog}
      call={api.setApprovalPolicy}
      input={(values: Values) => ({
        kind,
        threshold: thresholdOf(values, figureOf),
        roles: values.roles,
        limits: actingRoles.flatMap(role => {
          const typed = values.limits?.[role]
          return typed ? [{ role, most: figureOf(typed) }] : []
        }),
      })}
    >
      {why ? (
        <p>此类总是须由第二人确认，只能改由谁确认：{why}。</p>
      ) : (
        <>
          <Form.Item name="when" label="何时须第二人确认" initialValue={whenOf(policy)}>
            <Radio.Group
              options={[
                { value: 'always', label: '总是' },
                { value: 'from', label: `${daySumName(kind)}达到` },
                ...(finiteThresholdKinds.includes(kind) ? [] : [{ value: 'never', label: '从不' }]),
              ]}
            />
          </Form.Item>
          {when === 'from' && (
            <Form.Item
              name="figure"
              label={`合计（${approvalUnitNames[unit]}）`}
              extra={measures[kind]}
              initialValue={policy.threshold ? typedOf(policy.threshold) : undefined}
              rules={[{ required: true, message: '请输入' }, figureRule]}
            >
              <Input inputMode={fen ? 'decimal' : 'numeric'} autoComplete="off" />
            </Form.Item>
          )}
          <fieldset className="role-limits">
            <legend>
              一人一天独自执行的上限（{approvalUnitNames[unit]}），留空不另设；一人有几个角色时以较高的为准
            </legend>
            {actingRoles.map(role => (
              <Form.Item
                key={role}
                name={['limits', role]}
                label={roleNames[role]}
                initialValue={limits.filter(limit => limit.role === role).map(({ most }) => typedOf(most))[0]}
                rules={[figureRule]}
              >
                <Input inputMode={fen ? 'decimal' : 'numeric'} autoComplete="off" />
              </Form.Item>
            ))}
          </fieldset>
        </>
      )}
      <Form.Item
        name="roles"
        label="谁可以确认"
        initialValue={roles}
        rules={[{ type: 'array', min: 1, message: '请至少选择一个角色' }]}
      >
        <Checkbox.Group
          options={actingRoles.map(role => ({
            value: role,
            label: roleNames[role],
            disabled: decidedByOwners.includes(kind) && role !== 'owner',
          }))}
        />
      </Form.Item>
    </DialogForm>
  )
}
