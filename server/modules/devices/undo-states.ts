import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Membership } from '#server/engines/context.ts'
import { type ChangedDevice, restoreAudits, setAuthState } from './devices.sql.ts'
import { changeTogether, recordDevices } from './devices.ts'
import { auditUndo, authorizationUndo, suspensionUndo } from './undo.ts'

interface Undone {
  company: Database
  membership: Membership
  deviceIds: string[]
  /** The undo readmits devices, so the limits of their owners are checked. */
  allows: boolean
  changedSince: (deviceIds: string[]) => Promise<ReadonlySet<string>>
}

/** Undoes the act for the devices that nobody has decided about since, and refuses when there are none. */
async function undone(
  { company, membership, deviceIds, allows, changedSince }: Undone,
  change: (standing: string[]) => Promise<ChangedDevice[]>,
) {
  const changed = await changeTogether(company, membership.companyId, deviceIds, {
    allows,
    change: async () => {
      const since = await changedSince(deviceIds)
      return change(deviceIds.filter(deviceId => !since.has(deviceId)))
    },
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(-54004, error.code === -48002 ? `超过设备上限：${error.data}` : '有的设备已被移除')
  })
  if (!changed.length) throw new Refusal(-54004, '设备此后又有变动')
  return changed
}

auditUndo.carryOut(async (company, { membership, payload: { state, devices }, requireProof, changedSince }) => {
  const { companyId } = membership
  const allows = devices.some(({ audit_state }) => audit_state === 'approved')
  if (allows) requireProof()
  const deviceIds = devices.map(({ device_id }) => device_id)
  const changed = await undone({ company, membership, deviceIds, allows, changedSince }, standing =>
    restoreAudits(company, companyId, {
      state,
      devices: devices.filter(({ device_id }) => standing.includes(device_id)),
    }),
  )
  await recordDevices(company, companyId, 'device.audit_undone', changed)
})

authorizationUndo.carryOut(async (company, { membership, payload: { device_ids: deviceIds }, changedSince }) => {
  const { companyId } = membership
  const detail = '撤销恢复授权'
  const changed = await undone({ company, membership, deviceIds, allows: false, changedSince }, standing =>
    setAuthState(company, companyId, standing, { state: 'suspended', detail, ip: null }),
  )
  await recordDevices(company, companyId, 'device.suspended', changed, { detail })
})

suspensionUndo.carryOut(
  async (company, { membership, payload: { device_ids: deviceIds }, requireProof, changedSince }) => {
    requireProof()
    const { companyId } = membership
    const detail = '撤销暂停授权'
    const changed = await undone({ company, membership, deviceIds, allows: true, changedSince }, standing =>
      setAuthState(company, companyId, standing, { state: 'authorized', detail, ip: null }),
    )
    await recordDevices(company, companyId, 'device.authorized', changed, { detail })
  },
)
