import { forWhom, namesOf } from '#web/console/departments/move-people.tsx'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { Employee } from '../employee.ts'

interface ReclaimDialogProps extends ChangeDialogProps {
  people: readonly Pick<Employee, 'employee_id' | 'name'>[]
}

export function ReclaimDialog({ people, open, close, done }: ReclaimDialogProps) {
  const ids = people.map(({ employee_id }) => employee_id)
  const { data, refused, loading, reload } = usePreview(
    'reclaimService',
    open ? { employee_ids: ids, preview: true } : undefined,
    0,
  )
  const plan = usePlan('reclaimService', open ? { employee_ids: ids } : undefined, 0)
  const nothing = data?.reclaimed_days === 0

  return (
    <ConfirmDialog
      title={`收回${forWhom(people)}的时长`}
      open={open}
      close={close}
      okText="收回时长"
      danger
      impossible={nothing || refused !== undefined}
      waiting={loading || plan.loading}
      call={api.reclaimService}
      input={{ employee_ids: ids }}
      message={({ data }) =>
        `已从 ${count(data.employees)} 人收回 ${count(data.reclaimed_days)} 人天，企业剩余 ${count(data.balance)} 人天`
      }
      onSuccess={({ data }) => session.setRemainDays(data.balance)}
      done={done}
    >
      {people.length > 1 && <p className="dialog-about">{namesOf(people)}</p>}
      {refused && (
        <p role="alert">
          <RetryNote refused={refused} reload={reload} />
        </p>
      )}
      {nothing && <p>没有可以收回的整日时长：不足一天的部分不退回。</p>}
      {!refused && !nothing && (
        <ul className="consequences">
          <li>
            <b>{data ? count(data.employees) : '…'}</b>{' '}
            人的整日时长随即收回；不足一天的部分仍可用完，为待加入的人预留的全部退回。
          </li>
          <li>
            收回 <b>{data ? count(data.reclaimed_days) : '…'}</b> 人天，企业剩余 {data ? count(data.balance) : '…'}{' '}
            人天。
          </li>
        </ul>
      )}
      {!refused && !nothing && <Plan plan={plan} />}
    </ConfirmDialog>
  )
}
