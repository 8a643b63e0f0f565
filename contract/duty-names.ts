/**
 * The duties that an employee may have in the console without managing the company. Browser and server share this file, so it has
 * no zod.
 */
export const dutyNames = { finance: '财务', devices: '设备', reader: '只读', department: '部门主管' } as const
/** What whoever goes beyond their duty is told. */
export const dutyRefusal = '您的角色不能做这件事，请联系企业管理员'
export type Duty = keyof typeof dutyNames
/** This duty is always limited to departments, and no other one is. */
export const limitedDuty = 'department' satisfies Duty
export const mostDutyDepartments = 50

export const dutyAbout: Record<Duty, string> = {
  finance: '下单与支付、续费、优惠券、发票，看时长与专线',
  devices: '审核、停用与移除设备，看员工',
  reader: '看员工、设备、专线、店铺、订单与操作记录，不能改动',
  department: '管理所限部门（含下级）的员工、时长与设备；看不到订单、发票、余额与整个企业的专线',
}
