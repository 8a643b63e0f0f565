import './devices.css'
import { CloseOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { May } from '#web/ui/may.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import {
  type ActionName,
  type Device,
  deviceActions,
  deviceLabel,
  managersDevice,
  maxDevices,
} from './device-actions.ts'
import { deviceColumns } from './device-columns.tsx'
import type { DeviceQuestion } from './device-dialog.tsx'
import { DeviceFilters, deviceFields, Queues } from './device-filters.tsx'
import { RowActions } from './row-actions.tsx'
import { useShownDevice } from './use-shown-device.ts'

const DeviceDialog = idlePart(async () => (await import('./device-dialog.tsx')).DeviceDialog)
const DeviceDrawer = idlePart(async () => (await import('./device-drawer.tsx')).DeviceDrawer, {
  isOpen: ({ id }) => id !== undefined,
})

const idOf = (device: Device) => device.device_id
const bulkActions: ActionName[] = ['approve', 'reject', 'suspend', 'restore', 'remove']

export function DevicesPage() {
  const at = useListAddress(deviceFields)
  const called = useRemembered('getDeviceList', at.query)
  const selection = useSelection(idOf, JSON.stringify(at.filters), called.data?.list, at)
  const drawer = useShownDevice()
  const { show } = drawer
  const columns = useMemo(() => deviceColumns(show), [show])
  const dialog = useDialog<DeviceQuestion>()
  const may = useMay()
  const bulk = bulkActions.filter(name => may(deviceActions[name].call))
  const [round, setRound] = useState(0)

  function ask(action: ActionName, devices: readonly Device[]) {
    const { applies, call, idle } = deviceActions[action]
    const open = devices.filter(device => may(call, device))
    if (!open.length) return toast.info(managersDevice)
    const touched = open.filter(applies)
    if (!touched.length) return toast.info(idle)
    if (touched.length > maxDevices) return toast.info(`一次最多操作 ${maxDevices} 台设备，请分批进行`)
    dialog.show({ action, devices: touched })
  }

  function done() {
    selection.clear()
    called.reload()
    setRound(before => before + 1)
    if (dialog.subject?.action === 'remove') drawer.hide()
  }

  return (
    <>
      <ListHead title="设备" text="员工在新设备上登录客户端后，设备会自动登记在这里；审核通过并授权后才能使用服务。" />
      <div className="queues-row">
        <Queues at={at} pending={called.data?.pending} />
        {at.filters.employee_id && (
          <Button
            icon={<CloseOutlined />}
            iconPlacement="end"
            onClick={() => at.filter({ employee_id: undefined })}
            aria-label="取消只看一名员工的设备"
          >
            只看{called.data?.list[0]?.employee_name ?? '该员工'}的设备
          </Button>
        )}
      </div>
      <DeviceFilters at={at} />
      <DataList
        name="devices"
        noun="台设备"
        at={{ ...at, filtered: at.filtered && !isQueue(at.filters) }}
        called={called}
        columns={columns}
        idOf={idOf}
        labelOf={deviceLabel}
        actions={device => <RowActions device={device} ask={ask} show={show} />}
        tools={
          <May call="exportDevices">
            <ExportButton load={() => api.exportDevices(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        selection={bulk.length ? selection : undefined}
        bulk={bulk.map(name => (
          <Button key={name} size="small" danger={deviceActions[name].danger} onClick={() => ask(name, selection.rows)}>
            {deviceActions[name].word}
          </Button>
        ))}
        empty={isQueue(at.filters) ? noneWaiting(at.clear) : none}
      />
      <DeviceDrawer {...drawer} round={round} ask={ask} />
      {dialog.subject && <DeviceDialog key={dialog.key} question={dialog.subject} {...dialog.props} done={done} />}
    </>
  )
}

/** True when only the queue of waiting devices is filtered; an empty list is good news there. */
const isQueue = (filters: object) =>
  Object.keys(filters).length === 1 && 'audit_state' in filters && filters.audit_state === 'pending'

const noneWaiting = (showAll: () => void) => ({
  title: '没有待审核的设备',
  text: '全部处理完毕。有新设备登记时，右上角的铃铛会提醒您。',
  action: <Button onClick={showAll}>查看全部设备</Button>,
})

const none = {
  title: '还没有设备',
  text: '请员工下载客户端并用自己的手机号登录，设备会自动登记到这里，由您审核。',
  action: (
    <Button look="primary" href={paths.download}>
      客户端下载页
    </Button>
  ),
}
