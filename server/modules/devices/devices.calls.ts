import { maskPhone } from '#contract/rules.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { checkAdminCaptcha, sendAdminCaptcha, setOf, spendAdminCaptcha } from '#server/modules/people/admin-captcha.ts'
import { requireEmployees } from '#server/modules/people/people.ts'
import {
  type AuditedDevice,
  countLog,
  deleteDevices,
  lockOwners,
  logOf,
  setAuditState,
  setAuthState,
  statesOf,
} from './devices.sql.ts'
import { changeTogether, recordDevices, requireDevices, waitingSubject } from './devices.ts'
import { deviceRow, findDevice } from './list.sql.ts'
import { listedDevices } from './listed.ts'
import { auditUndoOf, authorizationUndo, suspensionUndo } from './undo.ts'
import { serviceState } from './usable.ts'
import { released } from './versions.ts'

export const devicesCalls = {
  async getDeviceList({ company, system, membership }, input) {
    return listedDevices(company, membership, await released(system), input)
  },

  async getDeviceDetail({ company, system, membership }, { device_id }) {
    const row = orRefuse(await findDevice(company, membership.companyId, device_id, await released(system)), -48001)
    const { usable, message } = serviceState(row)
    return {
      device: deviceRow.parse(row),
      fingerprint: row.fingerprint,
      device_limit: row.device_limit,
      usable,
      reason: usable ? null : message,
    }
  },

  async getDeviceLog({ company, membership }, { device_id, page, page_size }) {
    const { companyId } = membership
    await requireDevices(company, companyId, [device_id])
    const total = await countLog(company, companyId, device_id)
    const list = await logOf(company, companyId, device_id, pageOf({ page, page_size }))
    return { list, total }
  },

  async getCompanyAdminCaptcha(context, input) {
    const { company, membership } = context
    const ids = setOf(input.action === 'company' ? input.employee_ids : input.device_ids)
    await (input.action === 'company' ? requireEmployees : requireDevices)(company, membership.companyId, ids)
    await sendAdminCaptcha(context, input.action, ids)
    return { phone: maskPhone(context.account.phone) }
  },

  async deviceAudit(context, { device_ids, audit_state: state, note, captcha }) {
    const { system, company, membership, caller } = context
    const { companyId } = membership
    const ids = setOf(device_ids)
    const checked = await checkAdminCaptcha(context, 'audit', ids, captcha)
    const detail = `${state === 'approved' ? '审核通过' : '审核驳回'}${note ? `：${note}` : ''}`
    await spendAdminCaptcha(company, companyId, checked)
    let before: AuditedDevice[] = []
    const changed = await changeTogether(company, companyId, ids, {
      allows: state === 'approved',
      async change() {
        // Guard: the owners are locked by now; a change of an owner goes on to the devices, and would wait for these locks.
        before = await statesOf(company, companyId, ids)
        return setAuditState(company, companyId, ids, { state, note: note || null, detail, ip: caller.ip })
      },
    })
    const undo = auditUndoOf(state, before, changed)
    const activity_id = await recordDevices(company, companyId, `device.${state}`, changed, { detail: note, undo })
    await settleNotices(system, companyId, ids.map(waitingSubject))
    return { changed: changed.length, activity_id }
  },

  async deviceAuthStatusChange(context, { device_ids, auth_state: state, captcha }) {
    const { company, membership, caller } = context
    const { companyId } = membership
    const ids = setOf(device_ids)
    const checked = await checkAdminCaptcha(context, 'authorization', ids, captcha)
    const detail = state === 'authorized' ? '恢复授权' : '暂停授权'
    await spendAdminCaptcha(company, companyId, checked)
    const changed = await changeTogether(company, companyId, ids, {
      allows: state === 'authorized',
      change: () => setAuthState(company, companyId, ids, { state, detail, ip: caller.ip }),
    })
    const changedIds = changed.map(({ device_id }) => device_id)
    const undo = (state === 'authorized' ? authorizationUndo : suspensionUndo).offer({ device_ids: changedIds })
    const activity_id = await recordDevices(company, companyId, `device.${state}`, changed, { undo })
    return { changed: changed.length, activity_id }
  },

  async deviceRemove(context, { device_ids }) {
    const { company, membership, caller } = context
    const { companyId } = membership
    const ids = setOf(device_ids)
    // Guard: removing the owner removes the devices as well; a device that is gone by then is refused like any unknown one.
    await lockOwners(company, companyId, ids)
    await requireDevices(company, companyId, ids)
    const removed = await deleteDevices(company, companyId, ids, caller.ip)
    await recordDevices(company, companyId, 'device.removed', removed)
    return { removed: removed.length }
  },
} satisfies SomeHandlers
