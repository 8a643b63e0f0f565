import type { InputOf, OutputOf } from '#contract/index.ts'
import type { Answered, CallOptions } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { count } from '#web/ui/format.ts'

export type Device = OutputOf<'getDeviceList'>['list'][number]
export type ActionName = 'approve' | 'reject' | 'suspend' | 'restore' | 'remove'

/** The most devices that one call of the contract takes. */
export const maxDevices = 100

/** The explanation for users limited to departments. */
export const managersDevice = '管理员的设备由不限部门的管理员处理'

interface Values {
  captcha?: string
  note?: string
}

export interface DeviceAction {
  word: string
  call: 'deviceAudit' | 'deviceAuthStatusChange' | 'deviceRemove'
  danger?: true
  /** The purpose of the required code; without one, no code is needed. */
  captcha?: Exclude<InputOf<'getCompanyAdminCaptcha'>['action'], 'company'>
  /** Reports whether the action would change this device. */
  applies: (device: Pick<Device, 'audit_state' | 'auth_state'>) => boolean
  /** Explains the effect before the action. */
  consequence: string
  /** The message after success. */
  done: string
  /** The message when the action would change none of the selected devices. */
  idle: string
  /** The act without its code, for the plan that shows whose access it changes. */
  planned: (deviceIds: string[]) => PlannedAct
  send: (
    deviceIds: string[],
    values: Values,
    options: CallOptions,
  ) => Promise<Answered<OutputOf<'deviceAudit'> | OutputOf<'deviceRemove'>>>
}

type PlannedAct = InputOf<'planAccess'>

const audit =
  (audit_state: 'approved' | 'rejected') =>
  (device_ids: string[], { captcha = '', note }: Values, options: CallOptions) =>
    api.deviceAudit({ device_ids, audit_state, captcha, ...(note?.trim() && { note: note.trim() }) }, options)
const authorize =
  (auth_state: Device['auth_state']) =>
  (device_ids: string[], { captcha = '' }: Values, options: CallOptions) =>
    api.deviceAuthStatusChange({ device_ids, auth_state, captcha }, options)

export const deviceActions: Record<ActionName, DeviceAction> = {
  approve: {
    word: '通过',
    call: 'deviceAudit',
    captcha: 'audit',
    applies: device => device.audit_state !== 'approved',
    consequence: '通过后，员工有剩余时长即可在这些设备上使用服务。',
    done: '已通过',
    idle: '所选设备都已通过审核',
    planned: device_ids => ({ call: 'deviceAudit', input: { device_ids, audit_state: 'approved' } }),
    send: audit('approved'),
  },
  reject: {
    word: '驳回',
    call: 'deviceAudit',
    danger: true,
    captcha: 'audit',
    applies: device => device.audit_state !== 'rejected',
    consequence: '驳回后，这些设备不能使用服务；员工会看到您填写的原因。',
    done: '已驳回',
    idle: '所选设备都已被驳回',
    planned: device_ids => ({ call: 'deviceAudit', input: { device_ids, audit_state: 'rejected' } }),
    send: audit('rejected'),
  },
  suspend: {
    word: '暂停授权',
    call: 'deviceAuthStatusChange',
    danger: true,
    captcha: 'authorization',
    applies: device => device.auth_state !== 'suspended',
    consequence: '暂停后，这些设备立即不能使用服务，恢复授权前一直如此；审核结果不变。',
    done: '已暂停',
    idle: '所选设备都已暂停授权',
    planned: device_ids => ({ call: 'deviceAuthStatusChange', input: { device_ids, auth_state: 'suspended' } }),
    send: authorize('suspended'),
  },
  restore: {
    word: '恢复授权',
    call: 'deviceAuthStatusChange',
    captcha: 'authorization',
    applies: device => device.auth_state !== 'authorized',
    consequence: '恢复后，已通过审核的设备又可以使用服务。',
    done: '已恢复授权',
    idle: '所选设备都已授权',
    planned: device_ids => ({ call: 'deviceAuthStatusChange', input: { device_ids, auth_state: 'authorized' } }),
    send: authorize('authorized'),
  },
  remove: {
    word: '移除',
    call: 'deviceRemove',
    danger: true,
    applies: () => true,
    consequence: '移除后，这些设备立即不能使用服务；再次登录客户端时会重新登记，需要重新审核。设备日志保留。',
    done: '已移除',
    idle: '没有可以移除的设备',
    planned: device_ids => ({ call: 'deviceRemove', input: { device_ids } }),
    send: (device_ids, _, options) => api.deviceRemove({ device_ids }, options),
  },
}

/** Formats as 驳回「办公电脑」; several devices are counted. */
export function actionTitle(name: ActionName, devices: readonly Pick<Device, 'name'>[]): string {
  const { word } = deviceActions[name]
  const [only] = devices
  return devices.length === 1 && only ? `${word}「${only.name}」` : `${word} ${count(devices.length)} 台设备`
}

/** Names a device for messages where its row is not visible. */
export const deviceLabel = ({ name, employee_name }: Pick<Device, 'name' | 'employee_name'>) =>
  `${name}（${employee_name}）`
