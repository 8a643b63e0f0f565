import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { Reveal } from '../reveal.tsx'

interface UnmaskProps {
  of: 'account' | 'company'
  id: string
  /** The name of the phone's owner. */
  name: string
  masked: string
  done?: () => void
}

/** A masked phone; giving a reason shows the full one once. */
export function Unmask({ of, id, name, masked, done }: UnmaskProps) {
  return (
    <Reveal masked={masked} name={name} what="号码" copyable>
      {(dialog, show) => (
        <ReasonDialog
          title="查看完整号码"
          subject={id}
          okText="查看"
          placeholder="例如：客户来电，回拨核实身份"
          {...dialog}
          call={api.unmaskPhone}
          input={reason => ({ of, id, reason })}
          message=""
          onSuccess={({ data }) => show(data.phone)}
          done={done}
        >
          <p>
            <strong>{name}</strong>（{masked}）的完整号码只显示这一次，查看的人、时间与原因写入审计日志。
          </p>
        </ReasonDialog>
      )}
    </Reveal>
  )
}
