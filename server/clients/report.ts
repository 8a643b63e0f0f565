import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { waitingSubject } from '../devices/devices.ts'
import { claimDevice } from '../devices/disputes.sql.ts'
import type { AccountContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { withinLimit } from '../http/limits.ts'
import { notify } from '../notices/notices.ts'
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

/** Devices of one person that may wait for their audit: nobody fills the managers' list. */
export const mostPending = 10
/** Times an hour a device may say something new of itself: each is a row of its log. */
const changesPerHour = 30

/** Registers the device, or writes down what is new about it. -48011 when a colleague has its fingerprint. */
export async function recordReport(
  context: AccountContext,
  company: Database,
  workplace: Workplace,
  given: Reported,
): Promise<OwnDevice> {
  const find = () => findByFingerprint(company, workplace.company_id, given.fingerprint)
  let device = await find()
  const requireOwn = async (found: OwnDevice) => {
    if (found.employee_id === workplace.employee_id) return
    await dispute(company, workplace, found, given)
    throw new Refusal(-48011)
  }
  if (device) await requireOwn(device)
  else {
    await register(context, workplace, given)
    device = await find()
    // Removed by a manager since.
    if (!device) throw new Refusal(-48001)
    await requireOwn(device)
    return device
  }
  await refresh(context, company, workplace, device, given)
  return device
}

/** Left for the operators to decide whose it is; somebody whom the company has disabled claims nothing. */
async function dispute(company: Database, workplace: Workplace, device: OwnDevice, { name, ip }: Reported) {
  const { company_id: companyId, employee_id: id, employee_name, employee_state } = workplace
  if (employee_state === 'disabled') return
  const claimant = { id, name: employee_name }
  await claimDevice(company, { companyId, deviceId: device.id, claimant, reported: { name, ip } })
}

/** Once for a fingerprint, however many report it at once: the first registers it and tells the managers. */
function register({ system, services }: AccountContext, workplace: Workplace, given: Reported): Promise<void> {
  const { company_id, employee_id, employee_name, employee_state } = workplace
  if (employee_state === 'disabled') throw new Refusal(-48012)
  return system.transaction(async transaction => {
    const registered = await asCompany(transaction, company_id, async company => {
      await lockEmployee(company, company_id, employee_id)
      if (await findByFingerprint(company, company_id, given.fingerprint)) return
      if ((await countPending(company, company_id, employee_id)) >= mostPending) throw new Refusal(-48013)
      return insertDevice(company, workplace, given)
    })
    if (!registered) return
    await notify(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'device_waiting',
      subject: waitingSubject(registered.id),
      title: '有新设备等待审核',
      text: `${employee_name} 登记了新设备「${given.name}」，请审核。`,
      link: '/control/deviceManage?audit_state=pending',
    })
  })
}

const labels: [keyof Reported & keyof OwnDevice, string][] = [
  ['name', '设备名称'],
  ['platform', '平台'],
  ['os_version', '系统版本'],
  ['client_version', '客户端版本'],
]

function changesOf(device: OwnDevice, given: Reported): string {
  const changes = labels
    .filter(([field]) => device[field] !== given[field])
    .map(([field, label]) => `${label}：${device[field]} → ${given[field]}`)
  if (device.last_ip !== given.ip) changes.push(`地址：${device.last_ip ?? '无'} → ${given.ip}`)
  return changes.join('；')
}

async function refresh(
  { system }: AccountContext,
  company: Database,
  workplace: Workplace,
  device: OwnDevice,
  given: Reported,
): Promise<void> {
  const changes = changesOf(device, given)
  if (changes) {
    const limit = { max: changesPerHour, seconds: 3600 }
    if (!(await withinLimit(system, `device-change:${device.id}`, limit))) return
  } else if (!device.unseen) return
  await refreshDevice(company, workplace, device.id, given, changes)
}
