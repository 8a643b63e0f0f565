import { Form } from 'antd'
import { hasJoined } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { useStore } from '#web/data/use-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { AdminCodeField, weighty } from '../admin-code/admin-code-field.tsx'
import { namesOf } from '../departments/move-people.tsx'
import { allowed } from './employee.ts'
import type { EmployeeDialogProps } from './simple-dialogs.tsx'

export function RemoveDialog({ people, open, close, done }: EmployeeDialogProps) {
  const phone = useStore(state => state.phone)
  const [form] = Form.useForm<{ captcha?: string }>()
  const captcha = Form.useWatch('captcha', form)
  const going = people.filter(person => allowed(person, { phone, owner: false }).has('remove'))
  const staying = people.filter(person => !going.includes(person))
  const ids = going.map(({ employee_id }) => employee_id)
  const { data, refused, loading, reload } = usePreview(
    'reclaimService',
    open && ids.length ? { employee_ids: ids, preview: true } : undefined,
    0,
  )
  const plan = usePlan('delCompanyUser', open && ids.length ? { employee_ids: ids } : undefined, 0)
  const joined = going.filter(hasJoined)
  const requested = going.length - joined.length
  const hasManager = going.some(({ role }) => role === 'manager')
  const devices = going.reduce((sum, { device_count }) => sum + device_count, 0)

  return (
    <ConfirmDialog
      title={going.length ? `移除 ${going.length} 名员工` : '不能移除'}
      open={open}
      close={close}
      okText={`移除 ${going.length} 人`}
      danger
      impossible={!going.length}
      waiting={loading || refused !== undefined || plan.loading}
      call={api.delCompanyUser}
      input={{ employee_ids: ids, ...(captcha && { captcha }) }}
      form={hasManager ? form : undefined}
      fieldOf={weighty.fieldOf}
      message={({ data: { removed, reclaimed_days, devices: gone } }) =>
        `已移除 ${removed} 人，收回 ${count(reclaimed_days)} 人天，删除 ${gone} 台设备`
      }
      onSuccess={() => data && session.setRemainDays(data.balance)}
      done={done}
    >
      {going.length > 0 && (
        <>
          <p>
            <b>{namesOf(going, 8)}</b>
          </p>
          <ul className="consequences">
            {joined.length > 0 && <li>立即失去企业的控制台与专线，并收到通知；正在使用的客户端随即断开。</li>}
            {requested > 0 && <li>撤回 {requested} 人尚未同意的邀请。</li>}
            <li>删除名下 {devices} 台设备及其授权。</li>
            {refused ? (
              <li role="alert">
                <RetryNote refused={refused} reload={reload} />
              </li>
            ) : (
              <li>
                收回 <b>{data ? count(data.reclaimed_days) : '…'}</b> 人天未使用的整日时长
                {data && `，企业剩余 ${count(data.balance)} 人天`}。
              </li>
            )}
            <li>账号与登录属于本人，不受影响；可以再次邀请。</li>
          </ul>
          <Plan plan={plan} />
        </>
      )}
      {hasManager && (
        <Form form={form} layout="vertical" preserve={false}>
          <p>其中有管理员，须验证您的身份。</p>
          <AdminCodeField of={{ action: 'company', employee_ids: ids }} only={weighty.only} />
        </Form>
      )}
      {staying.length > 0 && (
        <p className="quiet">
          {namesOf(staying)} 是企业所有者或您自己，{going.length ? '不会被移除' : '不能移除'}。
        </p>
      )}
    </ConfirmDialog>
  )
}
