import { EyeOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useMay } from '../operator.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Seconds for which the page shows the number, long enough to compare it. */
const shownSeconds = 30

interface IdNumberProps {
  given: Pick<OperationOutput<'getVerificationForReview'>, 'verification_id' | 'person_name' | 'id_number'>
}

/** A masked ID number; a reason and a fresh proof show the whole one for some seconds. */
export function IdNumber({ given: { verification_id, person_name, id_number: masked } }: IdNumberProps) {
  const dialog = useDialog<true>()
  const [number, setNumber] = useState<string>()
  const may = useMay(['support'])
  useEffect(() => {
    if (number === undefined) return
    const timer = setTimeout(() => setNumber(undefined), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [number])
  return (
    <span className="unmask">
      {masked}
      {may && (
        <Button
          type="text"
          size="small"
          icon={<EyeOutlined />}
          aria-label={`查看${person_name}的完整身份证号`}
          onClick={() => dialog.show(true)}
        />
      )}
      {dialog.subject && (
        <ReasonDialog
          key={dialog.key}
          title="查看完整身份证号"
          okText="查看"
          placeholder="例如：与营业执照上的法定代表人核对"
          {...dialog.props}
          call={api.unmaskIdNumber}
          input={reason => ({ verification_id, reason })}
          message=""
          onSuccess={({ data }) => setNumber(data.id_number)}
        >
          <p>
            <strong>{person_name}</strong>（{masked}）的完整身份证号只显示 {shownSeconds}{' '}
            秒，查看的人、时间与原因写入审计日志。
          </p>
        </ReasonDialog>
      )}
      <Modal
        title={`${person_name}的身份证号`}
        open={number !== undefined}
        onCancel={() => setNumber(undefined)}
        destroyOnHidden
        footer={
          <Button type="primary" onClick={() => setNumber(undefined)}>
            知道了
          </Button>
        }
      >
        <p className="row unmasked">
          <code>{number}</code>
        </p>
        <p className="quiet">{shownSeconds} 秒后自动隐藏。</p>
      </Modal>
    </span>
  )
}
