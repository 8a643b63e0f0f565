/** The name of people who have erased their account. */
export const erasedName = '已注销用户'

/** Returns a pseudonym with the end of the employee's id, which distinguishes erased people in a company's records. */
export const pseudonymOf = (employeeId: string): string => `${erasedName} ${employeeId.slice(-4)}`
