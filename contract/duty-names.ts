/**
 * The duties that an employee may have in the console without managing the company. Browser and server share this file, so it has
 * no zod.
 */
export const dutyNames = { finance: '财务', devices: '设备', reader: '只读', department: '部门主管' } as const
/** What whoever goes beyond their duty is told. */
export const dutyRefusal = '您的角色不能做这件事，请联系企业管理员'
export type Duty = keyof typeof dutyNames
/** The head of a department. Whoever has another duty for some departments reaches what lies within both. */
export const limitedDuty = 'department' satisfies Duty
/** What a duty reaches: the whole company, some departments with all below them, or either. Orders, the balance and invoices lie in none. */
export const dutyScopes = {
  finance: 'company',
  devices: 'either',
  reader: 'either',
  department: 'departments',
} as const satisfies Record<Duty, 'company' | 'either' | 'departments'>
export const mostDutyDepartments = 50

const dutyAbout: Record<Duty, string> = {
  finance: '下单与支付、续费、优惠券、发票，看时长与专线',
  devices: '审核、停用与移除设备，看员工',
  reader: '看员工、设备、专线、店铺、订单与操作记录，不能改动',
  department: '管理所限部门（含下级）的员工、时长与设备；看不到订单、发票、余额与整个企业的专线',
}

const limitedAbout: Partial<Record<Duty, string>> = {
  devices: '审核、停用与移除所限部门（含下级）的设备，看其中的员工',
  reader: '看所限部门（含下级）的员工与设备，不能改动',
}

/** Says what somebody with the duty may do, in the whole company or in some departments of it. */
export const aboutDuty = (duty: Duty, limited: boolean): string => (limited && limitedAbout[duty]) || dutyAbout[duty]
/** Why a duty has no departments, for whoever would like to limit it. */
export const wholeCompany = '财务不限部门：订单、余额与发票不属于任何部门'
