import type { OperationOutput } from '#contract/operations/index.ts'
import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { Reveal } from '../reveal.tsx'

/** Seconds for which the page shows the number, long enough to compare it. */
const shownSeconds = 30

interface IdNumberProps {
  verification: Pick<OperationOutput<'getVerificationForReview'>, 'verification_id' | 'person_name' | 'id_number'>
}

/** A masked ID number; a reason and a fresh proof show the full one for some seconds. */
export function IdNumber({ verification: { verification_id, person_name, id_number: masked } }: IdNumberProps) {
  return (
    <Reveal masked={masked} name={person_name} what="身份证号" seconds={shownSeconds}>
      {(dialog, show) => (
        <ReasonDialog
          title="查看完整身份证号"
          subject={verification_id}
          okText="查看"
          placeholder="例如：与营业执照上的法定代表人核对"
          {...dialog}
          call={api.unmaskIdNumber}
          input={reason => ({ verification_id, reason })}
          message=""
          onSuccess={({ data }) => show(data.id_number)}
        >
          <p>
            <strong>{person_name}</strong>（{masked}）的完整身份证号只显示 {shownSeconds}{' '}
            秒，查看的人、时间与原因写入审计日志。
          </p>
        </ReasonDialog>
      )}
    </Reveal>
  )
}
