import '#web/ui/access-conditions.css'
import { Drawer, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { AccessConditions } from '#web/ui/access-conditions.tsx'
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
  const { data, refused, reload } = useOperation('getCompanyAccess', {
    company_id: companyId,
    employee_id: employeeId,
    device_id: deviceId,
    svp_id: lineId,
  })
  if (refused) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      <div className="access-form">
        <label htmlFor="why-device">
          设备
          <Select
            id="why-device"
            allowClear
            placeholder={data.devices.length ? '选择一台设备' : '还没有登记设备'}
            value={deviceId}
            options={data.devices.map(({ device_id, name, usable }) => ({
              value: device_id,
              label: `${name}${usable ? '' : '（现在不能使用）'}`,
            }))}
            onChange={(next: string | undefined) => setDeviceId(next)}
          />
        </label>
        <LinePicker companyId={companyId} value={lineId} onChange={setLineId} />
      </div>
      <AccessConditions explained={data} />
    </>
  )
}

interface LinePickerProps {
  companyId: string
  value: string | undefined
  onChange: (id: string | undefined) => void
}

function LinePicker({ companyId, value, onChange }: LinePickerProps) {
  const [words, setWords] = useState('')
  const keyword = words.trim() || undefined
  const { data, waiting } = useOperationPreview('getCompanyLines', { company_id: companyId, keyword, page_size: 20 })
  return (
    <label htmlFor="why-line">
      专线
      <Select
        id="why-line"
        showSearch={{ filterOption: false, onSearch: setWords }}
        allowClear
        placeholder="按名称、备注或地址查找"
        value={value}
        options={(data?.list ?? []).map(({ svp_id, name, city, address }) => ({
          value: svp_id,
          label: `${name} · ${address ?? `${city}，待绑定`}`,
        }))}
        notFoundContent={waiting ? '正在查找…' : '没有找到专线'}
        onChange={(next: string | undefined) => onChange(next)}
      />
    </label>
  )
}
