import { paths } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import type { AccountContext } from '#server/engines/context.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { areKeysRequired } from '#server/modules/accounts/device-keys.ts'
import { waitingSubject } from '#server/modules/devices/devices.ts'
import { recordingAccess } from '#server/modules/lines/access-log.ts'
import { type OwnDevice, type Reported, replaceKey, setFirstKey, type Workplace } from './clients.sql.ts'

/**
 * Returns the device with the key of this session. A device without one gets its first before its approval, or while clients
 * without keys are still admitted; any other key waits for the company's approval, as a new device does. Throws -48014 where that
 * can't be: knowing the password must not suffice to change what a manager is about to approve.
 */
export async function agreeOnKey(
  { system, services }: AccountContext,
  workplace: Workplace,
  device: OwnDevice,
  report: Reported,
): Promise<OwnDevice> {
  if (device.key_id === report.key) return device
  if (!report.key) throw new Refusal(-48016)
  const companyId = workplace.company_id
  const isOpen = device.audit_state === 'pending' || !areKeysRequired(services.config)
  const isFirst = device.key_id === null && isOpen
  await system.transaction(async transaction => {
    const changed = await asCompany(transaction, companyId, company => {
      if (isFirst) return setFirstKey(company, workplace, device, report)
      const act = { companyId, act: '更换设备密钥', scope: { employeeIds: [workplace.employee_id] } }
      return loggedAs(workplace.employee_name, () =>
        recordingAccess(company, act, () => replaceKey(company, workplace, device, report)),
      )
    })
    if (!changed) throw new Refusal(-48014)
    if (isFirst) return
    // The managers may have been notified of the same device when it was new.
    await renotify(transaction, services, {
      to: { managersOfCompany: companyId, about: [workplace.employee_id] },
      kind: 'device_waiting',
      subject: waitingSubject(device.device_id),
      title: '设备的密钥已更换，等待审核',
      text: `${workplace.employee_name} 的设备「${report.name}」更换了密钥（重装系统或客户端），请审核。`,
      link: `${paths.deviceManage}?audit_state=pending`,
    })
  })
  const audit_state = isFirst ? device.audit_state : 'pending'
  return { ...device, key_id: report.key, audit_state }
}
