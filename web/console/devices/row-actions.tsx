import { useMay } from '#web/data/may.ts'
import { RowButton } from '#web/ui/list/row-button.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { type ActionName, type Device, deviceActions, deviceLabel } from './device-actions.ts'

interface RowActionsProps {
  device: Device
  ask: (action: ActionName, devices: readonly Device[]) => void
  show: (device: Device, view?: 'log') => void
}

/** The actions for a waiting device are buttons, the rest is in the menu. */
export function RowActions({ device, ask, show }: RowActionsProps) {
  const may = useMay()
  const label = deviceLabel(device)
  const waiting = device.audit_state === 'pending'
  const open: ActionName[] = waiting && may('deviceAudit', device) ? ['approve', 'reject'] : []
  const others = (['approve', 'reject', 'suspend', 'restore'] as const).filter(
    name => !open.includes(name) && deviceActions[name].applies(device),
  )
  const item = (name: ActionName) => ({
    key: name,
    label: deviceActions[name].word,
    danger: deviceActions[name].danger,
    call: deviceActions[name].call,
    run: () => ask(name, [device]),
  })
  return (
    <span className="row-actions">
      {open.map(name => (
        <RowButton
          key={name}
          look={name === 'approve' ? 'main' : 'outlined'}
          label={`${deviceActions[name].word} ${label}`}
          onClick={() => ask(name, [device])}
        >
          {deviceActions[name].word}
        </RowButton>
      ))}
      <RowMenu
        label={`${label} 的更多操作`}
        about={device}
        actions={[
          { key: 'detail', label: '详情', run: () => show(device) },
          { key: 'log', label: '日志', run: () => show(device, 'log') },
          null,
          ...others.map(item),
          item('remove'),
        ]}
      />
    </span>
  )
}
