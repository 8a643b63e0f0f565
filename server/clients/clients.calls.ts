import { serviceState } from '../devices/usable.ts'
import { mustUpdate, released } from '../devices/versions.ts'
import { remainDays } from '../hours/service-time.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { findOwnService, findWorkplace, listManagers, listOwn } from './clients.sql.ts'
import { recordReport } from './report.ts'
import { usableBy, usableFor } from './usable-lines.ts'
import { requireWorkplace } from './workplace.ts'

/** On the own page; whoever has more looks for them in the client. */
const linesShown = 100

export const clientsCalls: HandlersFor<'reportDevice' | 'getUsableLines' | 'getMyService'> = {
  async reportDevice(context, input) {
    const { workplace, company } = await requireWorkplace(context)
    const device = await recordReport(context, company, workplace, { ...input, ip: context.caller.ip })
    const versions = await released(context.system)
    return {
      device_id: device.id,
      ...serviceState(device),
      service_ends_at: device.service_ends_at?.toISOString() ?? null,
      force_update: mustUpdate(versions, input.platform, input.client_version),
    }
  },

  async getUsableLines(context, { device_id }) {
    const { workplace, company } = await requireWorkplace(context)
    const { company_id, employee_id } = workplace
    const usable = (await usableFor(company, company_id, [device_id], employee_id)).get(device_id)
    if (!usable) throw new Refusal(-48001)
    return usable.answer
  },

  async getMyService({ system, services, account }) {
    const workplace = await findWorkplace(system, account.id)
    const none = {
      company: null,
      dept_path: null,
      service_ends_at: null,
      remain_days: 0,
      device_limit: 0,
      devices: [],
      lines: [],
      line_count: 0,
    }
    if (!workplace) return none
    const { company_id, employee_id, company_name, company_state } = workplace
    const company = services.companyDatabase(company_id)
    const [service, managers, devices] = await Promise.all([
      findOwnService(company, company_id, employee_id),
      listManagers(company, company_id),
      listOwn(company, company_id, employee_id),
    ])
    // Removed by a manager since.
    if (!service) return none
    const isServed = company_state !== 'frozen' && service.service_ends_at && service.service_ends_at > new Date()
    const lines = isServed ? await usableBy(company, company_id, employee_id) : []
    return {
      company: { name: company_name, managers },
      dept_path: service.dept_path,
      service_ends_at: service.service_ends_at?.toISOString() ?? null,
      remain_days: remainDays(service.service_ends_at),
      device_limit: service.device_limit,
      devices: devices.map(device => {
        const { reason, message } = serviceState(device)
        const { id, name, platform, client_version, audit_state, auth_state, last_seen_at } = device
        return {
          device_id: id,
          name,
          platform,
          client_version,
          audit_state,
          auth_state,
          reason,
          message,
          last_seen_at: last_seen_at?.toISOString() ?? null,
        }
      }),
      lines: lines.slice(0, linesShown).map(({ id, name, region, address }) => ({ svp_id: id, name, region, address })),
      line_count: lines.length,
    }
  },
}
