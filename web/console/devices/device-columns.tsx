import { Link } from 'react-router'
import { employeePath } from '#contract/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { platformIcons } from '#web/ui/platforms.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { auditLooks, authorizationLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import type { Device } from './device-actions.ts'

export const LastSeen = ({ device }: { device: Pick<Device, 'online' | 'last_seen_at'> }) => {
  if (device.online) return <span className="online">在线</span>
  if (!device.last_seen_at) return <span className="quiet">从未在线</span>
  return <TwoLines first={dateTime(device.last_seen_at)} second={fromNow(device.last_seen_at)} />
}

export const Version = ({ device }: { device: Pick<Device, 'client_version' | 'outdated' | 'has_key'> }) => (
  <>
    {device.client_version}
    {device.outdated && (
      <span className="outdated" title="低于已发布的最新版本">
        旧版本
      </span>
    )}
    {!device.has_key && (
      <span className="outdated" title="旧客户端没有设备密钥，升级后会自动登记">
        无设备密钥
      </span>
    )}
  </>
)

export const Address = ({ ip }: { ip: string | null }) =>
  ip ? (
    <span className="copied">
      {ip}
      <CopyButton text={ip} label="地址" />
    </span>
  ) : (
    <span className="quiet">无</span>
  )

/** Every device is authorized from the start, so before its audit the label would be misleading. */
export const Authorization = ({ device }: { device: Pick<Device, 'audit_state' | 'auth_state'> }) =>
  device.audit_state !== 'approved' && device.auth_state === 'authorized' ? (
    <span className="quiet">{device.audit_state === 'pending' ? '通过后生效' : '不适用'}</span>
  ) : (
    <StateTag state={authorizationLooks[device.auth_state]} />
  )

export const deviceColumns = (show: (device: Device) => void): Column<Device>[] => [
  {
    key: 'name',
    title: '设备',
    render: device => (
      <span className="two-lines">
        <button type="button" className="device-name" onClick={() => show(device)}>
          {device.name}
        </button>
        <span>
          {platformIcons[device.platform]} {device.os_version}
        </span>
      </span>
    ),
  },
  {
    key: 'employee',
    title: '员工',
    fixed: true,
    render: device => (
      <span className="two-lines">
        <Link to={employeePath(device.employee_id)}>{device.employee_name}</Link>
        <span title={device.dept_path ?? undefined}>{device.dept_path?.split(' / ').at(-1) ?? '未分配部门'}</span>
      </span>
    ),
  },
  {
    key: 'audit',
    title: '审核',
    fixed: true,
    render: device => (
      <span title={device.audit_note ?? undefined}>
        <StateTag state={auditLooks[device.audit_state]} />
      </span>
    ),
  },
  {
    key: 'authorization',
    title: '授权',
    render: device => <Authorization device={device} />,
  },
  { key: 'version', title: '客户端', render: device => <Version device={device} /> },
  { key: 'seen', title: '最后在线', render: device => <LastSeen device={device} /> },
  { key: 'address', title: '地址', render: device => <Address ip={device.last_ip} /> },
  { key: 'created', title: '登记时间', extra: true, render: device => dateTime(device.created_at) },
]
