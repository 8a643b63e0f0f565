import { paths } from '#contract/paths.ts'
import { deviceFields } from '#contract/records/device-fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { withinLimit } from '#server/database/limits.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { AccountContext } from '#server/engines/context.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { maxPending, recordDevices, waitingSubject } from '#server/modules/devices/devices.ts'
import { claimDevice } from '#server/modules/devices/disputes.sql.ts'
import {
  countPending,
  findByFingerprint,
  insertDevice,
  lockEmployee,
  type OwnDevice,
  type Reported,
  refreshDevice,
  type Workplace,
} from './clients.sql.ts'
import { agreeOnKey } from './device-key.ts'

/** The most changes of a device's report that are logged in an hour. */
const changesPerHour = 30

/** Registers the device, or records its changes. Throws -48011 when a colleague's device has its fingerprint. */
export async function recordReport(
  context: AccountContext,
  company: Database,
  workplace: Workplace,
  report: Reported,
): Promise<OwnDevice> {
  const find = () => findByFingerprint(company, workplace.company_id, report.fingerprint)
  let device = await find()
  const requireOwn = async (found: OwnDevice) => {
    if (found.employee_id === workplace.employee_id) return
    await dispute(company, workplace, found, report)
    throw new Refusal(-48011)
  }
  if (device) await requireOwn(device)
  else {
    await register(context, workplace, report)
    device = await find()
    // A manager has removed the device since.
    if (!device) throw new Refusal(-48001)
    await requireOwn(device)
    return agreeOnKey(context, workplace, device, report)
  }
  device = await agreeOnKey(context, workplace, device, report)
  await refresh(context, company, workplace, device, report)
  return device
}

/** Leaves it to the operators to decide whose device it is; a person whom the company has disabled can claim nothing. */
async function dispute(company: Database, workplace: Workplace, device: OwnDevice, { name, ip }: Reported) {
  const { company_id: companyId, employee_id: id, employee_name, employee_state } = workplace
  if (employee_state === 'disabled') return
  const claimant = { id, name: employee_name }
  await claimDevice(company, { companyId, deviceId: device.device_id, claimant, reported: { name, ip } })
}

/** Registers a fingerprint once, however many report it concurrently: the first registers it and notifies the managers. */
function register({ system, services }: AccountContext, workplace: Workplace, report: Reported): Promise<void> {
  const { company_id, employee_id, employee_name, employee_state } = workplace
  if (employee_state === 'disabled') throw new Refusal(-48012)
  return system.transaction(async transaction => {
    const registered = await asCompany(transaction, company_id, async company => {
      // The person has left since.
      if (!(await lockEmployee(company, company_id, employee_id))) throw new Refusal(-48010)
      if (await findByFingerprint(company, company_id, report.fingerprint)) return
      if ((await countPending(company, company_id, employee_id)) >= maxPending) throw new Refusal(-48013)
      const added = await insertDevice(company, workplace, report)
      if (added) await recordDevices(company, company_id, 'device.registered', [added])
      return added
    })
    if (!registered) return nothingChanged()
    await notify(transaction, services, {
      to: { managersOfCompany: company_id, about: [employee_id] },
      kind: 'device_waiting',
      subject: waitingSubject(registered.device_id),
      title: '有新设备等待审核',
      text: `${employee_name} 登记了新设备「${report.name}」，请审核。`,
      link: `${paths.deviceManage}?audit_state=pending`,
    })
  })
}

const compared = ['name', 'platform', 'os_version', 'client_version'] as const

function changesOf(device: OwnDevice, report: Reported): string {
  const changes = compared
    .filter(field => device[field] !== report[field])
    .map(field => `${deviceFields[field].label}：${device[field]} → ${report[field]}`)
  if (device.last_ip !== report.ip) changes.push(`地址：${device.last_ip ?? '无'} → ${report.ip}`)
  return changes.join('；')
}

async function refresh(
  { system }: AccountContext,
  company: Database,
  workplace: Workplace,
  device: OwnDevice,
  report: Reported,
): Promise<void> {
  // No person acted: the device's own log has the report.
  nothingChanged()
  const found = changesOf(device, report)
  if (!found && !device.unseen) return
  const limit = { max: changesPerHour, seconds: 3600 }
  // Beyond the limit the report is still stored, and the device counts as seen: one that changes its address by the minute is
  // online.
  const changes = found && (await withinLimit(system, `device-change:${device.device_id}`, limit)) ? found : ''
  const logged = await refreshDevice(company, workplace, device.device_id, report, changes)
  // No row: the device was removed meanwhile, unless a concurrent copy of this report has updated it.
  if (changes && !logged && !(await findByFingerprint(company, workplace.company_id, report.fingerprint)))
    throw new Refusal(-48001)
}
