import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Membership } from '#server/engines/context.ts'
import { actorOf } from '#server/modules/people/people.ts'
import { type Actor, type ChangedDevice, restoreAudits, setAuthState } from './devices.sql.ts'
import { changeTogether, recordDevices } from './devices.ts'
import { auditUndo, authorizationUndo } from './undo.ts'

interface Undone {
  company: Database
  membership: Membership
  deviceIds: string[]
}

/** Neither kind lets a device in, so that no limit can be exceeded by it. */
async function undone({ company, membership, deviceIds }: Undone, change: (by: Actor) => Promise<ChangedDevice[]>) {
  const by = { name: (await actorOf(company, membership)).name, ip: null }
  const changed = await changeTogether(company, membership.companyId, deviceIds, {
    allows: false,
    change: () => change(by),
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(-54004, '有的设备已被移除') : error
  })
  if (!changed.length) throw new Refusal(-54004, '设备此后又有变动')
  return changed
}

auditUndo.carryOut(async (company, { membership, payload: { state, devices } }) => {
  const { companyId } = membership
  const deviceIds = devices.map(({ device_id }) => device_id)
  const changed = await undone({ company, membership, deviceIds }, by =>
    restoreAudits(company, companyId, { state, devices, by }),
  )
  await recordDevices(company, companyId, 'device.audit_undone', changed)
})

authorizationUndo.carryOut(async (company, { membership, payload: { device_ids: deviceIds } }) => {
  const { companyId } = membership
  const detail = '撤销恢复授权'
  const changed = await undone({ company, membership, deviceIds }, by =>
    setAuthState(company, companyId, deviceIds, { state: 'suspended', detail, by }),
  )
  await recordDevices(company, companyId, 'device.suspended', changed, { detail })
})
