/** Words of the companies' and accounts' rooms; free of zod, so that pages can use them. */

export const accountStates = ['active', 'disabled', 'deleted'] as const
export type AccountState = (typeof accountStates)[number]

export const verificationStates = ['none', 'under_review', 'approved', 'rejected'] as const

export const smsStates = ['waiting', 'sent', 'failed'] as const

/** Where an entry of a company's log comes from: the provider, or what its own people see. */
export const companyLogSources = ['audit', 'people', 'devices', 'lines', 'groups'] as const
export type CompanyLogSource = (typeof companyLogSources)[number]
export const companyLogNames: Record<CompanyLogSource, string> = {
  audit: '审计',
  people: '员工',
  devices: '设备',
  lines: '专线',
  groups: '专线组',
}

/** A company with fewer person-days left than this can't renew one person for the shortest package. */
export const lowBalanceDays = 30

/** What a short message was for. */
export const smsPurposeNames: Record<string, string> = {
  register: '注册验证码',
  forgotpwd: '找回密码验证码',
  changephone: '更换手机验证码',
  device_audit: '设备审核验证码',
  device_authorization: '设备授权验证码',
  invitation: '员工邀请',
  employment: '加入企业',
}
