import { Form, Radio } from 'antd'
import { useState } from 'react'
import { api } from '#web/data/api.ts'
import { readRemainDays } from '#web/data/remain-days.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { hidden } from '#web/ui/confirm-question.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { AdminCodeField, weighty } from '../admin-code/admin-code-field.tsx'
import { EmployeePicker } from '../pickers/employee-picker.tsx'
import type { Employee } from './employee.ts'
import { HandoverConsequences, type Summary } from './handover-consequences.tsx'

interface HandoverDialogProps extends ChangeDialogProps {
  employee: Employee
}

interface Values {
  successor_id?: string
  remove: boolean
  captcha?: string
}

/** Ends everything that a leaving person has, in one action; previews the effect and then shows the result. */
export function HandoverDialog({ employee, open, close, done }: HandoverDialogProps) {
  const [form] = Form.useForm<Values>()
  const [result, setResult] = useState<Summary>()
  const { employee_id, name, phone } = employee
  const remove = Form.useWatch('remove', form) ?? false
  const successor_id = Form.useWatch('successor_id', form) ?? null
  const input = { employee_id, successor_id, remove }
  const { data, refused, loading, reload } = usePreview(
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
      await readRemainDays()
    },
  })
  const closed = loading || plan.loading || refused !== undefined
  // Enter submits without the button, which waits for the preview and the plan.
  const handOver = ({ captcha }: Values) => void (closed || submit({ ...input, ...(captcha && { captcha }) }))
  function leave() {
    close()
    // The page below is only reloaded now, because the person may no longer exist.
    if (result) done()
  }

  return (
    <Dialog
      title={result ? `${name} 已交接` : `离职交接：${name}`}
      open={open}
      onCancel={leave}
      onOk={() => (result ? leave() : form.submit())}
      okText={result ? '完成' : '开始交接'}
      okButtonProps={{ danger: !result, disabled: !result && closed }}
      cancelButtonProps={result ? hidden : undefined}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={520}
    >
      {result ? (
        <div className="confirm" role="status">
          <HandoverConsequences employee={employee} summary={result} remove={remove} />
        </div>
      ) : (
        <Form form={form} layout="vertical" className="dialog-form" onFinish={handOver}>
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
          <div className="quote" aria-live="polite" aria-busy={loading} data-tone={refused ? 'bad' : undefined}>
            {refused ? (
              <RetryNote refused={refused} reload={reload} />
            ) : data ? (
              <HandoverConsequences employee={employee} summary={data} remove={remove} />
            ) : (
              '正在计算…'
            )}
          </div>
          {!refused && <Plan plan={plan} />}
        </Form>
      )}
    </Dialog>
  )
}
