import { Refusal } from '#server/core/refusal.ts'
import { remainDays } from '#server/core/service-time.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { explainOwn } from '#server/modules/access/explain.ts'
import { usableBy, usableFor } from '#server/modules/access/usable-lines.ts'
import { challengeLifetime, newChallenge } from '#server/modules/accounts/device-keys.ts'
import { serviceState } from '#server/modules/devices/usable.ts'
import { mustUpdate, released } from '#server/modules/devices/versions.ts'
import { findOwnService, findWorkplace, listManagers, listOwn, shopsOnLines } from './clients.sql.ts'
import { recordReport } from './report.ts'
import { requireLineUser, requireWorkplace } from './workplace.ts'

/** The most lines on the person's own page; the client lists them all. */
const linesShown = 100

export const clientsCalls = {
  async getDeviceChallenge({ services }) {
    return { challenge: newChallenge(services.config), seconds: challengeLifetime }
  },

  async reportDevice(context, input) {
    const { workplace, company } = await requireWorkplace(context)
    const device = await recordReport(context, company, workplace, {
      ...input,
      ip: context.caller.ip,
      key: context.session.deviceKey ?? null,
    })
    const versions = await released(context.system)
    return {
      device_id: device.device_id,
      ...serviceState(device),
      service_ends_at: device.service_ends_at,
      force_update: mustUpdate(versions, input.platform, input.client_version),
    }
  },

  async getUsableLines(context, { device_id }) {
    const { workplace, company } = await requireLineUser(context)
    const { company_id, employee_id } = workplace
    const usable = (
      await usableFor(company, company_id, [device_id], {
        employeeId: employee_id,
        deviceKey: context.session.deviceKey,
      })
    ).get(device_id)
    if (!usable) throw new Refusal(-48001)
    return usable.answer
  },

  async explainMyAccess(context, { device_id }) {
    const { workplace, company } = await requireWorkplace(context)
    const { company_id: companyId, employee_id: employeeId } = workplace
    return explainOwn(context, company, { companyId, employeeId, deviceId: device_id })
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
      consent_due: null,
    }
    if (!workplace) return none
    const { company_id, employee_id, company_name, company_state } = workplace
    const company = services.companyDatabase(company_id)
    const [service, managers, devices] = await together(company, database => [
      findOwnService(database, company_id, employee_id),
      listManagers(database, company_id, employee_id),
      listOwn(database, company_id, employee_id),
    ])
    // A manager has removed the device since.
    if (!service) return none
    const remain_days = remainDays(service.service_ends_at)
    const isServed = company_state !== 'frozen' && remain_days > 0
    const lines = isServed ? await usableBy(company, company_id, employee_id) : []
    const shown = lines.slice(0, linesShown)
    const shops = shown.length
      ? await shopsOnLines(
          company,
          company_id,
          shown.map(({ svp_id }) => svp_id),
        )
      : []
    const shopsOn = Map.groupBy(shops, ({ svp_id }) => svp_id)
    return {
      company: { name: company_name, managers },
      ...service,
      remain_days,
      devices: devices.map(device => {
        const { reason, message } = serviceState(device)
        const { device_id, name, platform, client_version, audit_state, auth_state, last_seen_at } = device
        return { device_id, name, platform, client_version, audit_state, auth_state, last_seen_at, reason, message }
      }),
      lines: shown.map(({ svp_id, name, region, address }) => ({
        svp_id,
        name,
        region,
        address,
        shops: (shopsOn.get(svp_id) ?? []).map(({ platform, name }) => ({ platform, name })),
      })),
      line_count: lines.length,
      consent_due: workplace.cross_border ? null : services.config.crossBorderConsentFrom,
    }
  },
} satisfies SomeHandlers
