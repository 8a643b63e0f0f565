/** Whoever has erased their account is called this. */
export const erasedName = '已注销用户'

/** A company's records tell one erased person from another by the end of the employee's id. */
export const pseudonymOf = (employeeId: string): string => `${erasedName} ${employeeId.slice(-4)}`
