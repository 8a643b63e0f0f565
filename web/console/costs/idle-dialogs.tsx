import { namesOf } from '#web/console/departments/move-people.tsx'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { Idle } from './idle.ts'

/** Assigns days of the balance to the people whose service ends soon. */
export function HandOutDialog({
  spare: { ending, each, amount },
  open,
  close,
  done,
}: ChangeDialogProps & { spare: Idle['balance'] }) {
  const input = { employee_ids: ending.map(({ employee_id }) => employee_id), days: each }
  const plan = usePlan('setCompanyUserService', open ? input : undefined, 0)
  return (
    <ConfirmDialog
      title={`给 ${count(ending.length)} 人各分配 ${each} 天`}
      open={open}
      close={close}
      okText="分配"
      waiting={plan.loading}
      call={api.setCompanyUserService}
      input={input}
      message={({ data }) => `已给 ${count(data.employees)} 人分配，企业剩余 ${count(data.balance)} 人天`}
      onSuccess={({ data }) => session.setRemainDays(data.balance)}
      done={done}
    >
      <p>
        {namesOf(ending)}；余额里的天数接在各人到期之后，可少买 {yuan(amount)}。
      </p>
      <Plan plan={plan} />
    </ConfirmDialog>
  )
}

/** Turns off the automatic renewal of unused lines. */
export function RenewOffDialog({ lines, open, close, done }: ChangeDialogProps & { lines: Idle['lines'] }) {
  const amount = lines.reduce((sum, { amount }) => sum + amount, 0)
  // One act takes no more; the remaining lines stay on the page.
  const svp_ids = lines.slice(0, 1_000).map(({ svp_id }) => svp_id)
  return (
    <ConfirmDialog
      title="关闭自动续费"
      open={open}
      close={close}
      okText="关闭自动续费"
      call={api.setCompanyVpl}
      input={{ svp_ids, auto_renew: false }}
      message={`已关闭 ${count(svp_ids.length)} 条专线的自动续费`}
      done={done}
    >
      <p>{namesOf(lines)}</p>
      <p className="quiet">
        之后不再自动生成续费订单，已生成而未付的也不再自动扣款，每 30 天少付 {yuan(amount)}
        ；到期前仍可使用，也仍会提醒。
      </p>
    </ConfirmDialog>
  )
}
