/**
 * The statements that a person consents to, as worded beside the boxes. Browser and server share this file, so it must not import
 * zod. Changing a statement requires a new version.
 */
export const consentKinds = ['terms', 'identity', 'licence', 'cross_border'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentNames = {
  terms: '用户服务协议与隐私协议',
  identity: '处理身份证号',
  licence: '处理营业执照',
  cross_border: '个人信息出境',
} as const satisfies Record<ConsentKind, string>

/** The kinds with a statement of their own; the terms have published versions instead. */
export const consentStatements = {
  identity: {
    version: '2026-12',
    text: '我单独同意为实名认证处理我的姓名与身份证号（敏感个人信息）：加密保存，只用于核验身份（可能交由身份核验服务商比对），页面上只显示首尾几位',
  },
  licence: {
    version: '2026-11',
    text: '我单独同意为企业认证处理营业执照及其中法定代表人的信息：只供审核人员核对，企业认证通过后归企业保存',
  },
  cross_border: {
    version: '2026-11',
    text: '我单独同意：使用跨境专线时，为建立连接，我的设备编号、IP 地址、连接时间与流量会传到专线所在国家或地区的接入点，由境外的线路服务商按约定处理；接收方的名称与联系方式、向其行使权利的途径见《隐私协议》',
  },
} as const

/** The consequences of withdrawing a consent. Consents that are not listed end with the account. */
export const withdrawals = {
  identity:
    '实名认证的姓名与证件号立即删除，认证状态变为未通过；需要时可以重新提交。审核中的企业认证一并撤回；已建立的企业的认证结论与营业执照归企业保存，不再算作本人的认证。',
  cross_border:
    '客户端不再能取得专线，正在使用的约一分钟内停止；账号与在企业中的身份不变，随时可以在“我的服务”中重新同意。',
} as const satisfies Partial<Record<ConsentKind, string>>
