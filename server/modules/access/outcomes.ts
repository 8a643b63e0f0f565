import type { Resolver } from '#contract/access-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { areKeysRequired, type ClientRules } from '#server/modules/accounts/device-keys.ts'
import type { ServiceReason } from '#server/modules/devices/usable.ts'
import { mustUpdate, type Released } from '#server/modules/devices/versions.ts'
import type { ExplainedDevice } from './explain.sql.ts'

/** The outcome of one condition for using a line. */
export type Outcome = Omit<OutputOf<'explainAccess'>['conditions'][number], 'condition'>

export const met = (text: string): Outcome => ({ state: 'met', text, mend: null })
export const open = (text: string): Outcome => ({ state: 'open', text, mend: null })
export const failed = (text: string, by: Resolver, how: string): Outcome => ({
  state: 'failed',
  text,
  mend: { by, how },
})

/** The remedy for each reason of a refusal, in the wording of both pages. */
const mending: Record<Exclude<ServiceReason, 'ok'>, [text: string, by: Resolver, how: string]> = {
  employee_disabled: ['已被停用', 'manager', '恢复该员工'],
  no_hours: ['服务时长已用完或从未分配', 'manager', '分配时长'],
  device_pending: ['设备等待审核', 'manager', '审核这台设备'],
  device_rejected: ['设备审核未通过', 'manager', '重新审核这台设备'],
  device_suspended: ['设备已被暂停授权', 'manager', '恢复这台设备的授权'],
  over_device_limit: ['使用中的设备数超过上限', 'manager', '停用其他设备，或提高设备上限'],
  company_frozen: ['企业服务已冻结', 'provider', '解除冻结'],
}

/** Translates one reason of the client's own check into an outcome. */
export function judged(reason: ServiceReason, words: string, note: string | null = null): Outcome {
  if (reason === 'ok') return met(words)
  const [text, by, how] = mending[reason]
  return failed(note ? `${text}：${note}` : text, by, how)
}

/** A client without a key, or below a compulsory version, must be updated before it connects. */
export function judgedClient(
  { key_id, platform, client_version }: Pick<ExplainedDevice, 'key_id' | 'platform' | 'client_version'>,
  rules: ClientRules,
  released: Pick<Released, 'forced'>,
): Outcome {
  if (key_id === null && areKeysRequired(rules))
    return failed('客户端过旧，没有设备密钥', 'employee', '升级客户端并重新登录')
  return mustUpdate(released, platform, client_version)
    ? failed(`客户端 ${client_version} 须先升级`, 'employee', '升级客户端')
    : met(`客户端 ${client_version}`)
}
