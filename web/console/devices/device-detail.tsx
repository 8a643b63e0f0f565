import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { platformNames } from '#contract/device-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { employeePath } from '#contract/paths.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { platformIcons } from '#web/ui/platforms.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { auditLooks } from '#web/ui/states.ts'
import { WhyButton } from '../access/why-button.tsx'
import type { Device } from './device-actions.ts'
import { Address, Authorization, LastSeen, Version } from './device-columns.tsx'

interface DeviceDetailProps {
  id: string
  round: number
  hidden: boolean
  onLoad: (device: Device) => void
}

export function DeviceDetail({ id, round, hidden, onLoad }: DeviceDetailProps) {
  const { data, refused, reload } = useRemembered('getDeviceDetail', { device_id: id })
  const before = useRef(round)
  useEffect(() => {
    if (before.current !== round) reload()
    before.current = round
  }, [round, reload])
  useEffect(() => {
    if (data) onLoad(data.device)
  }, [data, onLoad])
  if (hidden) return null
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton rows={8} className="drawer-wait" />
  const { usable, reason } = data
  const { device_id, employee_id, employee_name } = data.device
  return (
    <>
      <p className="usable" data-tone={usable ? 'good' : 'warn'}>
        <strong>{usable ? '现在可以使用服务' : '现在不能使用服务'}</strong>
        {reason && <span>{reason}</span>}
      </p>
      <p>
        <WhyButton question={{ employee: { employee_id, name: employee_name }, device_id }} />
      </p>
      <Facts list={factsOf(data)} />
    </>
  )
}

function factsOf({ device, device_limit, fingerprint }: OutputOf<'getDeviceDetail'>) {
  return [
    { label: '员工', value: <Link to={employeePath(device.employee_id)}>{device.employee_name}</Link> },
    { label: '部门', value: device.dept_path ?? <span className="quiet">未分配部门</span> },
    { label: '审核', value: <StateTag state={auditLooks[device.audit_state]} /> },
    ...(device.audit_note ? [{ label: '审核说明', value: device.audit_note }] : []),
    { label: '授权', value: <Authorization device={device} /> },
    {
      label: '系统',
      value: (
        <>
          {platformIcons[device.platform]} {platformNames[device.platform]} · {device.os_version}
        </>
      ),
    },
    { label: '客户端版本', value: <Version device={device} /> },
    { label: '最后在线', value: <LastSeen device={device} /> },
    { label: '最近地址', value: <Address ip={device.last_ip} /> },
    { label: '该员工的设备上限', value: `${device_limit} 台` },
    { label: '登记时间', value: `${dateTime(device.created_at)}（${fromNow(device.created_at)}）` },
    {
      label: '设备指纹',
      value: (
        <span className="copied">
          <code>{fingerprint}</code>
          <CopyButton text={fingerprint} label="设备指纹" />
        </span>
      ),
    },
  ]
}
