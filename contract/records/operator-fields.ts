/** Names and limits of an operator's fields. Browser and server share this file, so it must not import zod. */
export const operatorFields = {
  name: { label: '用户名', max: 32 },
  display_name: { label: '姓名', max: 30 },
} as const

/** Operators can access all companies, so their passwords are longer than those of a company's people. */
export const operatorPassword = { min: 12, max: 64 } as const

export function operatorPasswordProblem(value: string): string | undefined {
  if (!value) return '请输入密码'
  if (value.length < operatorPassword.min) return `密码最小长度${operatorPassword.min}位`
  if (value.length > operatorPassword.max) return `密码最大长度${operatorPassword.max}位`
}

export const operatorRoles = ['owner', 'support', 'finance', 'content', 'network', 'auditor'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Separation of duties: an auditor, who reads everything, must not have done any of it. */
export const rolesProblem = (roles: readonly OperatorRole[]): string | undefined =>
  roles.includes('auditor') && roles.length > 1 ? '审计员不能兼任其他角色' : undefined

export const operatorName = /^[a-z][a-z0-9._-]{2,31}$/
