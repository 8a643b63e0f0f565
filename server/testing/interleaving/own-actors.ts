import { randomUUID } from 'node:crypto'
import type { OutputOf } from '#contract/index.ts'
import { type Actor, change } from './change.ts'
import { computer, password } from './own-things.ts'

const refusesAll = (data: unknown) =>
  (data as OutputOf<'reportConnections'>).list.every(({ state }) => state === 'refused')

/** What people do about themselves, in their own sessions. */
export const own: Record<string, Actor> = {
  acceptInvitation: async world =>
    change('acceptInvitation', { is_agree: 1, is_join: 1, invitation: await world.invitation(), password }),
  declineInvitation: async world => change('declineInvitation', { invitation: await world.invitation() }),
  joinCompany: async world =>
    change('joinCompany', { company_id: world.company.id, is_join: 1 }, (await world.invited()).sid),
  declineCompany: async world =>
    change('declineCompany', { company_id: world.company.id }, (await world.invited()).sid),
  leaveCompany: async world => change('leaveCompany', { company_id: world.company.id }, await world.oneSid()),
  deleteAccount: async world => {
    await world.hasPassword()
    return change('deleteAccount', { password }, await world.oneSid())
  },
  requestAccess: async world =>
    change('requestAccess', { kind: 'days', days: 10, note: '下个月继续' }, await world.oneSid()),
  withdrawRequest: async world =>
    change('withdrawRequest', { request_id: await world.request() }, await world.oneSid()),
  reportDevice: async world =>
    change('reportDevice', { ...computer, fingerprint: world.fingerprint }, await world.oneSid()),
  'reportDevice, of a colleague': async world =>
    change('reportDevice', { ...computer, fingerprint: world.fingerprint }, await world.twoSid()),
  'reportDevice, which is known': async world => {
    const { fingerprint } = await world.device()
    return change('reportDevice', { ...computer, os_version: 'Windows 12', fingerprint }, await world.oneSid())
  },
  'reportConnections, connect': async world => {
    const { input, sid } = await world.report(randomUUID(), 'connect', 1)
    return { ...change('reportConnections', input, sid), refuses: refusesAll }
  },
  'reportConnections, disconnect': async world => {
    const { input, sid } = await world.report(await world.connection(), 'disconnect', 2)
    return change('reportConnections', input, sid)
  },
}
