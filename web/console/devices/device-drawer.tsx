import '#web/ui/access-conditions.css'
import { useRef, useState } from 'react'
import { useMay } from '#web/data/may.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { May } from '#web/ui/may.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { type ActionName, type Device, deviceActions, managersDevice } from './device-actions.ts'
import { DeviceDetail } from './device-detail.tsx'
import { DeviceLog } from './device-log.tsx'
import type { DeviceView, useShownDevice } from './use-shown-device.ts'

interface DeviceDrawerProps extends ReturnType<typeof useShownDevice> {
  /** Increases after a change. */
  round: number
  ask: (action: ActionName, devices: readonly Device[]) => void
}

const views = [
  { value: 'detail' as const, label: '详情' },
  { value: 'log' as const, label: '日志' },
]

export function DeviceDrawer({ id, view, turn, hide, round, ask }: DeviceDrawerProps) {
  // The content stays while the drawer's closing animation runs.
  const last = useRef(id)
  if (id) last.current = id
  const [device, setDevice] = useState<Device>()
  const shown = last.current
  return (
    <Drawer
      className="device-drawer"
      open={id !== undefined}
      onClose={hide}
      byAddress
      size={scaled(460)}
      title={device?.device_id === shown ? device?.name : '设备'}
      footer={device && device.device_id === shown && <Actions device={device} ask={ask} />}
    >
      <Segmented<DeviceView> block aria-label="设备的详情或日志" options={views} value={view} onChange={turn} />
      {shown && <DeviceDetail key={shown} id={shown} round={round} hidden={view !== 'detail'} onLoad={setDevice} />}
      {shown && view === 'log' && <DeviceLog key={`${shown}:${round}`} id={shown} />}
    </Drawer>
  )
}

const shownActions: ActionName[] = ['approve', 'reject', 'suspend', 'restore', 'remove']

const Actions = ({ device, ask }: { device: Device; ask: DeviceDrawerProps['ask'] }) => (
  <div className="drawer-actions">
    <Closed device={device} />
    {shownActions
      .filter(name => deviceActions[name].applies(device))
      .map(name => (
        <May key={name} call={deviceActions[name].call} about={device}>
          <Button
            look={name === 'approve' ? 'primary' : 'default'}
            danger={deviceActions[name].danger}
            onClick={() => ask(name, [device])}
          >
            {deviceActions[name].word}
          </Button>
        </May>
      ))}
  </div>
)

/** Explains why a user who decides on other devices cannot act on this one. */
function Closed({ device }: { device: Device }) {
  const may = useMay()
  return may('deviceAudit') && !may('deviceAudit', device) ? <p className="quiet">{managersDevice}</p> : null
}
