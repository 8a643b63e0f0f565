import { paths } from '#contract/paths.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { auditActor, loggedAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify, renotify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { recordDevices, waitingSubject } from './devices.ts'
import { obstacleOf } from './dispute-checks.ts'
import {
  type DisputeRow,
  decideOpen,
  findDeviceName,
  findDispute,
  findParties,
  handOver,
  lockParties,
} from './disputes.sql.ts'

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

interface Decision {
  disputeId: string
  decision: 'hand_over' | 'reject'
  reason: string
}

const shownActor = '平台客服'

/**
 * Decides once to whom a device belongs. A device that is handed over waits for approval by the claimant's company like a new one;
 * the managers and both people are notified.
 */
export async function decideDispute(services: Needed, { disputeId, decision, reason }: Decision): Promise<void> {
  const { system } = services
  const existing = orRefuse(await findDispute(system, disputeId), -53021)
  // The people are locked first, then their device, then the dispute: the same order as elsewhere.
  await lockParties(system, existing.company_id, [existing.holder_id, existing.claimant_id])
  const by = {
    state: decision === 'hand_over' ? ('handed_over' as const) : ('rejected' as const),
    reason,
    by: auditActor(),
  }
  const work = { ...services, system: system }
  if (decision === 'hand_over') await moveDevice(work, existing, reason)
  if (!(await decideOpen(system, disputeId, by))) throw new Refusal(-53110)
  await notifyParties(work, existing, { decision, reason })
  await recordAudit(system, {
    action: `device_dispute.${by.state}`,
    target: `device:${existing.device_id}`,
    before: { holder: existing.holder_id },
    after: { claimant: existing.claimant_id, company: existing.company_id, reason, dispute: disputeId },
  })
}

async function moveDevice({ system }: Needed, dispute: DisputeRow, reason: string): Promise<void> {
  const { company_id: companyId, device_id: deviceId, holder_id: from, claimant_id } = dispute
  const [claimant] = await findParties(system, companyId, [claimant_id])
  // The dispute lapses when the claimant or the device is gone.
  if (!claimant || dispute.state !== 'open') throw new Refusal(-53110)
  const obstacle = obstacleOf(claimant)
  if (obstacle) throw new Refusal(obstacle.code, obstacle.data)
  const detail = `由 ${dispute.holder_name} 移交给 ${claimant.name}，等待审核：${reason}`
  const moved = await loggedAs(shownActor, () => handOver(system, { companyId, deviceId, from, to: claimant, detail }))
  if (!moved) throw new Refusal(-53110)
  await recordDevices(system, companyId, 'device.handed_over', [{ device_id: deviceId, name: dispute.device_name }], {
    detail,
  })
}

async function notifyParties(
  services: Needed,
  dispute: DisputeRow,
  { decision, reason }: Pick<Decision, 'decision' | 'reason'>,
): Promise<void> {
  const { system } = services
  const { company_id, device_id, holder_id, claimant_id } = dispute
  const name = (await findDeviceName(system, dispute)) ?? dispute.device_name
  const parties = await findParties(system, company_id, [holder_id, claimant_id])
  const accountOf = (id: string) => parties.flatMap(party => (party.employee_id === id ? [party.account_id] : []))
  const decided = { kind: 'device_decided' as const, link: '/personaldetails' }
  if (decision === 'reject')
    return void (await notify(system, services, {
      ...decided,
      to: { accountIds: accountOf(claimant_id) },
      subject: `dispute:${dispute.dispute_id}`,
      title: '设备仍归同事使用',
      text: `平台核实后，设备「${name}」仍登记在 ${dispute.holder_name} 名下：${reason}`,
    }))
  await notify(system, services, {
    ...decided,
    to: { accountIds: accountOf(claimant_id) },
    subject: `dispute:${dispute.dispute_id}`,
    title: '设备已移交给您',
    text: `设备「${name}」已登记到您名下，企业管理员审核后即可使用。`,
  })
  await notify(system, services, {
    ...decided,
    to: { accountIds: accountOf(holder_id) },
    subject: `dispute:${dispute.dispute_id}`,
    title: '设备已移交给同事',
    text: `平台核实后，设备「${name}」已移交给 ${dispute.claimant_name}：${reason}`,
  })
  // The managers may have been notified of the same device when it was new.
  await renotify(system, services, {
    // The notice names both.
    to: { managersOfCompany: company_id, about: [holder_id, claimant_id] },
    kind: 'device_waiting',
    subject: waitingSubject(device_id),
    title: '移交的设备等待审核',
    text: `平台将设备「${name}」由 ${dispute.holder_name} 移交给 ${dispute.claimant_name}，请审核。`,
    link: `${paths.deviceManage}?audit_state=pending`,
  })
}
