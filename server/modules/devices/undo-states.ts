import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Membership } from '#server/engines/context.ts'
import { actorOf as managerOf } from '#server/modules/people/people.ts'
import { type ChangedDevice, restoreAudits, setAuthState } from './devices.sql.ts'
import { changeTogether, recordDevices } from './devices.ts'
import { auditUndo, authorizationUndo } from './undo.ts'

interface Undone {
  company: Database
  membership: Membership
  deviceIds: string[]
  /** The devices work again by it, so the limits of their people hold. */
  allows: boolean
}

async function undone(
  { company, membership, deviceIds, allows }: Undone,
  change: (by: Actor) => Promise<ChangedDevice[]>,
) {
  const { companyId } = membership
  const by = { name: (await managerOf(company, membership)).name, ip: null }
  const gone = (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(-54004, error.code === -48002 ? '设备数会超过员工的上限' : '有的设备已被移除')
  }
  const changed = await changeTogether(company, companyId, deviceIds, { allows, change: () => change(by) }).catch(gone)
  if (!changed.length) throw new Refusal(-54004, '设备此后又有变动')
  return changed
}

interface Actor {
  name: string
  ip: null
}

auditUndo.carryOut(async (company, { membership, payload: { state, devices } }) => {
  const { companyId } = membership
  const deviceIds = devices.map(({ device_id }) => device_id)
  const changed = await undone({ company, membership, deviceIds, allows: state === 'rejected' }, by =>
    restoreAudits(company, companyId, { state, devices, by }),
  )
  await recordDevices(company, companyId, 'device.audit_undone', changed)
})

authorizationUndo.carryOut(async (company, { membership, payload: { state, device_ids: deviceIds } }) => {
  const { companyId } = membership
  const back = state === 'suspended' ? 'authorized' : 'suspended'
  const changed = await undone({ company, membership, deviceIds, allows: back === 'authorized' }, by =>
    setAuthState(company, companyId, deviceIds, { state: back, detail: '撤销授权变更', by }),
  )
  await recordDevices(company, companyId, `device.${back}`, changed, { detail: '撤销授权变更' })
})
