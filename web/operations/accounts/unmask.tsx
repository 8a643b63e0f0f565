import { EyeOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { api } from '../api.ts'
import { useMay } from '../operator.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface UnmaskProps {
  of: 'account' | 'company'
  id: string
  /** Whose it is. */
  name: string
  masked: string
  done?: () => void
}

/** A masked phone, and for a reason the whole one, shown this once. */
export function Unmask({ of, id, name, masked, done }: UnmaskProps) {
  const dialog = useAsked<true>()
  const [phone, setPhone] = useState<string>()
  const may = useMay(['support'])
  return (
    <span className="unmask">
      {masked}
      {may && (
        <Button
          type="text"
          size="small"
          icon={<EyeOutlined />}
          aria-label={`查看${name}的完整号码`}
          onClick={() => dialog.ask(true)}
        />
      )}
      {dialog.question && (
        <ReasonDialog
          key={dialog.round}
          title="查看完整号码"
          okText="查看"
          placeholder="例如：客户来电，回拨核实身份"
          open={dialog.open}
          close={dialog.close}
          send={reason => api.unmaskPhone({ of, id, reason })}
          done={({ data }) => {
            setPhone(data.phone)
            done?.()
          }}
        >
          <p>
            <strong>{name}</strong>（{masked}）的完整号码只显示这一次，查看的人、时间与原因写入审计日志。
          </p>
        </ReasonDialog>
      )}
      <Modal
        title={`${name}的号码`}
        open={phone !== undefined}
        onCancel={() => setPhone(undefined)}
        footer={
          <Button type="primary" onClick={() => setPhone(undefined)}>
            知道了
          </Button>
        }
      >
        <p className="row unmasked">
          <code>{phone}</code>
          <CopyButton text={phone ?? ''} label="号码" />
        </p>
      </Modal>
    </span>
  )
}
