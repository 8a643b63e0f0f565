import '#web/ui/access-conditions.css'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { AccessConditions } from '#web/ui/access-conditions.tsx'
import { DevicePicker, LinePicker } from '#web/ui/access-pickers.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { useOperation, useOperationPreview } from '../use-operation.ts'

interface WhyDrawerProps extends DialogProps {
  companyId: string
  person: { employee_id: string; name: string }
}

/** Explains to support why one of a company's people may or may not use a line on a device. */
export const WhyDrawer = ({ companyId, person, open, close }: WhyDrawerProps) => (
  <Drawer title={`${person.name}：为什么能用、不能用`} open={open} onClose={close} size={480} destroyOnHidden>
    <Explained companyId={companyId} employeeId={person.employee_id} />
  </Drawer>
)

function Explained({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const [deviceId, setDeviceId] = useState<string>()
  const [lineId, setLineId] = useState<string>()
  const [words, setWords] = useState('')
  const { data, refused, reload } = useOperation('getCompanyAccess', {
    company_id: companyId,
    employee_id: employeeId,
    device_id: deviceId,
    svp_id: lineId,
  })
  const found = useOperationPreview('getCompanyLines', {
    company_id: companyId,
    keyword: words.trim() || undefined,
    page_size: 20,
  })
  if (refused) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      <div className="access-form">
        <DevicePicker devices={data.devices} value={deviceId} onChange={setDeviceId} />
        <LinePicker found={found} onSearch={setWords} value={lineId} onChange={setLineId} />
      </div>
      <AccessConditions explained={data} />
    </>
  )
}
