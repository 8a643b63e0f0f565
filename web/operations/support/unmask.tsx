import { EyeOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useMay } from '../operator.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface UnmaskProps {
  of: 'account' | 'company'
  id: string
  /** The name of the phone's owner. */
  name: string
  masked: string
  done?: () => void
}

/** A masked phone; giving a reason shows the whole one once. */
export function Unmask({ of, id, name, masked, done }: UnmaskProps) {
  const dialog = useDialog<true>()
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
          onClick={() => dialog.show(true)}
        />
      )}
      {dialog.subject && (
        <ReasonDialog
          key={dialog.key}
          title="查看完整号码"
          okText="查看"
          placeholder="例如：客户来电，回拨核实身份"
          {...dialog.props}
          call={api.unmaskPhone}
          input={reason => ({ of, id, reason })}
          message=""
          onSuccess={({ data }) => setPhone(data.phone)}
          done={done}
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
