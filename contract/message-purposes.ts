import type { NoticeKind } from './records/notice.ts'

/** The purposes of short messages, besides notices. */
export const messagePurposeNames = {
  register: '注册验证码',
  forgotpwd: '找回密码验证码',
  changephone: '更换手机验证码',
  login: '登录验证码',
  account_changed: '原手机号的提醒',
  device_audit: '设备审核验证码',
  device_authorization: '设备授权验证码',
  company_act: '企业操作验证码',
  invitation: '员工邀请',
  employment: '加入企业',
} as const

/** A notice that is also sent by short message has its kind as the purpose. */
export type MessagePurpose = keyof typeof messagePurposeNames | NoticeKind
