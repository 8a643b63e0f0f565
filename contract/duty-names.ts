/**
 * The duties that an employee may have in the console without managing the company. Browser and server share this file, so it must
 * not import zod.
 */
export const dutyNames = { finance: '财务', devices: '设备', reader: '只读', department: '部门主管' } as const
/** The answer to an employee who goes beyond their duty. */
export const dutyRefusal = '您的角色不能做这件事，请联系企业管理员'
export type Duty = keyof typeof dutyNames
/** The head of a department. An employee with another duty limited to departments may do only what both duties allow. */
export const limitedDuty = 'department' satisfies Duty
/**
 * The scope of a duty: the whole company, some departments and all below them, or either. Orders, the balance and invoices belong
 * to no department.
 */
export const dutyScopes = {
  finance: 'company',
  devices: 'either',
  reader: 'either',
  department: 'departments',
} as const satisfies Record<Duty, 'company' | 'either' | 'departments'>
export const maxDutyDepartments = 50

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

/** Describes what a duty allows, in the whole company or in some of its departments. */
export const aboutDuty = (duty: Duty, limited: boolean): string => (limited && limitedAbout[duty]) || dutyAbout[duty]
/** Explains to a manager why the duty cannot be limited to departments. */
export const wholeCompany = '财务不限部门：订单、余额与发票不属于任何部门'
