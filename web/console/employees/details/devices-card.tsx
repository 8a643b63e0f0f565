import { Link } from 'react-router'
import { platformNames } from '#contract/device-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { devicePath } from '#contract/paths.ts'
import { fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { auditLooks, authorizationLooks } from '#web/ui/states.ts'
import type { Employee } from '../employee.ts'

interface DevicesCardProps {
  employee: Employee
  devices: OutputOf<'getCompanyUserDetail'>['devices']
}

export const DevicesCard = ({ employee, devices }: DevicesCardProps) => (
  <section className="sheet" aria-labelledby="devices-title">
    <div className="sheet-head">
      <h2 id="devices-title">设备</h2>
      <span className="quiet">
        {employee.device_count} 台，上限 {employee.device_limit} 台
      </span>
    </div>
    {devices.length ? (
      <ul className="lines">
        {devices.map(device => (
          <li key={device.device_id} className="line">
            <div>
              <h3>
                <Link to={devicePath(device.device_id)}>{device.name}</Link>
              </h3>
              <p className="figures">
                {platformNames[device.platform]} · 客户端 {device.client_version} ·{' '}
                {device.last_seen_at ? `最近在线：${fromNow(device.last_seen_at)}` : '尚未上线'}
              </p>
            </div>
            <span className="details-states">
              <StateTag state={auditLooks[device.audit_state]} />
              {device.audit_state === 'approved' && <StateTag state={authorizationLooks[device.auth_state]} />}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="details-nothing">还没有设备。员工安装客户端并登录后，设备会出现在这里等待审核。</p>
    )}
  </section>
)
