import { Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { hidden } from '#web/ui/confirm-dialog.tsx'
import { day } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { AdminCodeField, weighty } from '../admin-code/admin-code-field.tsx'
import { EmployeePicker } from '../pickers/employee-picker.tsx'
import type { Employee } from './employee.ts'

interface HandoverDialogProps extends ChangeDialogProps {
  employee: Employee
}

interface Values {
  successor_id?: string
  remove: boolean
  captcha?: string
}

type Summary = OutputOf<'handOverEmployee'>

/** Everything that stops when somebody leaves, in one action; it previews the effect and then shows the result. */
export function HandoverDialog({ employee, open, close, done }: HandoverDialogProps) {
  const [form] = Form.useForm<Values>()
  const [result, setResult] = useState<Summary>()
  const { employee_id, name, phone } = employee
  const remove = Form.useWatch('remove', form) ?? false
  const successor_id = Form.useWatch('successor_id', form) ?? null
  const input = { employee_id, successor_id, remove }
  const { data, refused, waiting } = usePreview(
    'handOverEmployee',
    open && !result ? { ...input, preview: true } : undefined,
    100,
  )

  const plan = usePlan('handOverEmployee', open && !result ? input : undefined, 100)
  const { busy, submit } = useSubmission({
    call: api.handOverEmployee,
    form,
    fieldOf: weighty.fieldOf,
    message: '',
    async onSuccess({ data }) {
      setResult(data)
      const balance = await api.getServiceBalance({})
      if (balance.ok) session.setRemainDays(balance.data.balance)
    },
  })
  function leave() {
    close()
    // The page behind reloads only now, because it may have nobody left to show.
    if (result) done()
  }

  return (
    <Modal
      title={result ? `${name} 已交接` : `离职交接：${name}`}
      open={open}
      onCancel={leave}
      onOk={() => (result ? leave() : form.submit())}
      okText={result ? '完成' : '开始交接'}
      okButtonProps={{ danger: !result, disabled: !result && (waiting || plan.waiting || refused !== undefined) }}
      cancelButtonProps={result ? hidden : undefined}
      confirmLoading={busy}
      mask={{ closable: false }}
      destroyOnHidden
      width={520}
    >
      {result ? (
        <div className="confirm" role="status">
          <Consequences employee={employee} summary={result} remove={remove} />
        </div>
      ) : (
        <Form
          form={form}
          layout="vertical"
          className="dialog-form"
          onFinish={({ captcha }: Values) => void submit({ ...input, ...(captcha && { captcha }) })}
        >
          <p className="dialog-about">
            {name}（{phone}），剩余 {employee.remain_days} 天，{employee.device_count} 台设备
          </p>
          <Form.Item name="successor_id" label="未用的时长与专线交给">
            <EmployeePicker
              placeholder="不交接，时长退回企业，专线授权收回"
              filter={{ state: 'active' }}
              except={employee_id}
            />
          </Form.Item>
          <Form.Item name="remove" label="交接后" initialValue={false}>
            <Radio.Group
              options={[
                { value: false, label: '停用账号，保留记录' },
                { value: true, label: '移出企业' },
              ]}
            />
          </Form.Item>
          {employee.role === 'manager' && (
            <AdminCodeField of={{ action: 'company', employee_ids: [employee_id] }} only={weighty.only} />
          )}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          <div className="quote" aria-live="polite" aria-busy={waiting} data-tone={refused ? 'bad' : undefined}>
            {refused ? (
              sentence(refused)
            ) : data ? (
              <Consequences employee={employee} summary={data} remove={remove} />
            ) : (
              '正在计算…'
            )}
          </div>
          {!refused && <Plan plan={plan} />}
        </Form>
      )}
    </Modal>
  )
}

/** The effects, predicted (a preview) or actual, line by line. */
function Consequences({ employee, summary, remove }: { employee: Employee; summary: Summary; remove: boolean }) {
  const { done, sessions_ended, devices_suspended, reclaimed_days, lines_handed, successor_name, successor_ends_at } =
    summary
  const will = done ? '已' : '将'
  const devices = remove ? employee.device_count : devices_suspended
  const end = successor_ends_at ? `，服务到 ${day(successor_ends_at)}` : ''
  const lines = [
    sessions_ended ? `${will}结束 ${employee.name} 的 ${sessions_ended} 处登录` : '没有登录需要结束',
    devices ? `${will}${remove ? '删除' : '暂停'} ${devices} 台设备` : '没有设备需要处理',
    reclaimed_days
      ? `${will}把 ${reclaimed_days} 天时长${successor_name ? `交给 ${successor_name}${end}` : '退回企业'}`
      : '没有可交接的整日时长',
    lines_handed
      ? `${will}把单独授权的 ${lines_handed} 条专线${successor_name ? `交给 ${successor_name}` : '收回，不再有人接手'}`
      : '没有单独授权的专线',
    remove ? `${will}移出企业，账号本身保留` : `${will}停用账号，可随时恢复`,
  ]
  return (
    <ul className="consequences">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
