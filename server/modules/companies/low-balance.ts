/** Person-days that renewing one person for the shortest package takes. */
export const renewalDays = 30
/** Days before the end of a person's service at which a renewal is due soon. */
export const soonDays = 15

/**
 * Returns the number of person-days that the balance lacks to renew everyone whose service ends soon; undefined while it
 * suffices.
 */
export function lowBalance(balance: number, endsSoon: number): { missing: number; text: string } | undefined {
  const missing = endsSoon * renewalDays - balance
  if (missing <= 0) return
  return {
    missing,
    text: `${endsSoon} 人将在 ${soonDays} 天内到期，剩余 ${balance} 人天，各续 ${renewalDays} 天还差 ${missing} 人天`,
  }
}
