import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { session } from '#web/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { usePreview } from '#web/ui/use-preview.ts'
import { namesOf } from '../departments/move-people.tsx'
import type { Employee } from '../employees/employee.ts'

interface ReclaimDialogProps {
  people: readonly Employee[]
  open: boolean
  close: () => void
  done: () => void
}

export function ReclaimDialog({ people, open, close, done }: ReclaimDialogProps) {
  const ids = people.map(({ employee_id }) => employee_id)
  const { data, refused, waiting } = usePreview(
    'reclaimService',
    open ? { employee_ids: ids, preview: true } : undefined,
    0,
  )
  const nothing = data?.reclaimed_days === 0

  async function send() {
    const answer = await api.reclaimService({ employee_ids: ids })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return false
    }
    const { employees, reclaimed_days, balance } = answer.data
    toast.success(`已从 ${count(employees)} 人收回 ${count(reclaimed_days)} 人天，企业剩余 ${count(balance)} 人天`)
    session.keepRemainDays(balance)
    done()
    return true
  }

  return (
    <ConfirmDialog
      title={`收回 ${namesOf(people, 3)} 的时长`}
      open={open}
      close={close}
      okText="收回时长"
      danger
      impossible={nothing || refused !== undefined}
      waiting={waiting}
      send={send}
    >
      {refused && <p role="alert">{sentence(refused)}</p>}
      {nothing && <p>没有可以收回的整日时长：不足一天的部分不退回。</p>}
      {!refused && !nothing && (
        <ul className="consequences">
          <li>
            <b>{data ? count(data.employees) : '…'}</b> 人的整日时长随即收回；不足一天的部分仍可用完。
          </li>
          <li>
            收回 <b>{data ? count(data.reclaimed_days) : '…'}</b> 人天，企业剩余 {data ? count(data.balance) : '…'}{' '}
            人天。
          </li>
        </ul>
      )}
    </ConfirmDialog>
  )
}
