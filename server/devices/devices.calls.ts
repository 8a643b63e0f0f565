import { maskPhone } from '#contract/rules.ts'
import { asCompany } from '../database/as-company.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { settleNotices } from '../notices/notices.ts'
import { checkAdminCaptcha, sendAdminCaptcha, spendAdminCaptcha } from './admin-captcha.ts'
import { countLog, deleteDevices, logOf, setAuditState, setAuthState } from './devices.sql.ts'
import { actorOf, changeTogether, requireDevices, setOf, waitingSubject } from './devices.ts'
import { findDevice } from './list.sql.ts'
import { listedDevices, shown } from './listed.ts'
import { serviceState } from './usable.ts'
import { released } from './versions.ts'

export const devicesCalls: HandlersFor<
  | 'getDeviceList'
  | 'getDeviceDetail'
  | 'getDeviceLog'
  | 'getCompanyAdminCaptcha'
  | 'deviceAudit'
  | 'deviceAuthStatusChange'
  | 'deviceRemove'
> = {
  async getDeviceList({ company, system, membership }, input) {
    return listedDevices(company, membership.companyId, await released(system), input)
  },

  async getDeviceDetail({ company, system, membership }, { device_id }) {
    const row = await findDevice(company, membership.companyId, device_id, await released(system))
    if (!row) throw new Refusal(-48001)
    const { usable, message } = serviceState(row)
    return {
      device: shown(row),
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
    const rows = await logOf(company, companyId, device_id, { limit: page_size, offset: (page - 1) * page_size })
    return { list: rows.map(row => ({ ...row, created_at: row.created_at.toISOString() })), total }
  },

  async getCompanyAdminCaptcha(context, { action, device_ids }) {
    await requireDevices(context.company, context.membership.companyId, setOf(device_ids))
    await sendAdminCaptcha(context, action, device_ids)
    return { phone: maskPhone(context.account.phone) }
  },

  async deviceAudit(context, { device_ids, audit_state: state, note, captcha }) {
    const { system, membership } = context
    const { companyId } = membership
    const ids = setOf(device_ids)
    const checked = await checkAdminCaptcha(context, 'audit', ids, captcha)
    const by = await actorOf(context)
    const detail = `${state === 'approved' ? '审核通过' : '审核驳回'}${note ? `：${note}` : ''}`
    return system.transaction(async transaction => {
      const changed = await asCompany(transaction, companyId, async company => {
        await spendAdminCaptcha(company, companyId, checked)
        return changeTogether(company, companyId, ids, {
          allows: state === 'approved',
          change: () => setAuditState(company, companyId, ids, { state, note: note || null, detail, by }),
        })
      })
      await settleNotices(transaction, companyId, ids.map(waitingSubject))
      return { changed: changed.length }
    })
  },

  async deviceAuthStatusChange(context, { device_ids, auth_state: state, captcha }) {
    const { company, membership } = context
    const { companyId } = membership
    const ids = setOf(device_ids)
    const checked = await checkAdminCaptcha(context, 'authorization', ids, captcha)
    const by = await actorOf(context)
    const detail = state === 'authorized' ? '恢复授权' : '暂停授权'
    const changed = await company.transaction(async transaction => {
      await spendAdminCaptcha(transaction, companyId, checked)
      return changeTogether(transaction, companyId, ids, {
        allows: state === 'authorized',
        change: () => setAuthState(transaction, companyId, ids, { state, detail, by }),
      })
    })
    return { changed: changed.length }
  },

  async deviceRemove(context, { device_ids }) {
    const { system, membership } = context
    const { companyId } = membership
    const ids = setOf(device_ids)
    const by = await actorOf(context)
    return system.transaction(async transaction => {
      const removed = await asCompany(transaction, companyId, async company => {
        await requireDevices(company, companyId, ids)
        return deleteDevices(company, companyId, ids, by)
      })
      await settleNotices(transaction, companyId, ids.map(waitingSubject))
      return { removed }
    })
  },
}
