import { lineActions } from '#contract/line-names.ts'
import type { CompanyLogSource } from '#contract/operations/companies-names.ts'
import { employeeActions } from '#contract/people.ts'

const auditActions: Record<string, string> = {
  'company.frozen': '冻结企业',
  'company.unfrozen': '解除冻结',
  'company.hours_gifted': '赠送时长',
  'company.hours_taken_back': '收回时长',
  'company.owner_changed': '更换所有者',
  'company.corrected': '更正资料',
  'company.changed': '企业修改资料',
  'company.sessions_ended': '结束全部成员的登录',
  'company.phone_unmasked': '查看联系电话',
  'coupon.given': '赠送优惠券',
  'account.disabled': '停用账号',
  'account.enabled': '恢复账号',
  'account.sessions_ended': '结束全部登录',
  'account.login_released': '解除登录限制',
  'account.phone_unmasked': '查看手机号',
  'session.ended': '结束一个登录',
  'verification.approved': '通过实名认证',
  'verification.rejected': '驳回实名认证',
}

const deviceActions: Record<string, string> = {
  registered: '登记设备',
  changed: '设备信息变化',
  approved: '审核通过',
  rejected: '审核驳回',
  authorized: '恢复授权',
  suspended: '暂停授权',
  removed: '移除设备',
  handed_over: '移交给争议的另一方',
}

const bySource: Record<CompanyLogSource, Record<string, string>> = {
  audit: auditActions,
  people: employeeActions,
  devices: deviceActions,
  lines: lineActions,
  groups: lineActions,
}

/** What happened, as a person reads it; what has no word yet as it is written. */
export const actionWord = (source: CompanyLogSource, action: string): string => bySource[source][action] ?? action
